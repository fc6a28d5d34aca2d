/// The network as this app can use it at a moment. Source: Apple's `NWPath`.
///
/// Satisfied means that there is a usable route which the app may use, not that the Internet
/// answers.
public struct Path: Hashable, Sendable, CustomDebugStringConvertible {
    /// Whether the path can be used.
    public internal(set) var status = Status.unsatisfied
    /// Why it cannot; ``UnsatisfiedReason/notAvailable`` also where it can.
    public internal(set) var unsatisfiedReason = UnsatisfiedReason.notAvailable
    /// The interfaces that the app may use, the kernel's preferred first.
    public internal(set) var availableInterfaces: [Interface] = []
    /// Whether what the traffic uses is metered.
    public internal(set) var isExpensive = false
    /// Whether what the traffic uses is to be spared.
    public internal(set) var isConstrained = false
    /// Whether the app may use IPv4 now.
    public internal(set) var supportsIPv4 = false
    /// Whether the app may use IPv6 now.
    public internal(set) var supportsIPv6 = false
    /// Whether there is a name server.
    public internal(set) var supportsDNS = false
    /// The addresses of the next hops, IPv4's first; none on a point-to-point link.
    public internal(set) var gateways: [String] = []
    /// The type of what the traffic uses; nil unless the path is satisfied.
    var interfaceType: Interface.InterfaceType?

    /// Source: Apple's `NWPath.Status`.
    public enum Status: String, Hashable, CaseIterable, Sendable {
        case satisfied
        case unsatisfied
        /// An attempt may bring it up: nobody has decided yet whether this app may use it, and the
        /// attempt is what asks.
        case requiresConnection
    }

    /// Source: Apple's `NWPath.UnsatisfiedReason`.
    public enum UnsatisfiedReason: String, Hashable, CaseIterable, Sendable {
        case notAvailable
        case cellularDenied
        case wifiDenied
        case localNetworkDenied
        case vpnInactive
    }

    /// Whether the traffic uses an interface of this type. A tunnel has the type of what carries it.
    public func usesInterfaceType(_ type: Interface.InterfaceType) -> Bool {
        interfaceType == type
    }

    /// One line, such as `satisfied, interface: wlan0 (wifi), ipv4, dns`.
    public var debugDescription: String {
        var parts = [status.rawValue]
        if status == .unsatisfied { parts[0] += " (\(unsatisfiedReason.rawValue))" }
        if let interface = availableInterfaces.first {
            parts.append("interface: \(interface.debugDescription)")
        }
        let marks = [
            ("ipv4", supportsIPv4), ("ipv6", supportsIPv6), ("dns", supportsDNS),
            ("expensive", isExpensive), ("constrained", isConstrained),
        ]
        return (parts + marks.filter(\.1).map(\.0)).joined(separator: ", ")
    }
}
