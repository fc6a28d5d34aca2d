import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: links on top of others")
    struct StackedLinkCases {
        @Test("a bridge over Wi-Fi is Wi-Fi, however many containers it has, and goes with it")
        func bridge() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.addCellular()
            try namespace.batch([
                "addr flush dev wlan0", "link add br0 type bridge",
                "link set wlan0 master br0", "addr add 10.1.0.2/24 dev br0", "link set br0 up",
            ])
            try namespace.awaitAnswer(to: "-o link show br0", contains: "state UP")
            try namespace.ip("route add default via 10.1.0.1 dev br0 metric 100")
            let daemon = try RunningDaemon(in: namespace)
            let overWifi = PathSnapshot.via("br0:wifi wwan0:cellular")
            var state = try daemon.reach(overWifi)
            #expect(state.apps == AppSnapshot.table(on: .wifi))
            #expect(try daemon.refresh().last { $0.opensSnapshot }?["TYPE_SOURCE"] == "carrier")

            let changes = try daemon.changes {
                try namespace.addContainers(1...100, to: "br0")
            }
            #expect(changes == [])

            try namespace.ip("link del group 9")
            try namespace.peerIP("link set p1 down")
            state = try daemon.reach(.via("wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
            try namespace.peerIP("link set p1 up")
            try daemon.reach(overWifi)
        }

        @Test("a link on top of another is what that one is", arguments: ["macvlan", "macvtap"])
        func stacked(kind: String) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.batch([
                "link add top1 link wlan0 type \(kind)", "addr add 10.1.0.9/24 dev top1",
                "link set top1 up", "route add default via 10.1.0.1 dev top1 metric 600",
                "link add top2 link wwan0 type \(kind)", "addr add 10.2.0.9/24 dev top2",
                "link set top2 up", "route add default via 10.2.0.1 dev top2 metric 700",
            ])
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(.via("top1:wifi top2:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            // The upper link goes down with the lower one.
            try namespace.ip("link set wlan0 down")
            state = try daemon.reach(.via("top2:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
        }

        @Test("a host with hundreds of containers has the path of its uplink, from the start on")
        func containerHost() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.batch([
                "link add docker0 type bridge", "addr add 172.17.0.1/16 dev docker0",
                "link set docker0 up",
            ])
            try namespace.addContainers(1...300, to: "docker0")
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(.via("wlan0:wifi"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            let changes = try daemon.changes {
                try namespace.ip("link del group 9")
                try namespace.addContainers(301...400, to: "docker0")
            }
            #expect(changes == [])
            #expect(daemon.entries(of: "netlink-resync") == [])

            try namespace.ip("link set wlan0 down")
            state = try daemon.reach(.unsatisfied)
            #expect(state.apps == AppSnapshot.table(on: .offline))
        }
    }
}

extension NamedNetworkNamespace {
    /// Adds veth ports of group 9 to a bridge, with their other ends up in the other namespace.
    fileprivate func addContainers(_ numbers: ClosedRange<Int>, to bridge: String) throws {
        try batch(
            numbers.flatMap { number in
                [
                    "link add veth\(number) group 9 type veth peer name ec\(number)"
                        + " netns \(peerName)",
                    "link set veth\(number) master \(bridge) up",
                ]
            })
        let lines = numbers.map { "link set ec\($0) up" }.joined(separator: "\n")
        try Subprocess.succeed(
            ["bash", "-euc", "ip -n \(peerName) -batch - <<<'\(lines)'"])
    }
}
