import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: tunnels as their programs set them up, and translated IPv4")
    struct VirtualNetworkCases {
        @Test(
            "all that wg-quick sets up leads both families through the tunnel, whatever carries it")
        func wgQuick() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let tunnel = try TunnelLink("wg0", address: "10.0.8.2/32", in: namespace)
            try namespace.ip("-6 addr add fd00:8::2/128 dev wg0 nodad")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi wwan0:cellular"))
            for family in ["-4", "-6"] {
                try namespace.ip("\(family) route add default dev wg0 table 51820")
                try namespace.ip("\(family) rule add not fwmark 51820 table 51820")
                try namespace.ip("\(family) rule add table main suppress_prefixlength 0")
            }
            var state = try daemon.reach(
                .via("wg0:other wlan0:wifi wwan0:cellular", .both, type: "wifi"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            let overCellular = PathSnapshot.via(
                "wg0:other wwan0:cellular", .both, type: "cellular")
            let changes = try daemon.changes(reaching: overCellular) {
                try namespace.ip("link set wlan0 down")
            }
            #expect(
                changes == [
                    "path: wg0:other wwan0:cellular", "A: cellularDenied", "C: cellularDenied",
                    "D: undecided",
                ])

            // wg-quick takes its rules away, and the link with its table.
            for family in ["-4", "-6"] {
                try namespace.ip("\(family) rule del table main suppress_prefixlength 0")
                try namespace.ip("\(family) rule del not fwmark 51820 table 51820")
            }
            try namespace.ip("link del wg0")
            state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
            withExtendedLifetime(tunnel) {}
        }

        @Test("the halves of OpenVPN cost what carries them, in IPv4 and IPv6")
        func halvesOverCellular() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let tunnel = try TunnelLink("tun0", address: "10.8.0.6/24", in: namespace)
            try namespace.ip("-6 addr add fd00:8::6/64 dev tun0 nodad")
            try namespace.ip("route add 203.0.113.9/32 via 10.1.0.1 dev wlan0")
            for half in ["0.0.0.0/1", "128.0.0.0/1"] {
                try namespace.ip("route add \(half) via 10.8.0.1 dev tun0")
            }
            for half in ["::/1", "8000::/1"] { try namespace.ip("-6 route add \(half) dev tun0") }
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(
                .via("tun0:other wlan0:wifi wwan0:cellular", .both, type: "wifi"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            try namespace.ip("link set wlan0 down")
            state = try daemon.reach(.via("tun0:other wwan0:cellular", .both, type: "cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
            withExtendedLifetime(tunnel) {}
        }

        @Test("IPv4 translated over an IPv6-only network has the type of what carries it")
        func translated() throws {
            let namespace = try NamedNetworkNamespace()
            for (link, subnet) in [("wlan0", 1), ("wwan0", 2)] {
                try namespace.uplink(link, subnet)
                try namespace.ip("-4 addr flush dev \(link)")
            }
            try namespace.ip("-6 route add default via fd00:2::1 dev wwan0 metric 700")
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(.via("wwan0:cellular", .ipv6))
            #expect(state.apps == AppSnapshot.table(on: .cellular))

            // What clatd(8) makes (RFC 6877): an address of 192.0.0.0/29 and the default of IPv4.
            let clat = try TunnelLink("clat", address: "192.0.0.4/32", in: namespace)
            try namespace.ip("-4 route add default dev clat metric 2048 mtu 1260")
            state = try daemon.reach(.via("clat:other wwan0:cellular", .both, type: "cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))

            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0 metric 600")
            state = try daemon.reach(
                .via("clat:other wlan0:wifi wwan0:cellular", .both, type: "wifi"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            try namespace.ip("link set clat down")
            state = try daemon.settle()
            #expect(state.path == .via("wlan0:wifi wwan0:cellular", .ipv6))
            withExtendedLifetime(clat) {}
        }

        @Test(
            "a raw IP link is cellular by a modem's name, and by any other what carries it",
            arguments: [
                ("rmnet_data0", "cellular", "cellular"), ("qmapmux0.0", "cellular", "cellular"),
                ("ppp0", "other", "wifi"), ("wg0", "other", "wifi"), ("tun0", "other", "wifi"),
                ("tailscale0", "other", "wifi"), ("utun3", "other", "wifi"),
            ])
        func rawIPByName(name: String, own: String, type: String) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let link = try TunnelLink(name, address: "10.9.0.2/24", in: namespace)
            try namespace.ip("route add default dev \(name)")
            let daemon = try RunningDaemon(in: namespace, policy: PolicyFolder(typesByName: false))
            try daemon.reach(.via("\(name):\(own) wlan0:wifi", type: type))
            withExtendedLifetime(link) {}
        }
    }
}
