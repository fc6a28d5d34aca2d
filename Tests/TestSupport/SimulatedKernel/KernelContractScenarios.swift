internal import CellgateCore
internal import CellgateSimulation

extension KernelContract {
    private static let wifi = SimulatedKernel.uplink("wlan0", 1)
    private static let both = wifi + SimulatedKernel.uplink("wwan0", 2)
    private static let wifiDefault = "route add default via 10.1.0.1 dev wlan0 metric 600\n"
    private static let mobileDefault = "route add default via 10.2.0.1 dev wwan0 metric 700\n"
    private static let defaults = both + wifiDefault + mobileDefault
    private static let defaults6 =
        both + "-6 route add default via fd00:1::1 dev wlan0 metric 600\n"
        + "-6 route add default via fd00:2::1 dev wwan0 metric 700\n"
    private static let probe = "150.0.0.1"
    private static let probe6 = "2600::1"
    private static let byWifi = "default via 10.1.0.1 dev wlan0 table 254 metric 600"
    private static let byMobile = "default via 10.2.0.1 dev wwan0 table 254 metric 700"
    private static let byWifi6 = "default via fd00:1::1 dev wlan0 table 254 metric 600"
    private static let byMobile6 = "default via fd00:2::1 dev wwan0 table 254 metric 700"

    /// All that is agreed on.
    package static let scenarios: [Scenario] = links + routes + rules + objects + ipv6

    private static let links: [Scenario] = [
        Scenario(
            "an uplink", wifi,
            [
                (.link("wlan0"), "up carrier veth 10.1.0.2/24 fd00:1::2/64"),
                (.way(probe), "no route"), (.way(probe, by: "wlan0"), "rejected"),
                (.way(probe6), "no route"), (.way(probe6, by: "wlan0"), "no route"),
                (.way("10.1.0.7"), "10.1.0.0/24 dev wlan0 table 254 metric 0"),
                (.way("fd00:1::7"), "fd00:1::/64 dev wlan0 table 254 metric 256"),
                (.way("10.1.0.2"), "other 10.1.0.2/32 dev wlan0 metric 0"),
                (.rules(.ipv4), "0: table 255; 32766: table 254; 32767: table 253"),
                (.rules(.ipv6), "0: table 255; 32766: table 254"),
                (.source(of: probe), "none"),
            ]),
        Scenario(
            "link down takes routes and IPv6 addresses", defaults + "link set wlan0 down",
            [
                (.link("wlan0"), "veth 10.1.0.2/24"), (.way(probe), byMobile),
                (.way(probe, by: "wlan0"), "no route"), (.defaults(.ipv4), byMobile),
            ]),
        Scenario(
            "link up brings the connected route only",
            defaults + "link set wlan0 down\nlink set wlan0 up",
            [
                (.way(probe), byMobile), (.way(probe, by: "wlan0"), "rejected"),
                (.way("10.1.0.7"), "10.1.0.0/24 dev wlan0 table 254 metric 0"),
            ]),
        Scenario(
            "carrier loss keeps everything", defaults + "link set p1 down",
            [
                (.link("wlan0"), "up veth 10.1.0.2/24 fd00:1::2/64"), (.way(probe), byWifi),
                (.way(probe, by: "wlan0"), byWifi), (.defaults(.ipv4), "\(byWifi); \(byMobile)"),
            ]),
        Scenario(
            "the last address takes the routes with it", defaults + "addr flush dev wlan0",
            [(.way(probe), byMobile), (.defaults(.ipv4), byMobile)]),
        Scenario(
            "a preferred source takes its routes with it",
            both + "addr add 10.1.0.9/24 dev wlan0\n"
                + "route add default via 10.1.0.1 dev wlan0 src 10.1.0.9\n"
                + "addr del 10.1.0.9/24 dev wlan0",
            [(.way(probe), "no route"), (.defaults(.ipv4), "")]),
        Scenario(
            "a removed link is gone with its routes", defaults + "link del wlan0",
            [
                (.link("wlan0"), "none"), (.link("p1"), "none"), (.way(probe), byMobile),
            ]),
        Scenario(
            "a renamed link keeps its routes", defaults + "link set wlan0 name wlp3s0",
            [(.way(probe), "default via 10.1.0.1 dev wlp3s0 table 254 metric 600")]),
        Scenario(
            "a bridge has the carrier of its ports",
            wifi + "link add br0 type bridge\nlink set br0 up\n"
                + "link add port0 type veth peer name far0\nlink set port0 master br0\n"
                + "link set port0 up",
            [(.link("br0"), "up bridge"), (.link("port0"), "up veth in br0")]),
        Scenario(
            "a macvlan on a link with carrier",
            wifi + "link add mac0 link wlan0 type macvlan\nlink set mac0 up",
            [(.link("mac0"), "up carrier macvlan")]),
        Scenario(
            "a tunnel without a reader has no carrier",
            "tuntap add dev tun0 mode tun\nlink set tun0 up\naddr add 10.9.0.2/32 dev tun0\n"
                + "route add default dev tun0",
            [
                (.link("tun0"), "up tun 10.9.0.2/32"),
                (.way(probe), "default dev tun0 table 254 metric 0"),
            ]),
    ]

