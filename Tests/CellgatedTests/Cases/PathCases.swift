import CellgateSimulation
import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: which routes count, and in which order")
    struct PathCases {
        @Test("PD-01: a cellular default without a gateway on a point-to-point link counts")
        func withoutGateway() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.ip("tuntap add dev wwan0 mode tun")
            try namespace.ip("addr add 10.225.190.236/32 dev wwan0")
            try namespace.ip("link set wwan0 up")
            try namespace.ip("route add default dev wwan0 metric 1000")
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.settle().path == .unsatisfied, "nobody reads: no carrier")

            let tunnel = try TunnelLink("wwan0", in: namespace)
            let state = try daemon.reach(.via("wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
            withExtendedLifetime(tunnel) {}
        }

        @Test("a rule for destinations counts where the traffic goes there")
        func rulesByDestination() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.addDefault("wlan0", 1)
            try namespace.ip("route add default via 10.2.0.1 dev wwan0 table 100")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            try namespace.ip("rule add to 0.0.0.0/1 lookup 100")
            try namespace.ip("rule add to 128.0.0.0/1 lookup 100")
            #expect(
                try daemon.reach(.via("wwan0:cellular wlan0:wifi")).apps["A"]?.isAvailable == false)
            try namespace.ip("route del default via 10.1.0.1 dev wlan0")
            try daemon.reach(.via("wwan0:cellular"))
        }

        @Test("a way out in the local table counts and is noticed, like any other")
        func localTable() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.settle().path == .unsatisfied)
            try namespace.ip("route add default via 10.1.0.1 dev wlan0 table local")
            try daemon.awaitEntry { $0.event == "path-changed" }
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            try namespace.ip("route del default via 10.1.0.1 dev wlan0 table local")
            try daemon.awaitEntry { $0.event == "path-changed" }
            #expect(try daemon.settle().path == .unsatisfied)
        }

        @Test("PD-03: metrics give the order; none is 0 in IPv4 and 1024 in IPv6")
        func metrics() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("eth0", 3)
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular"))
            #expect(state.reasons == AppSnapshot.reasons(on: .cellular))

            try namespace.addDefault("wlan0", 1, metric: 600)
            state = try daemon.settle()
            #expect(state.path == .via("wlan0:wifi wwan0:cellular"))
            #expect(state.reasons == AppSnapshot.reasons(on: .wifi))

            // NetworkManager's penalty for a link whose connectivity check fails.
            try namespace.addDefault("eth0", 3, metric: 20_100)
            #expect(
                try daemon.settle().path == .via("wlan0:wifi wwan0:cellular eth0:wiredEthernet"))

            try namespace.addDefault("wwan0", 2)
            state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular wlan0:wifi eth0:wiredEthernet"))
            #expect(state.reasons == AppSnapshot.reasons(on: .cellular))

            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0 metric 600")
            try namespace.ip("-6 route add default via fd00:2::1 dev wwan0")
            state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular wlan0:wifi eth0:wiredEthernet", .both))
            // IPv6 prefers Wi-Fi, so an app that is barred from cellular has that.
            #expect(state.reasons["A"] == "available")
        }

        @Test("PD-06: a default by a nexthop object counts, and a change of the object is seen")
        func nexthopObjects() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.ip("nexthop add id 10 via 10.1.0.1 dev wlan0")
            try namespace.ip("nexthop add id 20 via 10.2.0.1 dev wwan0")
            try namespace.ip("nexthop add id 100 group 10/20")
            let daemon = try RunningDaemon(in: namespace)
            try namespace.ip("route add default nhid 10")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))

            // Now the kernel names only the object in its messages about routes.
            try namespace.sysctl("net.ipv4.nexthop_compat_mode=0")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            try namespace.ip("nexthop replace id 10 via 10.2.0.1 dev wwan0")
            #expect(try daemon.settle().path == .via("wwan0:cellular"))

            try namespace.ip("nexthop replace id 10 via 10.1.0.1 dev wlan0")
            try namespace.ip("route replace default nhid 100")
            // Hops of one route have no order: cellular stands first.
            #expect(try daemon.settle().path == .via("wwan0:cellular wlan0:wifi"))
        }

        @Test("PD-18: a link without carrier is not in the path, though the kernel uses its route")
        func cableUnplugged() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("eth0", 3)
            try namespace.addDefault("eth0", 3, metric: 100)
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.settle().path == .via("eth0:wiredEthernet wwan0:cellular"))

            let changes = try daemon.changes(reaching: .via("wwan0:cellular")) {
                try namespace.peerIP("link set p3 down")
            }
            #expect(
                changes == [
                    "path: wwan0:cellular", "A: cellularDenied", "C: cellularDenied",
                    "D: undecided",
                ])
            #expect(
                try namespace.ip("route get 198.51.100.1").contains("dev eth0"),
                "the kernel still uses the dead route")

            try namespace.peerIP("link set p3 up")
            try daemon.reach(.via("eth0:wiredEthernet wwan0:cellular"))
        }

        @Test("PD-20: the operational state UNKNOWN counts as up, a tap that nobody reads does not")
        func unknownOperationalState() throws {
            let namespace = try NamedNetworkNamespace()
            let modem = try TunnelLink("rmnet_data0", address: "100.76.1.2/32", in: namespace)
            try namespace.ip("route add default dev rmnet_data0 metric 10")
            let daemon = try RunningDaemon(in: namespace)
            #expect(
                try namespace.ip("-o link show rmnet_data0").contains("state UNKNOWN"))
            #expect(try daemon.reach(.via("rmnet_data0:cellular")).apps["A"]?.isAvailable == false)

            try namespace.ip("tuntap add dev tap7 mode tap")
            try namespace.ip("addr add 10.7.0.2/24 dev tap7")
            try namespace.ip("link set tap7 up")
            try namespace.ip("route add default via 10.7.0.1 dev tap7 metric 1 onlink")
            #expect(try daemon.settle().path == .via("rmnet_data0:cellular"))
            withExtendedLifetime(modem) {}
        }

        @Test("PD-30: an access point of our own is no uplink until a default leads there")
        func ownAccessPoint() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            try namespace.ip(
                "link add ap0 type veth peer name pap netns \(namespace.peerName)")
            try namespace.peerIP("link set pap up")
            try namespace.ip("addr add 10.42.0.1/24 dev ap0")
            try namespace.ip("link set ap0 up")
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.reach(.via("wwan0:cellular")).path == .via("wwan0:cellular"))

            try namespace.awaitAnswer(to: "-o link show ap0", contains: "state UP")
            try namespace.ip("route add default via 10.42.0.99 dev ap0 metric 20 onlink")
            // A veth that nothing else types is wired.
            try daemon.reach(.via("ap0:wiredEthernet wwan0:cellular"))

            try namespace.ip("route del default metric 20")
            #expect(try daemon.settle().path == .via("wwan0:cellular"))
        }

        @Test("PD-34: an IPv4 default by an IPv6 next hop counts")
        func viaIPv6() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("addr flush dev wlan0 scope global")
            try namespace.ip("addr add 192.0.2.5/32 dev wlan0")
            let daemon = try RunningDaemon(in: namespace)
            try namespace.ip("-4 route add default via inet6 fe80::1 dev wlan0")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            #expect(daemon.entries(of: "netlink-resync") == [])
        }

        @Test("PD-36: the handover from Wi-Fi to cellular and back")
        func handover() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            let onBoth = PathSnapshot.via("wlan0:wifi wwan0:cellular")
            #expect(try daemon.settle().path == onBoth)

            let mark = daemon.entries.count
            try namespace.ip("link set wlan0 down")
            try daemon.reach(.via("wwan0:cellular"))
            let published = daemon.changes(since: mark)
            #expect(
                published.filter { $0.event == "path-changed" }.map(PathSnapshot.init)
                    == [.via("wwan0:cellular")])
            #expect(!published.contains { $0.app == "B" })

            try namespace.ip("link set wlan0 up")
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            #expect(try daemon.settle().path == .via("wwan0:cellular"))

            try namespace.addDefault("wlan0", 1, metric: 600)
            #expect(try daemon.settle().path == onBoth)
            #expect(try daemon.settle().reasons == AppSnapshot.reasons(on: .wifi))

            try namespace.ip("link set wwan0 down")
            try daemon.reach(.via("wlan0:wifi"))
            try namespace.ip("link set wlan0 down")
            let state = try daemon.reach(.unsatisfied)
            #expect(state.reasons == AppSnapshot.reasons(on: .offline))
        }

        @Test("PD-37: a network without a default route is no path")
        func withoutDefault() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            let state = try RunningDaemon(in: namespace).settle()
            #expect(state.path == .unsatisfied)
            #expect(state.apps == AppSnapshot.table(on: .offline))
        }
    }
}
