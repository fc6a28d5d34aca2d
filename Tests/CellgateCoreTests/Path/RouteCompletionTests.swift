import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("What look-ups by interface pass by")
struct RouteCompletionTests {
    @Test("is out of reach as it is for the kernel", arguments: PathCase.hidden)
    func hidden(_ example: PathCase) {
        #expect(Evaluation(example.kernel).path.text == example.expected)
    }
}

extension PathCase {
    private static let onBoth6 = wifi + mobile + wifiDefault6 + mobileDefault6
    private static let onlyWifi6 = "wlan0:wifi/name; v6 wifi/name via fd00:1::1"

    static let hidden: [PathCase] = [
        PathCase(
            "by IPv6 what is behind the reject route of an earlier table",
            wifi + mobile + mobileDefault6
                + "-6 route add default via fd00:1::1 dev wlan0 table 100\n"
                + "-6 route add blackhole default metric 4000 table 100\n-6 rule add lookup 100",
            onlyWifi6),
        PathCase(
            "by IPv6 not what is before the reject route of a later table",
            onBoth6 + "-6 route add unreachable default metric 4000 table 100\n"
                + "-6 rule add pref 40000 lookup 100",
            "wlan0:wifi/name wwan0:cellular/name; v6 wifi/name via fd00:1::1"),
        PathCase(
            "by IPv6 the only uplink, too, where a link without an address goes before both",
            wifi + wifiDefault6 + wired + "addr flush dev eth0\n"
                + "-6 route add default dev eth0 metric 10\n"
                + "-6 route add blackhole default metric 20", "none"),
        PathCase(
            "by IPv4 what is behind the reject route of an earlier table, and a nexthop object",
            wifi + mobile + mobileDefault + wired + "addr flush dev eth0\n"
                + "nexthop add id 1 via 10.1.0.1 dev wlan0\nnexthop add id 2 dev eth0\n"
                + "route add default nhid 1 table 100\nroute add default nhid 2 metric 10\n"
                + "route add unreachable default metric 4000 table 100\nrule add lookup 100",
            onlyWifi),
        PathCase(
            "by IPv4 a default that only a later rule takes, though an earlier names its table",
            wifi + mobile + wired + "nexthop add id 1 via 10.1.0.1 dev wlan0\n"
                + "route add default nhid 1 table 101\nroute add default dev wwan0\n"
                + "route add default dev wwan0 table 102\nroute add default dev eth0 table 103\n"
                + "rule add pref 4 lookup 103\nrule add pref 3 lookup 102\n"
                + "rule add pref 2 lookup 101\n"
                + "rule add pref 1 table main suppress_prefixlength 0\n",
            "wlan0:wifi/name wwan0:cellular/name eth0:wiredEthernet/linkType; "
                + "v4 wifi/name via 10.1.0.1"),
        PathCase(
            "by IPv4 not what is used, behind a default that is passed over and a reject route",
            onWifi + mobile + "route add unreachable default metric 9000\n"
                + "route add default via 10.2.0.1 dev wwan0 table 100\n"
                + "rule add pref 2 lookup 100\n"
                + "rule add pref 1 table main suppress_prefixlength 0\n",
            mobileFirst),
    ]
}