    private static let routes: [Scenario] = [
        Scenario(
            "the lower metric wins, and each link answers for itself", defaults,
            [
                (.way(probe), byWifi), (.way(probe, by: "wwan0"), byMobile),
                (.defaults(.ipv4), "\(byWifi); \(byMobile)"), (.source(of: probe), "10.1.0.2"),
            ]),
        Scenario(
            "the longest prefix wins over the metric",
            defaults + "route add 0.0.0.0/1 via 10.2.0.1 dev wwan0 metric 5000\n"
                + "route add 128.0.0.0/1 via 10.2.0.1 dev wwan0 metric 5000",
            [
                (.way("50.0.0.1"), "0.0.0.0/1 via 10.2.0.1 dev wwan0 table 254 metric 5000"),
                (.way(probe), "128.0.0.0/1 via 10.2.0.1 dev wwan0 table 254 metric 5000"),
                (.way(probe, by: "wlan0"), byWifi), (.defaults(.ipv4), "\(byWifi); \(byMobile)"),
            ]),
        Scenario(
            "a route is replaced in its place",
            defaults + "route replace default via 10.2.0.1 dev wwan0 metric 600",
            [
                (.way(probe), "default via 10.2.0.1 dev wwan0 table 254 metric 600"),
                (.way(probe, by: "wlan0"), "rejected"),
            ]),
        Scenario(
            "a deleted route leaves the next",
            defaults + "route del default via 10.1.0.1 dev wlan0", [(.way(probe), byMobile)]),
        Scenario(
            "what exists is not added again",
            defaults + "route append default via 10.2.0.1 dev wwan0 metric 600",
            [
                (
                    .defaults(.ipv4),
                    "\(byWifi); default via 10.2.0.1 dev wwan0 table 254 metric 600; \(byMobile)"
                )
            ]),
        Scenario(
            "a multipath route shows all hops to each",
            both
                + "route add default nexthop via 10.1.0.1 dev wlan0 nexthop via 10.2.0.1 dev wwan0",
            [
                (
                    .way(probe, by: "wwan0"),
                    "default via 10.1.0.1 dev wlan0 via 10.2.0.1 dev wwan0 table 254 metric 0"
                )
            ]),
        Scenario(
            "a hop whose link is down is dead",
            both
                + "route add default nexthop via 10.1.0.1 dev wlan0 nexthop via 10.2.0.1 dev wwan0\n"
                + "link set wlan0 down",
            [
                (
                    .way(probe),
                    "default via 10.1.0.1 dev wlan0 dead via 10.2.0.1 dev wwan0 table 254 metric 0"
                ), (.way(probe, by: "wlan0"), "no route"),
            ]),
        Scenario(
            "an unreachable default ends the search, bound or not",
            both + "route add unreachable default metric 10\n" + wifiDefault,
            [
                (.way(probe), "rejected"), (.way(probe, by: "wlan0"), "rejected"),
                (.defaults(.ipv4), "reject default table 254 metric 10; \(byWifi)"),
            ]),
        Scenario(
            "a black hole and a prohibition refuse",
            defaults + "route add blackhole 150.0.0.0/8\nroute add prohibit 203.0.0.0/8",
            [
                (.way(probe), "rejected"), (.way("203.0.113.1"), "rejected"),
                (.way("198.51.100.1"), byWifi),
            ]),
        Scenario(
            "throw goes on with the next rule",
            wifi + wifiDefault + "route add throw 150.0.0.0/8 table 100\n"
                + "route add default via 10.1.0.1 dev wlan0 table 100\nrule add lookup 100 pref 100",
            [
                (.way(probe), byWifi),
                (.way("203.0.113.1"), "default via 10.1.0.1 dev wlan0 table 100 metric 0"),
            ]),
        Scenario(
            "an IPv4 default by an IPv6 gateway",
            wifi + "-4 route add default via inet6 fd00:1::1 dev wlan0",
            [(.way(probe), "default via fd00:1::1 dev wlan0 table 254 metric 0")]),
        Scenario(
            "a host route by a gateway is found",
            both + "route add 198.51.100.9 via 10.2.0.1 dev wwan0",
            [
                (.hostRoute(.ipv4, by: "wwan0"), "yes"), (.hostRoute(.ipv4, by: "wlan0"), "no"),
                (.hostRoute(.ipv6, by: "wwan0"), "no"),
            ]),
    ]

