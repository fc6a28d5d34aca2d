import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("A tunnel's path")
struct TunnelCarriersTests {
    @Test("is that of what carries it (PD-10, AP-13)", arguments: PathCase.tunnels)
    func carried(_ example: PathCase) {
        #expect(Evaluation(example.kernel).path.text == example.expected)
    }
}

extension PathCase {
    private static let wireGuard =
        "link add wg0 type wireguard\nlink set wg0 up\naddr add 10.9.0.2/32 dev wg0\n"
    private static let halves = "route add 0.0.0.0/1 dev wg0\nroute add 128.0.0.0/1 dev wg0\n"
    private static let wgQuick =
        "route add default dev wg0 table 51820\nrule add not fwmark 51820 table 51820\n"
        + "rule add table main suppress_prefixlength 0\n"
    private static let overWifi = "wg0:other/linkKind wlan0:wifi/name; v4 wifi/carrier"
    private static let overMobile =
        "wg0:other/linkKind wwan0:cellular/name; v4 cellular/carrier expensive"

    static let tunnels: [PathCase] = [
        PathCase("halves over Wi-Fi (PD-07)", onWifi + wireGuard + halves, overWifi),
        PathCase(
            "halves over mobile data (PD-10)", mobile + mobileDefault + wireGuard + halves,
            overMobile),
        PathCase(
            "the other usable links follow in order", onBoth + wireGuard + halves,
            "wg0:other/linkKind wlan0:wifi/name wwan0:cellular/name; v4 wifi/carrier"),
        PathCase(
            "by the mark that keeps its own packets out (PD-08)", onBoth + wireGuard + wgQuick,
            "wg0:other/linkKind wlan0:wifi/name wwan0:cellular/name; v4 wifi/carrier"),
        PathCase(
            "without the rule it is out of use (PD-08)",
            onWifi + wireGuard + "route add default dev wg0 table 51820", onlyWifi),
        PathCase(
            "nothing carries it, so it leads nowhere", wireGuard + "route add default dev wg0",
            "none"),
        PathCase(
            "by the other family",
            wifi + wifiDefault6 + wireGuard + "route add default dev wg0",
            "wg0:other/linkKind wlan0:wifi/name; v4 wifi/carrier; v6 wifi/name via fd00:1::1"),
        PathCase(
            "by the host route to its server",
            mobile + wifi + "route add 198.51.100.9 via 10.2.0.1 dev wwan0\n" + wireGuard
                + "route add default dev wg0", overMobile),
        PathCase(
            "by the link that it is bound to",
            onBoth
                + "link add gre1 type gre\nlink set gre1 up\naddr add 10.9.0.2/32 dev gre1\n"
                + "route add default dev gre1",
            "gre1:other/linkKind wwan0:cellular/name wlan0:wifi/name; "
                + "v4 cellular/carrier expensive"
        ) { kernel in
            let mobile = kernel.index(of: "wwan0")
            kernel.change("gre1") { link in
                link.lower = mobile
                link.tunnel = TunnelEndpoint(remote: .v4(0), mark: 0)
            }
        },
        PathCase(
            "by the way to its peer",
            onBoth + "route add 198.51.100.9 via 10.2.0.1 dev wwan0\n"
                + "link add gre1 type gre\nlink set gre1 up\naddr add 10.9.0.2/32 dev gre1\n"
                + "route add default dev gre1",
            "gre1:other/linkKind wwan0:cellular/name wlan0:wifi/name; "
                + "v4 cellular/carrier expensive"
        ) { kernel in
            kernel.change("gre1") { link in
                link.tunnel = TunnelEndpoint(remote: .v4(0xC633_6409), mark: 0)
            }
        },
        PathCase(
            "a tap carries Ethernet frames and is no tunnel",
            "tuntap add dev tap0 mode tap\nlink set tap0 up\naddr add 10.9.0.2/24 dev tap0\n"
                + "route add default via 10.9.0.1 dev tap0",
            "tap0:other/linkKind; v4 other/linkKind via 10.9.0.1"
        ) { $0.change("tap0") { $0.hasCarrier = true } },
        PathCase(
            "over IPv6 by the mark",
            wifi + mobile + wifiDefault6 + mobileDefault6
                + "link add wg0 type wireguard\nlink set wg0 up\naddr add fd00:9::2/128 dev wg0 nodad\n"
                + "-6 route add default dev wg0 table 51820\n"
                + "-6 rule add not fwmark 51820 table 51820\n"
                + "-6 rule add table main suppress_prefixlength 0",
            "wg0:other/linkKind wlan0:wifi/name wwan0:cellular/name; v6 wifi/carrier"),
    ]
}
