import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: several ways at once, and rules between them")
    struct RoutingCases {
        @Test("the hops of an IPv4 multipath default count as long as their links can carry them")
        func multipath() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            try namespace.awaitAnswer(to: "-o link show wwan0", contains: "state UP")
            try namespace.ip(
                "route add default nexthop via 10.1.0.1 dev wlan0 nexthop via 10.2.0.1 dev wwan0")
            let daemon = try RunningDaemon(in: namespace)
            // Hops of one route have no order: cellular stands first.
            let both = PathSnapshot.via("wwan0:cellular wlan0:wifi")
            var state = try daemon.settle()
            #expect(state.path == both)
            #expect(state.apps == AppSnapshot.table(on: .cellular))

            try namespace.peerIP("link set p2 down")
            state = try daemon.reach(.via("wlan0:wifi"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))
            try namespace.peerIP("link set p2 up")
            try daemon.reach(both)

            // The hop stays in the route, flagged dead.
            try namespace.ip("link set wwan0 down")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            #expect(try namespace.ip("route show default").contains("dead"))
            try namespace.ip("route replace default via 10.1.0.1 dev wlan0")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
        }

        @Test("a group of nexthop objects loses a member, and its route goes with the last")
        func nexthopGroup() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.batch([
                "nexthop add id 1 via 10.1.0.1 dev wlan0",
                "nexthop add id 2 via 10.2.0.1 dev wwan0", "nexthop add id 3 group 1/2",
                "nexthop add id 11 via fd00:1::1 dev wlan0",
                "nexthop add id 12 via fd00:2::1 dev wwan0", "nexthop add id 13 group 11/12",
                "route add default nhid 3",
            ])
            try namespace.ip("-6 route add default nhid 13")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wwan0:cellular wlan0:wifi", .both))

            try namespace.batch(["nexthop del id 2", "nexthop del id 12"])
            var state = try daemon.settle()
            #expect(state.path == .via("wlan0:wifi", .both))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            try namespace.ip("nexthop del id 1")
            #expect(try daemon.settle().path == .via("wlan0:wifi", .ipv6))
            try namespace.ip("nexthop del id 11")
            state = try daemon.settle()
            #expect(state.path == .unsatisfied)
            #expect(state.apps == AppSnapshot.table(on: .offline))
        }

        @Test(
            "a rule for some traffic only is no change of the path",
            arguments: [
                "from 10.2.0.2", "fwmark 7", "uidrange 1000-1000", "iif wwan0", "oif wwan0",
                "ipproto tcp dport 443", "to 203.0.113.0/24",
            ])
        func rulesForSomeTraffic(selector: String) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.uplink("wwan0", 2)
            try namespace.ip("route add default via 10.2.0.1 dev wwan0 table 100")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let changes = try daemon.changes {
                try namespace.ip("rule add \(selector) lookup 100 pref 50")
            }
            #expect(changes == [])
        }

        @Test("a rule for all traffic moves the path or ends it, and its end brings it back")
        func rulesForAllTraffic() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.uplink("wwan0", 2)
            try namespace.ip("route add default via 10.2.0.1 dev wwan0 table 100")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))

            try namespace.ip("rule add lookup 100 pref 50")
            var state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular wlan0:wifi"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))

            try namespace.ip("rule add prohibit pref 40")
            state = try daemon.settle()
            #expect(state.path == .unsatisfied)
            #expect(state.apps == AppSnapshot.table(on: .offline))

            let changes = try daemon.changes {
                try namespace.batch(["rule del pref 50", "rule del pref 40"])
            }
            #expect(
                changes == [
                    "path: wlan0:wifi", "A: available", "B: available", "C: wifiDenied",
                    "D: available",
                ])
        }

        @Test("two modems, one for each family, are one path until one of them goes")
        func modemsByFamily() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            try namespace.uplink("wwan1", 4)
            try namespace.ip("-6 route add default via fd00:4::1 dev wwan1 metric 100")
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(.via("wwan0:cellular wwan1:cellular", .both))
            #expect(state.apps == AppSnapshot.table(on: .cellular))

            let changes = try daemon.changes { try namespace.ip("link del wwan0") }
            #expect(changes == ["path: wwan1:cellular"])
            state = try daemon.settle()
            #expect(state.path == .via("wwan1:cellular", .ipv6))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
        }
    }
}
