import TestSupport
import Testing

extension KernelTests {
    @Suite("The handover")
    struct HandoverTests {
        @Test("Wi-Fi and cellular, cellular only, nothing, Wi-Fi: each state and each change once")
        func handover() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.settle()
            #expect(state.path == .via("wlan0:wifi wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))

            // The path goes from one to the other with no word of an unsatisfied one between.
            var changes = try daemon.changes(reaching: .via("wwan0:cellular")) {
                try namespace.ip("link set wlan0 down")
            }
            #expect(
                changes == [
                    "path: wwan0:cellular", "A: cellularDenied", "C: cellularDenied",
                    "D: undecided",
                ])
            #expect(try daemon.settle().apps == AppSnapshot.table(on: .cellular))

            changes = try daemon.changes(reaching: .unsatisfied) {
                try namespace.ip("link set wwan0 down")
            }
            #expect(
                changes == [
                    "path: none", "A: notAvailable", "B: notAvailable", "C: notAvailable",
                    "D: notAvailable",
                ])
            #expect(try daemon.settle().apps == AppSnapshot.table(on: .offline))

            try namespace.ip("link set wlan0 up")
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            changes = try daemon.changes(reaching: .via("wlan0:wifi")) {
                try namespace.addDefault("wlan0", 1, metric: 600)
            }
            #expect(
                changes == [
                    "path: wlan0:wifi", "A: available", "B: available", "C: wifiDenied",
                    "D: available",
                ])
            state = try daemon.settle()
            #expect(state.apps == AppSnapshot.table(on: .wifi))
        }

        @Test("a wired path counts for the apps as Wi-Fi does")
        func wired() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("eth0", 3)
            try namespace.addDefault("eth0", 3)
            let state = try RunningDaemon(in: namespace).settle()
            #expect(state.path == .via("eth0:wiredEthernet"))
            #expect(state.apps == AppSnapshot.table(on: .wired))
        }

        @Test(
            "the profile decides about undecided apps only (R17)",
            arguments: [
                ("cellular", "available", "undecided", "unknown"),
                ("any-network", "undecided", "undecided", "unknown"),
                ("allow", "available", "available", "notRestricted"),
            ])
        func profiles(
            profile: String, onWifi: String, onCellular: String, restrictedState: String
        ) throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(
                in: namespace,
                policy: PolicyFolder(settings: "[Permission]\nProfile=\(profile)\n"))
            func undecided(_ reason: String) -> AppSnapshot {
                AppSnapshot(
                    restrictedState: restrictedState,
                    unknownReason: restrictedState == "unknown" ? "notAsked" : nil,
                    choice: "undecided", isAvailable: reason == "available", reason: reason)
            }
            var expected = AppSnapshot.table(on: .wifi)
            expected["D"] = undecided(onWifi)
            #expect(try daemon.settle().apps == expected)

            try namespace.ip("link set wlan0 down")
            expected = AppSnapshot.table(on: .cellular)
            expected["D"] = undecided(onCellular)
            #expect(try daemon.reach(.via("wwan0:cellular")).apps == expected)
        }

        @Test("SIGUSR1 without a change: one refresh entry and one snapshot (R71)")
        func refreshWithoutChange() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            for _ in 0..<2 {
                let published = try daemon.refresh()
                #expect(
                    published.map { [$0.event, $0.cause, $0.app ?? "-", $0["CHANGED"] ?? "-"] } == [
                        ["refresh", "refresh", "-", "0"],
                        ["snapshot", "refresh", "-", "-"],
                        ["snapshot", "refresh", "A", "-"],
                        ["snapshot", "refresh", "B", "-"],
                        ["snapshot", "refresh", "C", "-"],
                        ["snapshot", "refresh", "D", "-"],
                    ])
            }
        }

        @Test("SIGUSR1 reads the policy anew and publishes what that changes (R70)")
        func refreshWithChange() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.policy.set("A", "wifi-and-cellular")
            let published = try daemon.refresh()
            #expect(
                published.filter(\.isChange).map(\.summary) == [
                    "A may: wifiAndCellular", "A: available",
                ])
            #expect(published.first { $0.event == "refresh" }?["CHANGED"] == "2")
        }
    }
}
