import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// A topology and the whole path that it makes.
struct PathCase: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let expected: String
    let change: @Sendable (inout SimulatedKernel) -> Void

    init(
        _ name: String, _ script: String, _ expected: String,
        change: @escaping @Sendable (inout SimulatedKernel) -> Void = { _ in }
    ) {
        self.name = name
        self.script = script
        self.expected = expected
        self.change = change
    }

    var testDescription: String { name }

    /// The kernel after the script and the change.
    var kernel: SimulatedKernel {
        var kernel = SimulatedKernel()
        kernel.run(script)
        change(&kernel)
        return kernel
    }

    static let wifi = SimulatedKernel.uplink("wlan0", 1)
    static let mobile = SimulatedKernel.uplink("wwan0", 2)
    static let wired = SimulatedKernel.uplink("eth0", 3)
    static let wifiDefault = "route add default via 10.1.0.1 dev wlan0 metric 600\n"
    static let mobileDefault = "route add default via 10.2.0.1 dev wwan0 metric 700\n"
    static let wiredDefault = "route add default via 10.3.0.1 dev eth0 metric 100\n"
    static let wifiDefault6 = "-6 route add default via fd00:1::1 dev wlan0 metric 600\n"
    static let mobileDefault6 = "-6 route add default via fd00:2::1 dev wwan0 metric 700\n"
    static let onWifi = wifi + wifiDefault
    static let onBoth = wifi + mobile + wifiDefault + mobileDefault
    static let onlyWifi = "wlan0:wifi/name; v4 wifi/name via 10.1.0.1"
    static let onlyMobile = "wwan0:cellular/name; v4 cellular/name expensive via 10.2.0.1"
    static let wifiFirst = "wlan0:wifi/name wwan0:cellular/name; v4 wifi/name via 10.1.0.1"
    static let mobileFirst =
        "wwan0:cellular/name wlan0:wifi/name; v4 cellular/name expensive via 10.2.0.1"
}

@Suite("The path")
struct PathEvaluationTests {
    @Test(
        "is what the kernel would use",
        arguments: PathCase.defaults + PathCase.regions + PathCase.policies + PathCase.ipv6Cases)
    func path(_ example: PathCase) {
        #expect(Evaluation(example.kernel).path.text == example.expected)
    }

    @Test("asks each question once, and nothing once all is known", arguments: PathCase.all)
    func asksOnce(_ example: PathCase) {
        let rounds = Evaluation(example.kernel).rounds
        let questions = rounds.flatMap(\.self)
        #expect(Set(questions).count == questions.count)
        #expect(rounds.allSatisfy { !$0.isEmpty })
        // Every chain of dependent questions is short, so an evaluation costs few round trips.
        #expect(rounds.count <= 8)
    }

    @Test("takes one inquiry where each family has its default")
    func oneRound() {
        let kernel = PathCase("", PathCase.onWifi + PathCase.wifiDefault6, "").kernel
        #expect(Evaluation(kernel).rounds.map(\.count) == [8])
    }

    @Test("holds as long as the first of its routes, which then counts no longer (PD-14)")
    func expiry() {
        var kernel = PathCase(
            "",
            PathCase.wifi + "-6 route add default via fd00:1::1 dev wlan0 expires 3\n"
                + PathCase.mobile + "-6 route add default via fd00:2::1 dev wwan0 metric 2000", ""
        ).kernel
        let before = Evaluation(kernel)
        #expect(before.result.expires == .seconds(3))
        #expect(before.path.ipv6?.type == .wifi)
        kernel.advance(to: Instant(sinceZero: .seconds(3)))
        let after = Evaluation(kernel)
        #expect(after.result.expires == nil)
        #expect(after.path.text == "wwan0:cellular/name; v6 cellular/name expensive via fd00:2::1")
    }

    @Test("holds only as long as a default by a dead link that decides over the others")
    func expiryOfUnusable() {
        let kernel = PathCase(
            "",
            PathCase.wifi + "-6 route add default via fd00:1::1 dev wlan0 expires 3\n"
                + PathCase.mobile
                + "-6 route add default from fd00:2::/64 via fd00:2::1 dev wwan0\n"
                + "link set p1 down", ""
        ).kernel
        #expect(Evaluation(kernel).result.expires == .seconds(3))
    }

