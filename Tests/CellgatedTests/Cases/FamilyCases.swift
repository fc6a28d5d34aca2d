import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: families and addresses")
    struct FamilyCases {
        @Test("PD-13: a network with IPv6 only is a path; each change of the families comes once")
        func ipv6Only() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("-4 addr flush dev wlan0")
            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0")
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(.via("wlan0:wifi", .ipv6))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            var changes = try daemon.changes {
                try namespace.ip("addr add 10.1.0.2/24 dev wlan0")
                try namespace.addDefault("wlan0", 1)
            }
            #expect(changes == ["path: wlan0:wifi"])
            state = try daemon.settle()
            #expect(state.path == .via("wlan0:wifi", .both))

            changes = try daemon.changes {
                try namespace.ip("-6 route del default via fd00:1::1 dev wlan0")
            }
            #expect(changes == ["path: wlan0:wifi"])
            #expect(try daemon.settle().path == .via("wlan0:wifi", .ipv4))

            changes = try daemon.changes {
                try namespace.sysctl("net.ipv6.conf.wlan0.disable_ipv6=1")
            }
            #expect(changes == [])
            #expect(!daemon.entries.contains { $0.fields["PRIORITY"] == "3" })
        }

        @Test("PD-14: a default of a router advertisement is over when its lifetime is")
        func lifetime() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            let route = "default via fd00:1::1 dev wlan0 proto ra metric 1024 expires"
            try namespace.ip("-6 route add \(route) 600")
            try daemon.reach(.via("wlan0:wifi", .ipv6))
            let refreshed = try daemon.changes {
                try namespace.ip("-6 route replace \(route) 900")
            }
            #expect(refreshed == [])

            // The kernel sends no message when it is over, and lists the route a while longer.
            try namespace.ip("-6 route replace \(route) 1")
            try daemon.reach(.unsatisfied)
            #expect(try namespace.ip("-6 route show default").contains("via fd00:1::1"))
        }

        @Test("PD-16: link-local addresses make no path, a unique local one does")
        func addressScopes() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("addr flush dev wlan0 scope global")
            try namespace.ip("addr add 169.254.7.7/16 dev wlan0 scope link")
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.settle().path == .unsatisfied)
            try namespace.ip("route add default dev wlan0")
            #expect(try daemon.settle().path == .unsatisfied, "169.254.0.0/16 only")

            try namespace.ip("route del default")
            try namespace.ip("-6 route add default via fe80::1 dev wlan0")
            #expect(try namespace.ip("-6 addr show dev wlan0").contains("fe80::"))
            #expect(try daemon.settle().path == .unsatisfied, "fe80::/10 only")

            try namespace.ip("addr del 169.254.7.7/16 dev wlan0")
            try namespace.ip("route add default dev wlan0")
            #expect(try daemon.settle().path == .unsatisfied, "no IPv4 address at all")

            try namespace.ip("-6 addr add fd12:3456::2/64 dev wlan0 nodad")
            #expect(try daemon.settle().path == .via("wlan0:wifi", .ipv6))
            let changes = try daemon.changes {
                try namespace.ip("-6 addr add 2001:db8::2/64 dev wlan0 nodad")
            }
            #expect(changes == [])
        }

        @Test("PD-17: a tentative or duplicate IPv6 address does not count, a deprecated one does")
        func addressStates() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("addr flush dev wlan0 scope global")
            try namespace.sysctl("net.ipv6.conf.wlan0.accept_dad=1")
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            try namespace.ip("-6 route add default via fe80::1 dev wlan0")
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.settle().path == .unsatisfied, "no global address")

            try namespace.sysctl("net.ipv6.conf.wlan0.dad_transmits=200")
            try namespace.ip("-6 addr add 2001:db8::1/64 dev wlan0")
            #expect(try daemon.settle().path == .unsatisfied, "tentative")
            #expect(try namespace.ip("-6 addr show dev wlan0").contains("tentative"))
            try namespace.ip("-6 addr del 2001:db8::1/64 dev wlan0")

            try namespace.sysctl("net.ipv6.conf.wlan0.dad_transmits=1")
            try namespace.ip("-6 addr add 2001:db8::2/64 dev wlan0")
            try daemon.reach(.via("wlan0:wifi", .ipv6))

            try namespace.ip("-6 addr del 2001:db8::2/64 dev wlan0")
            try daemon.reach(.unsatisfied)
            try namespace.peerIP("-6 addr add 2001:db8::3/64 dev p1 nodad")
            try namespace.ip("-6 addr add 2001:db8::3/64 dev wlan0")
            try namespace.awaitAnswer(to: "-6 addr show dev wlan0", contains: "dadfailed")
            #expect(try daemon.settle().path == .unsatisfied, "duplicate")

            try namespace.ip("-6 addr del 2001:db8::3/64 dev wlan0")
            try namespace.ip(
                "-6 addr add 2001:db8::4/64 dev wlan0 nodad preferred_lft 0 valid_lft 600")
            #expect(try namespace.ip("-6 addr show dev wlan0").contains("deprecated"))
            // The kernel announces an address a little later, when its work queue has come to it.
            try daemon.reach(.via("wlan0:wifi", .ipv6))
        }

        @Test("PD-31: refreshed lifetimes and rotating temporary addresses change nothing")
        func rotation() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("-6 addr add 2001:db8::10/64 dev wlan0 nodad")
            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi", .ipv6))
            let changes = try daemon.changes {
                try namespace.batch(
                    (1...40).map { number in
                        "addr change 2001:db8::10/64 dev wlan0 nodad"
                            + " preferred_lft \(3600 + number) valid_lft \(7200 + number)"
                    }
                        + (1...20).flatMap { number in
                            let address = "2001:db8::a:\(number)/64 dev wlan0"
                            return [
                                "addr add \(address) nodad preferred_lft 600 valid_lft 1200",
                                "addr change \(address) nodad preferred_lft 0 valid_lft 1200",
                                "addr del \(address)",
                            ]
                        })
            }
            #expect(changes == [])
            #expect(try daemon.settle().path == .via("wlan0:wifi", .ipv6))
        }
    }
}
