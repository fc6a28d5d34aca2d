import CellgateCore
import Glibc

extension IPAddress: ExpressibleByStringLiteral {
    /// An address as inet_pton(3) reads it.
    package init(stringLiteral text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self = .v4(bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) })
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            self = .v6(
                high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) },
                low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
        } else {
            preconditionFailure("no address: \(text)")
        }
    }
}

/// The event of a message that describes a link in full.
func link(
    _ index: UInt32, _ name: String, _ flags: LinkFlags, _ state: OperationalState,
    hardware: LinkHardware = .ethernet, _ change: (inout LinkUpdate) -> Void = { _ in }
) -> NetworkEvent {
    .link(update(index, name, flags, state, hardware: hardware, change))
}

/// What such a message says.
func update(
    _ index: UInt32, _ name: String, _ flags: LinkFlags, _ state: OperationalState,
    hardware: LinkHardware = .ethernet, _ change: (inout LinkUpdate) -> Void = { _ in }
) -> LinkUpdate {
    var update = LinkUpdate(index: LinkIndex(index), hardware: hardware, flags: flags)
    update.name = InterfaceName(name)
    update.operationalState = state
    change(&update)
    return update
}

/// The event of a wireless message: a header and a name.
func wirelessEvent(_ index: UInt32, _ name: String, _ flags: LinkFlags) -> NetworkEvent {
    var update = LinkUpdate(
        index: LinkIndex(index), hardware: .ethernet, flags: flags, isComplete: false)
    update.name = InterfaceName(name)
    return .link(update)
}

func address(
    _ link: UInt32, _ local: IPAddress, _ prefixLength: UInt8, _ scope: AddressScope = .universe,
    peer: IPAddress? = nil, flags: AddressFlags = []
) -> Address {
    Address(
        link: LinkIndex(link), local: local, peer: peer, prefixLength: prefixLength, scope: scope,
        flags: flags)
}

/// A route of table main, or another.
func route(
    _ hops: [RouteHop], to destination: IPAddress? = nil, _ length: UInt8 = 0,
    family: AddressFamily = .ipv4, table: UInt32 = 254, _ change: (inout Route) -> Void = { _ in }
) -> Route {
    var route = Route(family: family, table: table, destinationLength: length, hops: hops)
    route.destination = destination
    change(&route)
    return route
}

func hop(_ link: UInt32, via gateway: IPAddress? = nil, isDead: Bool = false) -> RouteHop {
    RouteHop(link: LinkIndex(link), gateway: gateway, isDead: isDead)
}

extension LinkFlags {
    static let carrying: LinkFlags = [.up, .running, .lowerUp]
}
