internal import CellgateCore

/// A network prefix, as in 10.1.0.0/24.
struct Prefix: Equatable, Sendable {
    /// The address, with the bits behind the prefix as they were given.
    let address: IPAddress
    let length: UInt8

    /// Whether `address` lies in it.
    func contains(_ other: IPAddress) -> Bool {
        address.family == other.family && masked(other) == masked(address)
    }

    /// The prefix with all bits behind it zero.
    var network: IPAddress { masked(address) }

    private func masked(_ address: IPAddress) -> IPAddress {
        switch address {
        case .v4(let number):
            return .v4(number & Self.mask(length, of: UInt32.self))
        case .v6(let high, let low):
            return .v6(
                high: high & Self.mask(min(length, 64), of: UInt64.self),
                low: low & Self.mask(length < 64 ? 0 : length - 64, of: UInt64.self))
        }
    }

    private static func mask<Number: FixedWidthInteger>(
        _ length: UInt8, of type: Number.Type
    ) -> Number {
        ~(length == Number.bitWidth ? 0 : Number.max >> Number(length))
    }
}

/// A route of a simulated kernel.
struct SimulatedRoute: Equatable, Sendable {
    /// What an answer shows of it; hops of nexthop objects and the remaining lifetime are filled in
    /// with the answer.
    var route: Route
    var source: Prefix?
    var preferredSource: IPAddress?
    /// When its lifetime is over; nil for never.
    var expiry: Instant?
    /// `throw`: the search goes on with the next rule.
    var isThrow = false
    /// The address whose coming and going made it; nil for routes that were added as such.
    var origin: Address?

    var destination: Prefix {
        let unspecified: IPAddress = route.family == .ipv4 ? .v4(0) : .v6(high: 0, low: 0)
        return Prefix(
            address: route.destination ?? unspecified, length: route.destinationLength)
    }

    /// Whether a change of it wakes a listener: the event filter lets only short prefixes pass.
    var isAnnounced: Bool {
        route.table != SimulatedKernel.localTable
            && route.destinationLength <= (route.family == .ipv4 ? 8 : 16)
    }
}

/// A rule of a simulated kernel: what an answer shows, and what only the look-up needs.
struct SimulatedRule: Equatable, Sendable {
    var rule: RoutingRule
    /// The name in `oif`.
    var outputInterface: InterfaceName?
    var source: Prefix?
}

/// A nexthop object of a simulated kernel.
struct SimulatedNexthop: Equatable, Sendable {
    /// Its hop; none for a group or a black hole.
    var hop: RouteHop?
    /// The members of a group.
    var group: [UInt32] = []
    var isBlackhole = false
}