    @Test("holds only as long as a default that another route keeps out of reach")
    func expiryOfUnreachable() {
        let kernel = PathCase(
            "",
            PathCase.wifi + PathCase.mobile + PathCase.wifiDefault6
                + "-6 route add unreachable default metric 650\n"
                + "-6 route add default via fd00:2::1 dev wwan0 expires 3", ""
        ).kernel
        #expect(Evaluation(kernel).result.expires == .seconds(3))
    }

    @Test("takes the operator's word for expense and constraint, of an interface and its carrier")
    func operatorsWord() {
        var configuration = Configuration()
        configuration.interfaces.expensive = [NamePattern("wlan*")]
        configuration.interfaces.constrained = [NamePattern("wg*")]
        let kernel = PathCase.tunnels[0].kernel
        #expect(
            Evaluation(kernel, configuration: configuration, supportsDNS: true).path.text
                == "wg0:other/linkKind wlan0:wifi/name; v4 wifi/carrier expensive/configured constrained; dns"
        )
    }

    @Test("its words are those of NWPath")
    func words() {
        let none = Evaluation(SimulatedKernel()).path
        #expect(none.status == .unsatisfied)
        #expect(none.unsatisfiedReason == .notAvailable)
        #expect(none.preferred == nil)
        #expect(!none.isExpensive && !none.isConstrained)
        #expect(!none.supportsIPv4 && !none.supportsIPv6)
        #expect(none.gateways == [])
        let both = Evaluation(
            PathCase("", PathCase.onBoth + PathCase.mobileDefault6, "").kernel
        ).path
        #expect(both.status == .satisfied)
        #expect(both.unsatisfiedReason == nil)
        #expect(both.preferred == both.ipv4)
        #expect(both.supportsIPv4 && both.supportsIPv6)
        #expect(both.gateways.map(\.description) == ["10.1.0.1", "fd00:2::1"])
    }
}

extension PathCase {
    static let all = defaults + regions + policies + ipv6Cases + tunnels

