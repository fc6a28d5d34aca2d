import Glibc
import TestSupport
import Testing

extension KernelTests {
    /// Far more of everything than a device has. One after the other, since each keeps both the
    /// kernel and the daemon busy.
    @Suite("Floods", .serialized)
    struct FloodTests {
        /// A daemon that sees Wi-Fi with a default route, and nothing to come.
        private static func daemonOnWifi(
            policy: PolicyFolder? = nil
        ) throws -> RunningDaemon {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace, policy: policy)
            try daemon.reach(.via("wlan0:wifi"))
            return daemon
        }

        @Test("a hundred thousand link messages without content publish nothing")
        func linkMessages() throws {
            let daemon = try Self.daemonOnWifi()
            let lines = (0..<5_000).map {
                "link set dev wlan0 txqueuelen \(1_000 + $0 % 2)"
            }
            // In portions, so that the receive buffer overflows with no build.
            for _ in 0..<20 {
                #expect(try daemon.changes { try daemon.namespace.batch(lines) } == [])
            }
            #expect(daemon.entries(of: "netlink-resync") == [])
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
        }

        @Test("twenty thousand foreign routes do not wake the daemon")
        func foreignRoutes() throws {
            let daemon = try Self.daemonOnWifi()
            let before = try daemon.wakeUps()
            try daemon.namespace.addForeignRoutes(20_000)
            #expect(try daemon.wakeUps() == before)
        }

        @Test("three thousand flips of the default while it is stopped end in the kernel's state")
        func flipsWhileStopped() throws {
            let daemon = try Self.daemonOnWifi()
            try daemon.namespace.uplink("wwan0", 2)
            let wifi = "via 10.1.0.1 dev wlan0"
            let cellular = "via 10.2.0.1 dev wwan0"
            for (first, last, path) in [
                (wifi, cellular, "wwan0:cellular"), (cellular, wifi, "wlan0:wifi"),
            ] {
                daemon.send(signal: SIGSTOP)
                try daemon.namespace.batch(
                    (0..<3_000).map {
                        "route replace default \($0.isMultiple(of: 2) ? first : last) metric 600"
                    })
                daemon.send(signal: SIGCONT)
                try daemon.reach(.via(path))
                #expect(try daemon.namespace.ip("route get 8.8.8.8").contains(last))
            }
            #expect(daemon.hasAllEntries)
        }

        @Test("ten thousand links and half a million routes cost two seconds and 5 MB at start")
        func greatNetwork() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            func start() throws -> (time: Duration, memory: Int) {
                let start = ContinuousClock.now
                let daemon = try RunningDaemon(in: namespace, awaitsStart: false)
                try daemon.awaitEntry { $0.opensSnapshot }
                let time = ContinuousClock.now - start
                try daemon.reach(.via("wlan0:wifi"))
                // What is of files counts by the build, and is shared.
                return (time, try daemon.kibibytes("RssAnon"))
            }
            let plain = try start()
            try namespace.addIdleLinks(10_000)
            try namespace.addForeignRoutes(500_000)
            let great = try start()
            print("start: \(plain) plain, \(great) with links and routes")
            #expect(great.memory - plain.memory < 5 * 1_024)
            // Ten times what it may take, as a guard against a slow machine.
            #expect(great.time - plain.time < .seconds(20))
        }

        @Test("a thousand apps are published whole, at start and at each change, and none is lost")
        func manyApps() throws {
            let apps = (1...1_000).map { ("app\($0)", "wifi-only") }
            let policy = try PolicyFolder(apps: Dictionary(uniqueKeysWithValues: apps))
            let daemon = try Self.daemonOnWifi(policy: policy)
            #expect(try daemon.settle().apps.count == 1_000)
            try daemon.namespace.uplink("wwan0", 2)
            let changes = try daemon.changes(reaching: .via("wwan0:cellular wlan0:wifi")) {
                try daemon.namespace.addDefault("wwan0", 2, metric: 500)
            }
            #expect(changes.count == 1_001)
            #expect(
                Set(changes)
                    == Set(
                        apps.map { "\($0.0): cellularDenied" } + [
                            "path: wwan0:cellular wlan0:wifi"
                        ]))
            #expect(daemon.hasAllEntries)
        }
    }

    @Suite("Idleness")
    struct IdleTests {
        @Test("with nothing to do no thread wakes for thirty seconds")
        func idle() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let before = try daemon.wakeUps()
            // That time passes is what is tested: a timer that runs out would count.
            try Subprocess.succeed(["sleep", "30"])
            #expect(try daemon.wakeUps() == before)
        }

        @Test("what others do beside its configuration's folder wakes nobody")
        func neighbours() throws {
            let namespace = try NamedNetworkNamespace()
            let daemon = try RunningDaemon(in: namespace)
            let before = try daemon.wakeUps()
            _ = try TemporaryDirectory()
            #expect(try daemon.wakeUps() == before)
        }
    }
}
