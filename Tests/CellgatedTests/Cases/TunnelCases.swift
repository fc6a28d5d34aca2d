import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: tunnels and what carries them")
    struct TunnelCases {
        @Test("PD-07: two halves of the address space take the default's place, one does not")
        func halves() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let tunnel = try TunnelLink("tun0", address: "10.8.0.6/24", in: namespace)
            let daemon = try RunningDaemon(in: namespace)
            try namespace.ip("route add 203.0.113.9/32 via 10.1.0.1 dev wlan0")
            try namespace.ip("route add 0.0.0.0/1 via 10.8.0.1 dev tun0")
            #expect(try daemon.reach(.via("wlan0:wifi")).path == .via("wlan0:wifi"))

            let changes = try daemon.changes {
                try namespace.ip("route add 128.0.0.0/1 via 10.8.0.1 dev tun0")
            }
            #expect(changes == ["path: tun0:other wlan0:wifi"])
            #expect(try daemon.settle().path == .via("tun0:other wlan0:wifi", type: "wifi"))

            try namespace.ip("route del 128.0.0.0/1")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            try namespace.ip("route del 0.0.0.0/1")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            withExtendedLifetime(tunnel) {}
        }

        @Test("PD-07: the same in IPv6")
        func halvesInIPv6() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0")
            let tunnel = try TunnelLink("tun0", address: "fd00:8::6/64", in: namespace)
            let daemon = try RunningDaemon(in: namespace)
            try namespace.ip("-6 route add ::/1 dev tun0")
            try namespace.ip("-6 route add 8000::/1 dev tun0")
            try daemon.reach(.via("tun0:other wlan0:wifi", .ipv6, type: "wifi"))
            try namespace.ip("-6 route del ::/1")
            #expect(try daemon.settle().path == .via("wlan0:wifi", .ipv6))
            withExtendedLifetime(tunnel) {}
        }

        @Test("PD-08: a default behind a policy rule counts, and goes with the rule")
        func policyRule() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let tunnel = try TunnelLink("wg0", address: "10.0.8.2/32", in: namespace)
            let daemon = try RunningDaemon(in: namespace)
            try namespace.ip("route add default dev wg0 table 51820")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            try namespace.ip("rule add not fwmark 51820 table 51820")
            try namespace.ip("rule add table main suppress_prefixlength 0")
            try daemon.reach(.via("wg0:other wlan0:wifi", type: "wifi"))

            let changes = try daemon.changes {
                try namespace.ip("rule del not fwmark 51820 table 51820")
            }
            #expect(changes == ["path: wlan0:wifi"])
            withExtendedLifetime(tunnel) {}
        }

        @Test("PD-10, AP-13: a tunnel has the type and the expense of what carries it")
        func carrier() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let tunnel = try TunnelLink("tun0", address: "10.8.0.6/24", in: namespace)
            try namespace.ip("route add default via 10.8.0.1 dev tun0 metric 50")
            let daemon = try RunningDaemon(in: namespace)
            let overWifi = PathSnapshot.via("tun0:other wlan0:wifi wwan0:cellular", type: "wifi")
            var state = try daemon.reach(overWifi)
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            // The tunnel itself has no event.
            try namespace.ip("link set wlan0 down")
            state = try daemon.reach(.via("tun0:other wwan0:cellular", type: "cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))

            try namespace.ip("link set wlan0 up")
            try namespace.addDefault("wlan0", 1, metric: 600)
            state = try daemon.reach(overWifi)
            #expect(state.apps == AppSnapshot.table(on: .wifi))
            withExtendedLifetime(tunnel) {}
        }
    }
}