    static let defaults: [PathCase] = [
        PathCase("nothing but the loopback link (OS-20)", "", "none"),
        PathCase("a network without a default route (PD-37)", wifi, "none"),
        PathCase("Wi-Fi", onWifi, onlyWifi),
        PathCase("the lower metric goes first (PD-03)", onBoth, wifiFirst),
        PathCase(
            "a penalised wired link comes last",
            onBoth + wired + "route add default via 10.3.0.1 dev eth0 metric 20100",
            "wlan0:wifi/name wwan0:cellular/name eth0:wiredEthernet/linkType; "
                + "v4 wifi/name via 10.1.0.1"),
        PathCase(
            "no metric is the best of IPv4",
            onWifi + mobile + "route add default via 10.2.0.1 dev wwan0", mobileFirst),
        PathCase(
            "a point-to-point link needs no gateway (PD-01)",
            "link add rmnet_data0 type rmnet\nlink set rmnet_data0 up\n"
                + "addr add 100.64.0.2/32 dev rmnet_data0\nroute add default dev rmnet_data0",
            "rmnet_data0:cellular/linkKind; v4 cellular/linkKind expensive"),
        PathCase(
            "a tunnel device without a reader is none (PD-20)",
            "tuntap add dev wwan0 mode tun\nlink set wwan0 up\naddr add 10.64.0.2/32 dev wwan0\n"
                + "route add default dev wwan0 metric 1000", "none"),
        PathCase(
            "with a reader and no operational state it is one (PD-20)",
            "tuntap add dev wwan0 mode tun\nlink set wwan0 up\naddr add 10.64.0.2/32 dev wwan0\n"
                + "route add default dev wwan0 metric 1000",
            "wwan0:cellular/name; v4 cellular/name expensive"
        ) { $0.change("wwan0") { $0.hasCarrier = true } },
        PathCase(
            "a link without carrier is out although its route is best (PD-18)",
            wired + mobile + wiredDefault + mobileDefault + "link set p3 down", onlyMobile),
        PathCase(
            "a dormant link is out", onBoth, onlyMobile
        ) { $0.change("wlan0") { $0.isDormant = true } },
        PathCase(
            "a link that is down is out (NL-04)", onBoth + "link set wlan0 down", onlyMobile),
        PathCase(
            "a link up again has lost its route", onWifi + "link set wlan0 down\nlink set wlan0 up",
            "none"),
        PathCase(
            "a link without an address is out (NL-06)", onWifi + "addr flush dev wlan0", "none"),
        PathCase(
            "a replaced route moves the path (NL-07)",
            onWifi + mobile + "route replace default via 10.2.0.1 dev wwan0 metric 600", onlyMobile),
        PathCase(
            "a link that was moved away is gone (NL-14)", onBoth + "link del wlan0", onlyMobile),
        PathCase(
            "an automatic address is no source (PD-16)",
            "link add wlan0 type veth peer name p1\nlink set p1 up\nlink set wlan0 up\n"
                + "addr add 169.254.7.7/16 dev wlan0\nroute add default dev wlan0", "none"),
        PathCase(
            "hops of a multipath route have no order, so the cellular one counts",
            wifi + mobile
                + "route add default nexthop via 10.1.0.1 dev wlan0 nexthop via 10.2.0.1 dev wwan0",
            mobileFirst),
        PathCase(
            "a dead hop is out",
            wifi + mobile
                + "route add default nexthop via 10.1.0.1 dev wlan0 nexthop via 10.2.0.1 dev wwan0\n"
                + "link set wwan0 down", onlyWifi),
        PathCase(
            "an IPv4 default by an IPv6 gateway (PD-34)",
            wifi + "-4 route add default via inet6 fd00:1::1 dev wlan0",
            "wlan0:wifi/name; v4 wifi/name via fd00:1::1"),
        PathCase(
            "the hotspot that took the default is told as it is (PD-30)",
            mobile + mobileDefault + SimulatedKernel.uplink("ap0", 7)
                + "route add default via 10.7.0.1 dev ap0",
            "ap0:wiredEthernet/linkType wwan0:cellular/name; "
                + "v4 wiredEthernet/linkType via 10.7.0.1"),
        PathCase(
            "two modems, the second with the data (AP-10)",
            mobile + SimulatedKernel.uplink("wwan1", 4) + mobileDefault
                + "route add default via 10.4.0.1 dev wwan1 metric 650",
            "wwan1:cellular/name wwan0:cellular/name; v4 cellular/name expensive via 10.4.0.1"),
        PathCase(
            "a port of a VRF is no uplink of ours",
            onBoth + "link add vrf0 type vrf\nlink set vrf0 up\nlink set wlan0 master vrf0",
            onlyMobile),
        PathCase(
            "a bridge has the type of its ports",
            mobile + mobileDefault
                + "link add br0 type bridge\nlink set br0 up\naddr add 10.8.0.2/24 dev br0\n"
                + SimulatedKernel.uplink("wlan0", 1) + "link set wlan0 master br0\n"
                + "route add default via 10.8.0.1 dev br0",
            "br0:wifi/carrier wwan0:cellular/name; v4 wifi/carrier via 10.8.0.1"
        ) { $0.change("wlan0") { $0.kind = nil } },
    ]

