import Glibc
import TestSupport
import Testing

extension KernelTests {
    @Suite("Apps: what each may do and what it can reach")
    struct AppCases {
        @Test("AP-01: wifi-only and off both read as restricted, and the choice tells them apart")
        func threeChoices() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            var states = [try daemon.settle()]
            try namespace.ip("link set wlan0 down")
            states.append(try daemon.reach(.via("wwan0:cellular")))
            try namespace.ip("link set wwan0 down")
            states.append(try daemon.reach(.unsatisfied))
            #expect(
                states.map(\.apps) == [
                    AppSnapshot.table(on: .wifi), AppSnapshot.table(on: .cellular),
                    AppSnapshot.table(on: .offline),
                ])
            // The restriction never depends on the network (R6).
            #expect(daemon.entries(of: "restriction-changed") == [])
        }

        @Test("AP-02: the first state is told once, and is the right one")
        func firstState() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
            try namespace.awaitAnswer(to: "-o link show wwan0", contains: "state UP")
            let daemon = try RunningDaemon(in: namespace)
            #expect(daemon.entries.prefix(2).map(\.event) == ["started", "snapshot"])
            let first = daemon.entries.prefix(6)
            #expect(first.allSatisfy { $0.cause == "start" && $0["GENERATION"] == "1" })
            let state = try #require(DeviceState(Array(first)[1...]))
            #expect(state.path == .via("wlan0:wifi wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .wifi))
            #expect(try daemon.settle() == state)
            #expect(daemon.entries.filter { $0.cause == "start" }.count == 6)
            #expect(daemon.entries.filter(\.isChange) == [])
        }

        @Test("AP-02: a change during the start is in the last state that is told")
        func changeDuringStart() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace, awaitsStart: false)
            try namespace.ip("link set wlan0 down")
            try daemon.awaitEntry { $0.opensSnapshot }
            #expect(
                try daemon.reach(.via("wwan0:cellular")).apps == AppSnapshot.table(on: .cellular))
            #expect(!daemon.entries.contains { $0["PATH_STATUS"] == "unsatisfied" })
        }

        @Test("AP-04: the device is on cellular, and the app that is barred from it is not")
        func barred() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            try namespace.ip("link set wlan0 down")
            let state = try daemon.reach(.via("wwan0:cellular"))
            #expect(
                state.apps["A"]
                    == AppSnapshot(
                        restrictedState: "restricted", choice: "wifiOnly", isAvailable: false,
                        reason: "cellularDenied"))
            #expect(state.apps["B"]?.isAvailable == true)
        }

        @Test("AP-05: a network that comes and goes tells each app's change once each time")
        func flapping() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            let both = PathSnapshot.via("wlan0:wifi wwan0:cellular")
            try daemon.reach(both)
            for _ in 0..<5 {
                var changes = try daemon.changes(reaching: .via("wwan0:cellular")) {
                    try namespace.ip("route del default dev wlan0")
                }
                #expect(
                    changes == [
                        "path: wwan0:cellular", "A: cellularDenied", "C: cellularDenied",
                        "D: undecided",
                    ])
                #expect(try daemon.refresh().filter(\.isChange) == [])
                changes = try daemon.changes(reaching: both) {
                    try namespace.addDefault("wlan0", 1, metric: 600)
                }
                #expect(
                    changes == [
                        "path: wlan0:wifi wwan0:cellular", "A: available", "C: wifiDenied",
                        "D: available",
                    ])
            }
        }

        @Test("AP-08: an app whose file goes is undecided at once, and starts anew with a new file")
        func removedApp() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.policy.remove("A")
            var published = try daemon.reload()
            #expect(published.filter(\.isChange).map(\.summary) == ["A may: undecided"])
            #expect(published.first(where: \.isChange)?["RESTRICTED_STATE"] == "unknown")
            #expect(Set(try daemon.settle().apps.keys) == ["B", "C", "D"])

            try daemon.policy.set("A", "wifi-and-cellular")
            published = try daemon.reload()
            #expect(
                published.filter(\.isChange).map(\.summary) == [
                    "A may: wifiAndCellular", "A: available",
                ])
        }

        @Test("AP-10: of two modems the preferred one stands first, and one choice covers both")
        func twoModems() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            try namespace.uplink("wwan1", 4)
            try namespace.addDefault("wwan1", 4, metric: 100)
            let daemon = try RunningDaemon(in: namespace)
            var state = try daemon.reach(.via("wwan1:cellular wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
            try namespace.ip("link del wwan1")
            state = try daemon.reach(.via("wwan0:cellular"))
            #expect(state.apps == AppSnapshot.table(on: .cellular))
            #expect(daemon.entries(of: "app-changed") == [])
        }
    }
}
