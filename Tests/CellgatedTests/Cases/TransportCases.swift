import Glibc
import TestSupport
import Testing

extension KernelTests {
    @Suite("Transport: what the kernel says, leaves out, and says too much of")
    struct TransportCases {
        @Test("NL-03: a dump during endless changes ends, and the state is right")
        func interruptedDump() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            // So many addresses that a dump takes several reads.
            try namespace.batch(
                (0..<8).flatMap { bridge in
                    ["link add br\(bridge) type bridge"]
                        + (1...250).map { "addr add 10.9.\(bridge).\($0)/32 dev br\(bridge)" }
                })
            try namespace.ip("link add br9 type bridge")
            // It changes addresses for as long as the daemon starts.
            let churn = try Subprocess(
                namespace.command([
                    "bash", "-c",
                    """
                    lines=$(for i in {1..60}; do
                        echo "addr add 10.7.0.$i/32 dev br9"; echo "addr del 10.7.0.$i/32 dev br9"
                    done)
                    while ip -batch - <<<"$lines"; do echo round; done
                    """,
                ]))
            _ = try churn.nextLine()
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.reach(.via("wlan0:wifi")).path == .via("wlan0:wifi"))
            churn.send(signal: SIGKILL)
            _ = try churn.finish()
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            #expect(!daemon.entries.contains { $0.fields["PRIORITY"] == "3" })
        }

        @Test("NL-04: a link that goes down takes its routes along, and does not bring them back")
        func linkDown() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.addDefault("wlan0", 1)
            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi", .both))

            try namespace.ip("link set wlan0 down")
            let state = try daemon.reach(.unsatisfied)
            #expect(state.apps == AppSnapshot.table(on: .offline))

            let changes = try daemon.changes {
                try namespace.ip("link set wlan0 up")
                try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            }
            #expect(changes == [])

            try namespace.addDefault("wlan0", 1)
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
        }

        @Test("NL-06: an address that goes takes along the routes that need it")
        func addressRemoved() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.ip("addr add 10.1.0.3/24 dev wlan0")
            try namespace.ip("route add default via 10.1.0.1 dev wlan0 src 10.1.0.3")
            let daemon = try RunningDaemon(in: namespace)
            #expect(try daemon.reach(.via("wlan0:wifi")).path == .via("wlan0:wifi"))

            try namespace.ip("addr del 10.1.0.3/24 dev wlan0")
            #expect(try daemon.settle().path == .unsatisfied, "its preferred source")
            try namespace.addDefault("wlan0", 1)
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            try namespace.ip("addr flush dev wlan0 scope global")
            let state = try daemon.settle()
            #expect(state.path == .unsatisfied, "the last address")
            #expect(state.reasons == AppSnapshot.reasons(on: .offline))
        }

        @Test("NL-07: a route that replaces another leaves nothing of it")
        func routeReplaced() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.addDefault("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))

            try namespace.ip("route replace default via 10.2.0.1 dev wwan0")
            #expect(try daemon.settle().path == .via("wwan0:cellular"))
            try namespace.ip("route replace default via 10.1.0.1 dev wlan0")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))

            try namespace.ip("-6 route add default via fd00:1::1 dev wlan0")
            try namespace.ip("-6 route replace default via fd00:2::1 dev wwan0")
            let both = PathSnapshot.via("wlan0:wifi wwan0:cellular", .both)
            #expect(try daemon.settle().path == both)

            try namespace.batch(
                (0..<50).flatMap { _ in
                    [
                        "route replace default via 10.2.0.1 dev wwan0",
                        "route replace default via 10.1.0.1 dev wlan0",
                    ]
                })
            #expect(try daemon.settle().path == both)
        }

        @Test("NL-09: the hops of an IPv6 multipath default come and go one by one")
        func multipath() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            try namespace.awaitAnswer(to: "-o link show wwan0", contains: "state UP")
            try namespace.ip(
                "-6 route add default metric 1024 nexthop via fd00:1::1 dev wlan0"
                    + " nexthop via fd00:2::1 dev wwan0")
            let daemon = try RunningDaemon(in: namespace)
            let both = PathSnapshot.via("wwan0:cellular wlan0:wifi", .ipv6)
            #expect(try daemon.settle().path == both)

            try namespace.ip("-6 route del default via fd00:1::1 dev wlan0 metric 1024")
            #expect(try daemon.settle().path == .via("wwan0:cellular", .ipv6))
            try namespace.ip("-6 route append default via fd00:1::1 dev wlan0 metric 1024")
            #expect(try daemon.settle().path == both)
            // The hop stays in the table, flagged dead.
            try namespace.ip("link set wlan0 down")
            #expect(try daemon.settle().path == .via("wwan0:cellular", .ipv6))
        }

        @Test("NL-11, OS-06: names of any bytes and an alias with newlines forge nothing")
        func oddNames() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try namespace.bash(
                #"""
                ip link add $'wl\377\376x' type veth peer name pbad netns \#(namespace.peerName)
                ip link add $'a"b\\n;$(x){}' type bridge
                ip addr add 10.3.0.2/24 dev $'wl\377\376x'
                ip link set $'wl\377\376x' up
                """#)
            try namespace.peerIP("link set pbad up")
            try namespace.bash(
                #"ip route add default via 10.3.0.1 dev $'wl\377\376x' metric 5"#)
            let odd = PathSnapshot.via(#"wl\xff\xfex:wiredEthernet wlan0:wifi"#)
            try daemon.reach(odd)

            let changes = try daemon.changes {
                try namespace.bash(
                    #"ip link set wlan0 alias $'x\nPRIORITY=0\nMESSAGE=forged'"#)
            }
            #expect(changes == [])
            #expect(
                !daemon.entries.contains {
                    $0.fields["PRIORITY"] == "0" || $0.fields["MESSAGE"] == "forged"
                })

            try namespace.bash(#"ip link del $'wl\377\376x'"#)
            try daemon.reach(.via("wlan0:wifi"))
        }

        @Test("NL-12: links that swap their names while they are up")
        func swappedNames() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.addDefault("wlan0", 1, metric: 100)
            try namespace.addDefault("wwan0", 2, metric: 700)
            let daemon = try RunningDaemon(in: namespace)
            let before = PathSnapshot.via("wlan0:wifi wwan0:cellular")
            try daemon.reach(before)
            let swap = [
                "link set wlan0 name tmp0", "link set wwan0 name wlan0",
                "link set tmp0 name wwan0",
            ]
            // The routes stay with the links; the types are configured by name.
            try namespace.batch(swap)
            let state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular wlan0:wifi"))
            #expect(state.reasons == AppSnapshot.reasons(on: .cellular))
            try namespace.batch(swap)
            #expect(try daemon.settle().path == before)
        }

        @Test("NL-14: a link that moves to another network namespace is gone, and comes back bare")
        func movedAway() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.addDefault("wlan0", 1, metric: 100)
            try namespace.addDefault("wwan0", 2, metric: 700)
            let elsewhere = try NamedNetworkNamespace()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi wwan0:cellular"))

            try namespace.ip("link set wlan0 netns \(elsewhere.name)")
            let state = try daemon.settle()
            #expect(state.path == .via("wwan0:cellular"))
            #expect(state.reasons == AppSnapshot.reasons(on: .cellular))

            let changes = try daemon.changes {
                try elsewhere.ip("link set wlan0 netns \(namespace.name)")
            }
            #expect(changes == [])

            try namespace.ip("addr add 10.1.0.2/24 dev wlan0")
            try namespace.ip("link set wlan0 up")
            try namespace.addDefault("wlan0", 1, metric: 100)
            #expect(
                try daemon.reach(.via("wlan0:wifi wwan0:cellular")).reasons
                    == AppSnapshot.reasons(on: .wifi))
        }

        @Test("NL-15: a modem that is plugged in again has its name and another index")
        func replugged() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wwan0:cellular"))
            let files = try daemon.openFiles()
            for _ in 0..<5 {
                try namespace.ip("link del wwan0")
                try namespace.ip(
                    "link add wwan0 type veth peer name p2 netns \(namespace.peerName)")
            }
            #expect(try daemon.settle().path == .unsatisfied)
            try namespace.peerIP("link set p2 up")
            try namespace.ip("addr add 10.2.0.2/24 dev wwan0")
            try namespace.ip("link set wwan0 up")
            try namespace.addDefault("wwan0", 2)
            try daemon.reach(.via("wwan0:cellular"))
            #expect(try daemon.openFiles() == files)
        }

        @Test("NL-20: without any capability the daemon works the same")
        func withoutCapabilities() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(
                in: namespace,
                launcher: [
                    "setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "--",
                ])
            let status = try daemon.status()
            #expect(status.contains("CapEff:\t0000000000000000"))
            try daemon.reach(.via("wlan0:wifi"))
            try namespace.ip("link set wlan0 down")
            try daemon.reach(.unsatisfied)
            #expect(daemon.entries(of: "netlink-resync") == [])
        }

        @Test("NL-22: what changes while the daemon starts is not missed", arguments: 0..<6)
        func changeDuringStart(turn: Int) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.addDefault("wlan0", 1)
            try namespace.ip("link add wwan0 type veth peer name p2 netns \(namespace.peerName)")
            try namespace.peerIP("link set p2 up")
            let daemon = try RunningDaemon(in: namespace, awaitsStart: false)
            // The addresses that matter to nobody move the change to another moment of the start.
            try namespace.batch(
                (0..<(turn * 200)).flatMap { _ in
                    ["addr add 10.5.0.1/32 dev lo", "addr del 10.5.0.1/32 dev lo"]
                } + [
                    "addr add 10.2.0.2/24 dev wwan0", "link set wwan0 up",
                    "route replace default via 10.2.0.1 dev wwan0", "link del wlan0",
                ])
            try daemon.awaitEntry { $0.opensSnapshot }
            try daemon.reach(.via("wwan0:cellular"))
            #expect(daemon.entries.filter { $0.event == "started" }.count == 1)
        }
    }
}