    static let regions: [PathCase] = [
        PathCase(
            "one half of the address space is not all of it (PD-07)",
            onBoth + "route add 0.0.0.0/1 via 10.2.0.1 dev wwan0", wifiFirst),
        PathCase(
            "two halves are (PD-07)",
            onBoth + "route add 0.0.0.0/1 via 10.2.0.1 dev wwan0\n"
                + "route add 128.0.0.0/1 via 10.2.0.1 dev wwan0", mobileFirst),
        PathCase(
            "half without a way out is no way out",
            wifi + "route add 0.0.0.0/1 via 10.1.0.1 dev wlan0", "none"),
        PathCase(
            "a black hole for a part of the Internet says nothing of the default",
            onWifi + "route add blackhole 150.0.0.0/8\nroute add blackhole 50.0.0.0/8", onlyWifi),
        PathCase(
            "a route to a host says nothing of the default",
            onBoth + "route add 150.0.0.1 via 10.2.0.1 dev wwan0\n"
                + "route add 50.0.0.1 via 10.2.0.1 dev wwan0", wifiFirst),
        PathCase(
            "a full table without a default counts",
            wifi
                + [
                    "50.0.0.0", "75.0.0.0", "100.128.0.0", "150.0.0.0", "203.0.113.0",
                    "198.51.100.0",
                ]
                .map { "route add \($0)/16 via 10.1.0.1 dev wlan0\n" }.joined(), onlyWifi),
        PathCase(
            "an unreachable default that is better ends it",
            onBoth + "route add unreachable default metric 10", "none"),
        PathCase(
            "one that is worse does not", onBoth + "route add unreachable default metric 9000",
            wifiFirst),
        PathCase(
            "one between two defaults keeps the worse out of reach",
            onBoth + "route add prohibit default metric 650", onlyWifi),
    ]