    private static let rules: [Scenario] = [
        Scenario(
            "a rule for all but one mark leads to its table",
            defaults + "route add default via 10.2.0.1 dev wwan0 table 51820\n"
                + "rule add not fwmark 51820 table 51820\n"
                + "rule add table main suppress_prefixlength 0",
            [
                (.way(probe), "default via 10.2.0.1 dev wwan0 table 51820 metric 0"),
                (.way(probe, mark: 51_820), byWifi), (.way(probe, by: "wlan0"), byWifi),
                (.way("10.1.0.7"), "10.1.0.0/24 dev wlan0 table 254 metric 0"),
                (
                    .rules(.ipv4),
                    "0: table 255; 32764: table 254 suppress 0; 32765: not mark 51820 table 51820; "
                        + "32766: table 254; 32767: table 253"
                ),
            ]),
        Scenario(
            "a deleted rule leads back",
            defaults + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add lookup 100 pref 100\nrule del lookup 100 pref 100",
            [(.way(probe), byWifi)]),
        Scenario(
            "a rule for bound sockets leads them elsewhere",
            defaults + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add oif wlan0 unreachable pref 90\nrule add oif wwan0 lookup 100 pref 100",
            [
                (.way(probe), byWifi), (.way(probe, by: "wlan0"), "rejected"),
                (
                    .way(probe, by: "wwan0"),
                    "default via 10.2.0.1 dev wwan0 table 100 metric 0"
                ),
            ]),
        Scenario(
            "a rule for one user or source is not for an unbound look-up",
            defaults + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add uidrange 0-1000 lookup 100 pref 90\n"
                + "rule add from 10.2.0.2 lookup 100 pref 91",
            [(.way(probe), byWifi)]),
        Scenario(
            "a rule that refuses comes before the tables",
            defaults + "rule add prohibit pref 50", [(.way(probe), "rejected")]),
    ]

