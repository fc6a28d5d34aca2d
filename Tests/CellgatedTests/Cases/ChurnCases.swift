import TestSupport
import Testing

extension KernelTests {
    @Suite("Paths: names, and what is no change of the path")
    struct ChurnCases {
        @Test("PD-22: containers that come and go, and an unused tunnel, change nothing")
        func containers() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let mark = daemon.entries.count
            try namespace.ip("link add docker0 type bridge")
            try namespace.ip("addr add 172.17.0.1/16 dev docker0")
            try namespace.ip("link set docker0 up")
            for number in 1...20 {
                try namespace.batch([
                    "link add veth\(number) type veth peer name ec\(number)"
                        + " netns \(namespace.peerName)",
                    "link set veth\(number) master docker0 up",
                ])
                try namespace.peerIP("link set ec\(number) up")
                try namespace.peerIP("link del ec\(number)")
            }
            try namespace.batch(
                ["link add tailscale0 type bridge"]
                    + (0..<20).flatMap { _ in
                        ["link set tailscale0 up", "link set tailscale0 down"]
                    })
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            #expect(daemon.entries[mark...].filter { $0.event != "snapshot" } == [])
        }

        @Test(
            "PD-26: the type by name and kind",
            arguments: [
                ("wwan0", "cellular"), ("wwp0s20f0u2i12", "cellular"), ("wwan0.1", "cellular"),
                ("ccmni0", "cellular"), ("mhi_hwip0", "cellular"), ("wlp3s0", "wifi"),
                ("wlx00c0caaabbcc", "wifi"), ("usb0", "wiredEthernet"),
                ("enx0c5b8f279a64", "wiredEthernet"), ("enp2s0", "wiredEthernet"),
                ("wwphone0", "wiredEthernet"), ("p2p-wlan0-0", "wiredEthernet"),
                ("ap0", "wiredEthernet"), ("uap0", "wiredEthernet"),
            ])
        func typeByName(name: String, type: String) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink(name, 1)
            try namespace.addDefault(name, 1)
            let daemon = try RunningDaemon(in: namespace, policy: PolicyFolder(typesByName: false))
            try daemon.reach(.via("\(name):\(type)"))
        }

        @Test("PD-26: a bridge with a modem's name is what its ports are, and other without one")
        func bridgeNames() throws {
            let namespace = try NamedNetworkNamespace()
            let tunnel = try TunnelLink("rmnet_data0", address: "10.9.0.2/24", in: namespace)
            try namespace.ip("route add default dev rmnet_data0")
            let daemon = try RunningDaemon(in: namespace, policy: PolicyFolder(typesByName: false))
            try daemon.reach(.via("rmnet_data0:cellular"))
            for name in ["wwan-br", "wlanbr0"] {
                try namespace.ip("link add \(name) type bridge")
                try namespace.ip(
                    "link add port0 type veth peer name far0 netns \(namespace.peerName)")
                try namespace.peerIP("link set far0 up")
                try namespace.ip("link set port0 master \(name) up")
                try namespace.ip("addr add 10.8.0.2/24 dev \(name)")
                try namespace.ip("link set \(name) up")
                try namespace.awaitAnswer(to: "-o link show \(name)", contains: "state UP")
                try namespace.ip("route replace default via 10.8.0.1 dev \(name) metric 0")
                try daemon.reach(.via("\(name):other"))
                try namespace.ip("link del \(name)")
                try namespace.ip("link del port0")
            }
            withExtendedLifetime(tunnel) {}
        }

        @Test("PD-26: the configuration wins, by an alternative name, too")
        func alternativeName() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wwphone0", 1)
            try namespace.addDefault("wwphone0", 1)
            try namespace.ip("link property add dev wwphone0 altname enp9s0u1")
            let settings = "[Interfaces]\nCellular=enp9s0u*\n"
            let daemon = try RunningDaemon(
                in: namespace, policy: PolicyFolder(settings: settings, typesByName: false))
            try daemon.reach(.via("wwphone0:cellular"))
            #expect(try daemon.refresh().last { $0.opensSnapshot }?["TYPE_SOURCE"] == "configured")
        }

        @Test("PD-27: a router that no longer answers is no change, and the daemon sends nothing")
        func silentRouter() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wwan0:cellular"))
            let changes = try daemon.changes {
                try namespace.peerIP("addr del 10.2.0.1/24 dev p2")
                try namespace.ip("neigh replace 10.2.0.1 dev wwan0 nud failed")
            }
            #expect(changes == [])
            #expect(try daemon.settle().path == .via("wwan0:cellular"))
            // Neither datagrams nor connections left this network namespace.
            let counters = try Subprocess.succeed(namespace.command(["cat", "/proc/net/snmp"]))
                .split(separator: "\n").map { $0.split(separator: " ") }
            func counter(_ group: String, _ name: String) throws -> Substring {
                let lines = counters.filter { $0.first == group[...] }
                let column = try #require(lines.first?.firstIndex(of: name[...]))
                return try #require(lines.last)[column]
            }
            #expect(try counter("Udp:", "OutDatagrams") == "0")
            #expect(try counter("Tcp:", "ActiveOpens") == "0")
            #expect(try counter("Icmp:", "OutMsgs") == "0")
        }
    }
}
