import Glibc
import TestSupport
import Testing

extension KernelTests {
    /// Tests that keep both the kernel and the daemon busy, one after the other.
    @Suite("Transport: floods", .serialized)
    struct FloodCases {
        /// More link messages than the daemon's receive buffer of 8 MiB holds.
        private static let overrun = (0..<6_000).flatMap {
            ["link set dev wlan0 alias a\($0)", "link set dev wlan0 txqueuelen \(1_000 + $0 % 2)"]
        }

        @Test("NL-01: after lost messages everything is read anew, and one entry says so")
        func lostMessages() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.addDefault("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let files = try daemon.openFiles()

            // The last message is the one that is lost.
            daemon.send(signal: SIGSTOP)
            try namespace.batch(Self.overrun)
            try namespace.ip("route replace default via 10.2.0.1 dev wwan0")
            daemon.send(signal: SIGCONT)

            let state = try daemon.reach(.via("wwan0:cellular"))
            #expect(state.reasons == AppSnapshot.reasons(on: .cellular))
            let entries = daemon.entries(of: "netlink-resync")
            #expect(entries.count == 1)
            #expect(entries.first?["LOST"] == "1")
            #expect(try daemon.openFiles() == files)
        }

        @Test("NL-02: overrun after overrun is told at most once in five seconds, and counted")
        func sustainedOverrun() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            let start = ContinuousClock.now
            func reports() -> [Int] {
                daemon.entries(of: "netlink-resync").compactMap { $0["LOST"].flatMap(Int.init) }
            }
            for _ in 0..<3 {
                daemon.send(signal: SIGSTOP)
                try namespace.batch(Self.overrun)
                daemon.send(signal: SIGCONT)
                #expect(try daemon.settle().path == .via("wlan0:wifi"))
            }
            // The first is told at once, those that follow together when five seconds are over.
            while reports().reduce(0, +) < 3 {
                try daemon.awaitEntry { $0.event == "netlink-resync" }
            }
            #expect(reports().reduce(0, +) == 3)
            #expect(reports().count <= 1 + Int((ContinuousClock.now - start) / .seconds(5)))
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            #expect(daemon.entries.filter(\.isChange) == [])
        }

        @Test("NL-01: what was queued before an overrun does not undo the dump after it")
        func eventsOlderThanTheDump() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.ip("link add ifb7 type ifb")
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))

            // More than one reading's messages, then wlan0 down; then the queue is full, and that it
            // is up again is lost.
            let filling = (0..<700).flatMap { _ in ["link set ifb7 up", "link set ifb7 down"] }
            daemon.send(signal: SIGSTOP)
            try namespace.batch(filling)
            try namespace.peerIP("link set p1 down")
            try namespace.batch(Self.overrun)
            try namespace.peerIP("link set p1 up")
            daemon.send(signal: SIGCONT)
            try daemon.awaitEntry { $0.event == "netlink-resync" }
            // A snapshot reads nothing anew, so a stale state would show.
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
        }

        @Test("a queue that ends where one reading of it ends is evaluated all the same")
        func queueAsLongAsOneReading() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            // One reading takes 1,024 messages. The last of these is the one that matters, and no
            // signal wakes the daemon after it.
            for count in 1_022...1_026 {
                let mark = daemon.entries.count
                daemon.send(signal: SIGSTOP)
                try namespace.batch(
                    (1..<count).map { "link set dev wlan0 alias a\($0)" } + ["route del default"])
                daemon.send(signal: SIGCONT)
                try daemon.awaitEntry { $0.event == "path-changed" }
                try namespace.addDefault("wlan0", 1)
                try daemon.awaitEntry { $0.event == "path-changed" }
                #expect(daemon.entries[mark...].filter { $0.event == "path-changed" }.count == 2)
            }
        }

        @Test("OS-01: thousands of flips of the default publish few entries, the last one right")
        func flips() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.uplink("wwan0", 2)
            try namespace.addDefault("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let start = ContinuousClock.now
            let mark = daemon.entries.count
            try namespace.batch(
                (0..<1_500).flatMap { _ in
                    [
                        "route replace default via 10.1.0.1 dev wlan0",
                        "route replace default via 10.2.0.1 dev wwan0",
                    ]
                })
            try daemon.reach(.via("wwan0:cellular"))
            let published = daemon.changes(since: mark).filter { $0.event == "path-changed" }
            #expect(published.last?["INTERFACES"] == "wwan0:cellular")
            // 16 at once, one more each quarter of a second, and one for each request that came
            // meanwhile.
            let quarters = Int((ContinuousClock.now - start) / .milliseconds(250))
            #expect(published.count <= 16 + quarters + daemon.requests)
        }

        @Test("NL-16: link messages that change nothing of the path publish nothing")
        func emptyLinkMessages() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let changes = try daemon.changes {
                try namespace.batch(Array(Self.overrun.prefix(600)))
            }
            #expect(changes == [])
            #expect(daemon.entries(of: "netlink-resync") == [])
        }

        @Test("NL-18: hundreds of links that come and go change nothing")
        func manyLinks() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let before = try daemon.kibibytes("VmRSS")
            var changes = try daemon.changes {
                try namespace.batch(
                    (1...400).flatMap {
                        [
                            "link add mv\($0) link wlan0 group 9 type macvlan mode bridge",
                            "link set mv\($0) up",
                        ]
                    })
            }
            #expect(changes == [])
            changes = try daemon.changes {
                try namespace.ip("link del group 9")
            }
            #expect(changes == [])
            #expect(try daemon.kibibytes("VmRSS") < before + 1024)
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
        }

        @Test("NL-19: a full routing table costs nothing, and defaults are seen beside it")
        func fullTable() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.addDefault("wlan0", 1)
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            let before = try daemon.kibibytes("VmRSS")
            let changes = try daemon.changes {
                try namespace.batch(
                    (0..<40_000).map { number in
                        "route add 20.\(number / 256).\(number % 256).0/24 via 10.1.0.1 dev wlan0"
                            + " table \(number < 20_000 ? "254" : "100")"
                    })
            }
            #expect(changes == [])
            #expect(daemon.entries(of: "netlink-resync") == [])
            #expect(try daemon.kibibytes("VmRSS") < before + 10 * 1024)

            try namespace.ip("route replace default via 10.1.0.1 dev wlan0 metric 5")
            #expect(try daemon.settle().path == .via("wlan0:wifi"))
            let restarted = try RunningDaemon(in: namespace)
            #expect(try restarted.settle().path == .via("wlan0:wifi"))

            try namespace.ip("route del default metric 0")
            try namespace.ip("route del default metric 5")
            #expect(try daemon.settle().path == .unsatisfied)
            #expect(try restarted.settle().path == .unsatisfied)
        }
    }
}