    private static let objects: [Scenario] = [
        Scenario(
            "a route by an object ends a bound look-up in IPv4",
            both + "nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1 metric 600\n"
                + mobileDefault,
            [
                (.way(probe), "default object 1 via 10.1.0.1 dev wlan0 table 254 metric 600"),
                (.way(probe, by: "wwan0"), "rejected"),
                (.nexthop(1), "via 10.1.0.1 dev wlan0"), (.nexthop(9), ""),
            ]),
        Scenario(
            "a replaced object moves its route",
            both + "nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1\n"
                + "nexthop replace id 1 via 10.2.0.1 dev wwan0",
            [(.way(probe), "default object 1 via 10.2.0.1 dev wwan0 table 254 metric 0")]),
        Scenario(
            "a group has the hops of its members",
            both + "nexthop add id 1 via 10.1.0.1 dev wlan0\n"
                + "nexthop add id 2 via 10.2.0.1 dev wwan0\nnexthop add id 3 group 1/2\n"
                + "route add default nhid 3",
            [
                (
                    .way(probe, by: "wwan0"),
                    "default object 3 via 10.1.0.1 dev wlan0 via 10.2.0.1 dev wwan0 table 254 metric 0"
                ), (.nexthop(3), "via 10.1.0.1 dev wlan0, via 10.2.0.1 dev wwan0"),
            ]),
        Scenario(
            "a deleted object takes its route with it",
            both + "nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1\n"
                + "nexthop del id 1", [(.way(probe), "no route"), (.nexthop(1), "")]),
        Scenario(
            "a link that goes down takes its objects with it",
            both + "nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1\n"
                + mobileDefault + "link set wlan0 down",
            [(.way(probe), byMobile), (.nexthop(1), "")]),
        Scenario(
            "an object that is a black hole refuses",
            wifi + "nexthop add id 1 blackhole\nroute add default nhid 1 metric 10\n" + wifiDefault,
            [(.way(probe), "rejected"), (.way(probe, by: "wlan0"), "rejected")]),
    ]

    private static let ipv6: [Scenario] = [
        Scenario(
            "IPv6 by metric, and by link", defaults6,
            [
                (.way(probe6), byWifi6), (.way(probe6, by: "wwan0"), byMobile6),
                (.defaults(.ipv6, by: "wwan0"), byMobile6), (.source(of: probe6), "fd00:1::2"),
            ]),
        Scenario(
            "IPv6 link down", defaults6 + "link set wlan0 down",
            [(.way(probe6), byMobile6), (.way(probe6, by: "wlan0"), "no route")]),
        Scenario(
            "an IPv6 default without a metric has 1024",
            wifi + "-6 route add default via fd00:1::1 dev wlan0",
            [(.way(probe6), "default via fd00:1::1 dev wlan0 table 254 metric 1024")]),
        Scenario(
            "a reject route is one of the loopback link",
            defaults6 + "-6 route add unreachable default metric 650",
            [
                (.way(probe6), byWifi6), (.way(probe6, by: "lo"), "rejected"),
                (.way(probe6, by: "wwan0"), byMobile6),
                (.defaults(.ipv6, by: "lo"), "reject default dev lo table 254 metric 650"),
            ]),
        Scenario(
            "a better reject route refuses unbound traffic only",
            defaults6 + "-6 route add unreachable default metric 10",
            [(.way(probe6), "rejected"), (.way(probe6, by: "wlan0"), byWifi6)]),
        Scenario(
            "a default for one source prefix",
            both + "-6 route add default from fd00:1::/64 via fd00:1::1 dev wlan0",
            [
                (.way(probe6), "no route"), (.way(probe6, by: "wlan0"), "no route"),
                (
                    .way(probe6, from: "fd00:1::2"),
                    "default from /64 via fd00:1::1 dev wlan0 table 254 metric 1024"
                ), (.way(probe6, from: "fd00:2::2"), "no route"),
                (.source(of: probe6), "fd00:1::2"),
            ]),
        Scenario(
            "a multipath default of IPv6",
            both
                + "-6 route add default nexthop via fd00:1::1 dev wlan0 nexthop via fd00:2::1 dev wwan0",
            [
                (
                    .way(probe6, by: "wwan0"),
                    "default via fd00:2::1 dev wwan0 via fd00:1::1 dev wlan0 table 254 metric 1024"
                )
            ]),
        Scenario(
            "an IPv6 object leads on by link",
            both + "nexthop add id 1 via fd00:1::1 dev wlan0\n"
                + "-6 route add default nhid 1 metric 600\n"
                + "-6 route add default via fd00:2::1 dev wwan0 metric 700",
            [
                (.way(probe6), "default object 1 via fd00:1::1 dev wlan0 table 254 metric 600"),
                (.way(probe6, by: "wwan0"), byMobile6),
            ]),
        Scenario(
            "IPv6 behind a rule",
            defaults6 + "-6 route add default via fd00:2::1 dev wwan0 table 100\n"
                + "-6 rule add lookup 100 pref 100",
            [(.way(probe6), "default via fd00:2::1 dev wwan0 table 100 metric 1024")]),
    ]
}
