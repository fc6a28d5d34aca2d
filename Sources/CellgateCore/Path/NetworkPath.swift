/// The device's network path: what the kernel would use, in the words of `NWPath`.
///
/// "Satisfied" means that a usable route exists, not that the Internet answers. Equality decides
/// whether anything is published. Source: Apple's Network framework documentation.
package struct NetworkPath: Equatable, Sendable {
    /// The usable interfaces, the kernel's preferred first; none in an unsatisfied path.
    package var availableInterfaces: [Interface] = []
    /// What IPv4 traffic uses; nil where no route is usable.
    package var ipv4: FamilyPath?
    /// What IPv6 traffic uses; nil where no route is usable.
    package var ipv6: FamilyPath?
    /// Whether the resolver's file names a server; false in an unsatisfied path.
    package var supportsDNS = false

    package init() {}

    package var status: PathStatus { preferred == nil ? .unsatisfied : .satisfied }

    /// Why the path is unsatisfied; nil where it is satisfied.
    package var unsatisfiedReason: UnsatisfiedReason? { preferred == nil ? .notAvailable : nil }

    /// The path of the family that is asked first: IPv4's, where there is one.
    package var preferred: FamilyPath? { ipv4 ?? ipv6 }

    package var isExpensive: Bool { preferred?.isExpensive ?? false }
    package var isConstrained: Bool { preferred?.isConstrained ?? false }
    package var supportsIPv4: Bool { ipv4 != nil }
    package var supportsIPv6: Bool { ipv6 != nil }

    /// The next hops of the preferred routes, IPv4's first.
    package var gateways: [IPAddress] { (ipv4?.gateways ?? []) + (ipv6?.gateways ?? []) }

    /// The families that have a usable route, IPv4 first.
    package var families: [FamilyPath] { [ipv4, ipv6].compactMap(\.self) }
}

/// What the traffic of one family uses.
package struct FamilyPath: Equatable, Sendable {
    /// The type that decides for apps: the preferred interface's, or that of what carries it where
    /// it is a tunnel.
    package var type: InterfaceType
    /// How ``type`` is known.
    package var typeSource: TypeSource
    package var isExpensive: Bool
    /// How it is known whether it is expensive.
    package var expensiveSource: ExpensiveSource
    package var isConstrained: Bool
    /// The next hops of the preferred route; none on a point-to-point link.
    package var gateways: [IPAddress]

    package init(
        type: InterfaceType, typeSource: TypeSource, isExpensive: Bool,
        expensiveSource: ExpensiveSource = .type, isConstrained: Bool = false,
        gateways: [IPAddress] = []
    ) {
        self.type = type
        self.typeSource = typeSource
        self.isExpensive = isExpensive
        self.expensiveSource = expensiveSource
        self.isConstrained = isConstrained
        self.gateways = gateways
    }
}

/// An interface of a path. Source: `NWInterface`.
package struct Interface: Hashable, Sendable {
    package let index: LinkIndex
    package let name: InterfaceName
    package let type: InterfaceType
    /// How ``type`` is known.
    package let typeSource: TypeSource

    package init(
        index: LinkIndex, name: InterfaceName, type: InterfaceType, typeSource: TypeSource
    ) {
        self.index = index
        self.name = name
        self.type = type
        self.typeSource = typeSource
    }
}

/// Source: `NWPath.Status`.
package enum PathStatus: String, CaseIterable, Hashable, Sendable {
    case satisfied
    case unsatisfied
    /// A connection attempt may bring the path up, as with a VPN on demand.
    case requiresConnection
}

/// Source: `NWPath.UnsatisfiedReason`.
package enum UnsatisfiedReason: String, CaseIterable, Hashable, Sendable {
    case notAvailable
    case cellularDenied
    case wifiDenied
    case localNetworkDenied
    case vpnInactive
}