    static let policies: [PathCase] = [
        PathCase(
            "a table behind a rule goes first (PD-08)",
            onBoth + "route add default via 10.2.0.1 dev wwan0 table 100\nrule add lookup 100",
            mobileFirst),
        PathCase(
            "a rule for marked packets leads no one there",
            onBoth + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add fwmark 7 lookup 100", wifiFirst),
        PathCase(
            "a rule for one source leads no one there",
            onWifi + mobile + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add from 10.2.0.2 lookup 100", onlyWifi),
        PathCase(
            "a rule for one user leads no one there",
            onWifi + mobile + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add uidrange 0-1000 lookup 100", onlyWifi),
        PathCase(
            "a rule for bound sockets does not hide the other default",
            onBoth + "rule add oif wwan0 unreachable", wifiFirst),
        PathCase(
            "a table that only bound sockets reach is none of ours",
            onWifi + mobile + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add oif wwan0 lookup 100", onlyWifi),
        PathCase("a rule that refuses ends it", onBoth + "rule add prohibit", "none"),
        PathCase(
            "a nexthop object does not hide the worse default (PD-06)",
            wifi + mobile + "nexthop add id 1 via 10.1.0.1 dev wlan0\n"
                + "route add default nhid 1 metric 600\n" + mobileDefault, wifiFirst),
        PathCase(
            "a nexthop object without its hops in the route (PD-06)",
            wifi + mobile + "nexthop add id 1 via 10.1.0.1 dev wlan0\n"
                + "route add default nhid 1 metric 600\n" + mobileDefault, wifiFirst
        ) { $0.showsHopsOfObjects = false },
        PathCase(
            "a replaced nexthop object moves the path (PD-06)",
            wifi + mobile + "nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1\n"
                + "nexthop replace id 1 via 10.2.0.1 dev wwan0", onlyMobile
        ) { $0.showsHopsOfObjects = false },
        PathCase(
            "a group of nexthop objects is multipath (PD-06)",
            wifi + mobile + "nexthop add id 1 via 10.1.0.1 dev wlan0\n"
                + "nexthop add id 2 via 10.2.0.1 dev wwan0\nnexthop add id 3 group 1/2\n"
                + "route add default nhid 3", mobileFirst),
        PathCase(
            "behind an unreachable default even the tables' are out of reach",
            wifi + mobile + "nexthop add id 1 via 10.1.0.1 dev wlan0\n"
                + "route add default nhid 1 metric 600\nroute add unreachable default metric 650\n"
                + mobileDefault, onlyWifi),
    ]

    static let ipv6Cases: [PathCase] = [
        PathCase(
            "IPv6 alone (PD-13)", wifi + wifiDefault6,
            "wlan0:wifi/name; v6 wifi/name via fd00:1::1"),
        PathCase(
            "both families on one link", onWifi + wifiDefault6,
            "wlan0:wifi/name; v4 wifi/name via 10.1.0.1; v6 wifi/name via fd00:1::1"),
        PathCase(
            "each family by itself, IPv4's order first",
            onWifi + mobile + mobileDefault6,
            "wlan0:wifi/name wwan0:cellular/name; v4 wifi/name via 10.1.0.1; "
                + "v6 cellular/name expensive via fd00:2::1"),
        PathCase(
            "a tentative address is no source (PD-17)",
            "link add wlan0 type veth peer name p1\nlink set p1 up\nlink set wlan0 up\n"
                + "addr add 2001:db8:1::2/64 dev wlan0\n"
                + "-6 route add default via fe80::1 dev wlan0", "none"),
        PathCase(
            "a link-local address alone is no source (PD-16)",
            "link add wlan0 type veth peer name p1\nlink set p1 up\nlink set wlan0 up\n"
                + "addr add fe80::2/64 dev wlan0 nodad\n"
                + "-6 route add default via fe80::1 dev wlan0", "none"),
        PathCase(
            "of two routers the one of higher preference",
            wifi + mobile + "-6 route add default via fd00:1::1 dev wlan0 metric 1024 pref low\n"
                + "-6 route append default via fd00:2::1 dev wwan0 metric 1025 pref high",
            "wlan0:wifi/name wwan0:cellular/name; v6 wifi/name via fd00:1::1"),
        PathCase(
            "multipath in IPv6 (NL-09)",
            wifi + mobile
                + "-6 route add default nexthop via fd00:1::1 dev wlan0 nexthop via fd00:2::1 dev wwan0",
            "wwan0:cellular/name wlan0:wifi/name; v6 cellular/name expensive via fd00:2::1"),
        PathCase(
            "one hop deleted (NL-09)",
            wifi + mobile
                + "-6 route add default nexthop via fd00:1::1 dev wlan0 nexthop via fd00:2::1 dev wwan0\n"
                + "-6 route del default via fd00:1::1 dev wlan0",
            "wwan0:cellular/name; v6 cellular/name expensive via fd00:2::1"),
        PathCase(
            "a reject route keeps a worse default out of reach",
            wifi + mobile + wifiDefault6 + mobileDefault6
                + "-6 route add unreachable default metric 650",
            "wlan0:wifi/name; v6 wifi/name via fd00:1::1"),
        PathCase(
            "a better reject route ends it",
            wifi + wifiDefault6 + "-6 route add unreachable default metric 10", "none"),
        PathCase(
            "a worse reject route does not matter",
            wifi + mobile + wifiDefault6 + mobileDefault6
                + "-6 route add unreachable default metric 9999",
            "wlan0:wifi/name wwan0:cellular/name; v6 wifi/name via fd00:1::1"),
        PathCase(
            "a default for the own prefix only",
            wifi + "-6 route add default from fd00:1::/64 via fd00:1::1 dev wlan0",
            "wlan0:wifi/name; v6 wifi/name via fd00:1::1"),
        PathCase(
            "two such, the chosen source decides",
            wifi + mobile + "-6 route add default from fd00:1::/64 via fd00:1::1 dev wlan0\n"
                + "-6 route add default from fd00:2::/64 via fd00:2::1 dev wwan0\n"
                + "addr add 2600::2/64 dev wwan0 nodad",
            "none"),
        PathCase(
            "a default for all goes before one for a prefix",
            wifi + mobile + "-6 route add default from fd00:1::/64 via fd00:1::1 dev wlan0\n"
                + mobileDefault6,
            "wwan0:cellular/name wlan0:wifi/name; v6 cellular/name expensive via fd00:2::1"),
        PathCase(
            "a nexthop object of IPv6 behind a rule for bound sockets",
            wifi + mobile + "nexthop add id 1 via fd00:1::1 dev wlan0\n"
                + "-6 route add default nhid 1 metric 600\n" + mobileDefault6
                + "-6 rule add oif wwan0 unreachable",
            "wlan0:wifi/name wwan0:cellular/name; v6 wifi/name via fd00:1::1"),
    ]
}
