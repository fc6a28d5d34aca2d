package import CellgateCore
internal import CellgateSimulation

extension KernelContract {
    /// An operation, and what the kernel says of it and what not.
    package struct Announcement: Sendable, CustomStringConvertible {
        /// `ip` commands without the `ip`, before anybody listens.
        package let script: String
        /// The commands in question.
        package let operation: String
        /// As ``KernelContract/words(_:)`` has it.
        package let expected: Set<String>

        package var description: String { operation }

        init(_ script: String, _ operation: String, _ expected: Set<String>) {
            self.script = script
            self.operation = operation
            self.expected = expected
        }
    }

    /// The kinds of events, but for those of links and of new IPv6 addresses, which the kernel
    /// sends a moment later, and those of link-local addresses.
    package static func words(_ events: [NetworkEvent]) -> Set<String> {
        Set(
            events.compactMap { event in
                switch event {
                case .link: nil
                case .linkRemoved: "link removed"
                case .address(let address):
                    address.family == .ipv4 ? "ipv4 address" : nil
                case .addressRemoved(let address):
                    address.local.isLinkLocal ? nil : "\(address.family) address removed"
                case .routesChanged: "routes"
                case .rulesChanged(let family): "\(family) rules"
                }
            })
    }

    private static let uplinks =
        SimulatedKernel.uplink("wlan0", 1) + SimulatedKernel.uplink("wwan0", 2)
    private static let ipv4 = uplinks + "route add default via 10.1.0.1 dev wlan0 metric 600\n"
    private static let ipv6 = uplinks + "-6 route add default via fd00:1::1 dev wlan0 metric 600\n"
    private static let object =
        uplinks + "nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1\n"

    /// The kernel's silence, and what it does say.
    package static let announcements: [Announcement] = [
        Announcement(ipv4, "link set wlan0 down", ["ipv6 address removed"]),
        Announcement(ipv6, "link set wlan0 down", ["ipv6 address removed", "routes"]),
        Announcement(ipv4, "link set p1 down", []),
        Announcement(
            ipv4, "addr del 10.1.0.2/24 dev wlan0", ["ipv4 address removed"]),
        Announcement(
            ipv4, "addr flush dev wlan0", ["ipv4 address removed", "ipv6 address removed"]),
        Announcement(
            uplinks + "addr add 10.1.0.9/24 dev wlan0\n"
                + "route add default via 10.1.0.1 dev wlan0 src 10.1.0.9\n",
            "addr del 10.1.0.9/24 dev wlan0", ["ipv4 address removed", "routes"]),
        Announcement(
            ipv4, "link del wlan0",
            ["ipv4 address removed", "ipv6 address removed", "link removed"]),
        Announcement(uplinks, "addr add 10.1.0.9/24 dev wlan0", ["ipv4 address"]),
        Announcement(ipv4, "route del default", ["routes"]),
        Announcement(
            ipv4, "route replace default via 10.2.0.1 dev wwan0 metric 600", ["routes"]),
        Announcement(ipv4, "route add 203.0.113.0/24 via 10.1.0.1", []),
        Announcement(ipv4, "route add 128.0.0.0/1 via 10.1.0.1", ["routes"]),
        Announcement(ipv4, "-6 route add 2000::/3 via fd00:1::1", ["routes"]),
        Announcement(object, "nexthop replace id 1 via 10.2.0.1 dev wwan0", ["routes"]),
        Announcement(object, "nexthop del id 1", ["routes"]),
        Announcement(object, "link set wlan0 down", ["ipv6 address removed"]),
        Announcement(ipv4, "rule add lookup 100 pref 100", ["ipv4 rules"]),
        Announcement(ipv4, "-6 rule add lookup 100 pref 100", ["ipv6 rules"]),
        Announcement(
            ipv4 + "rule add lookup 100 pref 100\n", "rule del lookup 100 pref 100",
            ["ipv4 rules"]),
    ]
}
