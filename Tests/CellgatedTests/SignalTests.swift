import CellgateCore
import Glibc
import TestSupport
import Testing

extension KernelTests {
    @Suite("The running service: policy, signals and entries")
    struct SignalTests {
        @Test(
            "SIGTERM and SIGINT end it with status 0 and a last entry",
            arguments: [
                (SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"),
            ])
        func stopping(signal: Int32, name: String) throws {
            let daemon = try RunningDaemon(in: NamedNetworkNamespace())
            #expect(try daemon.stop(signal: signal) == .exit(0))
            #expect(daemon.entries.last?.event == "stopped")
            #expect(daemon.entries.last?.fields["MESSAGE"] == "cellgated stops (\(name))")
        }

        @Test("SIGUSR2 publishes the state and reads nothing anew")
        func publishState() throws {
            let daemon = try RunningDaemon(in: NamedNetworkNamespace())
            try daemon.policy.set("A", "off")
            let mark = daemon.entries.count
            #expect(try daemon.settle().apps["A"]?.choice == "wifiOnly")
            #expect(
                daemon.entries[mark...].allSatisfy {
                    $0.event == "snapshot" && $0.cause == "request"
                })
        }

        @Test("SIGHUP puts a changed choice in force, and each change comes once")
        func reload() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wwan0:cellular"))
            for (choice, expected) in [
                ("wifi-and-cellular", ["A may: wifiAndCellular", "A: available"]),
                ("off", ["A may: off", "A: cellularDenied"]),
                ("wifi-only", ["A may: wifiOnly"]),
                ("ask", ["A may: undecided", "A: undecided"]),
                ("ask", []),
            ] {
                try daemon.policy.set("A", choice)
                let published = try daemon.reload()
                #expect(published.first?.event == "config-loaded")
                #expect(published.filter(\.isChange).map(\.summary) == expected)
                #expect(published.allSatisfy { $0.cause == "reload" })
            }
        }

        @Test("SIGHUP puts changed settings in force")
        func reloadSettings() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            try daemon.policy.setSettings("Expensive=wlan0\n[Permission]\nProfile=any-network\n")
            let published = try daemon.reload()
            #expect(
                published.filter(\.isChange).map(\.summary) == [
                    "path: wlan0:wifi", "D: undecided",
                ])
            #expect(try daemon.settle().path.isExpensive)
        }

        @Test("an invalid choice at the start leaves that app unavailable, and no other (R13)")
        func invalidAtStart() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let policy = try PolicyFolder()
            try policy.set("A", "sometimes")
            let daemon = try RunningDaemon(in: namespace, policy: policy)
            var expected = AppSnapshot.table(on: .wifi)
            expected["A"] = AppSnapshot(
                restrictedState: "unknown", unknownReason: "indeterminate", choice: "undecided",
                isAvailable: false, reason: "invalid")
            #expect(try daemon.reach(.via("wlan0:wifi")).apps == expected)
            let errors = daemon.entries(of: "config-error")
            #expect(errors.map(\.app) == ["A"])
            #expect(errors.first?.fields["PRIORITY"] == "3")
            #expect(errors.first?.fields["MESSAGE"]?.contains("sometimes") == true)
        }

        @Test("an invalid choice on a reload leaves the whole table in force (R13)")
        func invalidOnReload() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace)
            try daemon.reach(.via("wlan0:wifi"))
            try daemon.policy.set("A", "sometimes")
            try daemon.policy.set("B", "off")
            let published = try daemon.reload()
            #expect(Set(published.map(\.event)) == ["config-error"])
            #expect(published.contains { $0.app == "A" && $0.fields["PRIORITY"] == "3" })
            #expect(try daemon.settle().apps == AppSnapshot.table(on: .wifi))

            // What is mended is in force with the next reload.
            try daemon.policy.set("A", "wifi-only")
            #expect(
                try daemon.reload().filter(\.isChange).map(\.summary) == [
                    "B may: off", "B: wifiDenied",
                ])
        }

        @Test("every entry has the journal's fields, and the numbers only grow (R80)")
        func entries() throws {
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let policy = try PolicyFolder(settings: "Unheard=of\n")
            let daemon = try RunningDaemon(in: namespace, policy: policy)
            try namespace.ip("link set wlan0 down")
            try daemon.reach(.via("wwan0:cellular"))
            try daemon.policy.set("A", "off")
            _ = try daemon.reload()
            _ = try daemon.refresh()
            #expect(try daemon.stop() == .exit(0))

            let sequences = daemon.entries.map { $0["SEQ"].flatMap(Int.init) }
            #expect(sequences == (1...daemon.entries.count).map { $0 })
            let generations = daemon.entries.compactMap { $0["GENERATION"].flatMap(Int.init) }
            #expect(generations.count == daemon.entries.count)
            #expect(zip(generations, generations.dropFirst()).allSatisfy { $0 <= $1 })
            // A snapshot tells of an evaluation of its own.
            let evaluations = daemon.entries.filter(\.opensSnapshot).compactMap { $0["GENERATION"] }
            #expect(Set(evaluations).count == evaluations.count)
            #expect(
                Set(daemon.entries.map(\.event)) == [
                    "config-error", "started", "snapshot", "path-changed", "app-changed",
                    "config-loaded", "restriction-changed", "refresh", "bus-changed", "stopped",
                ])
            let known = Set(EntryField.allCases.map(\.rawValue))
            for entry in daemon.entries {
                let event = try #require(EntryEvent(rawValue: entry.event))
                #expect(entry.fields["MESSAGE_ID"] == event.messageID)
                #expect(entry.fields["SYSLOG_IDENTIFIER"] == "cellgated")
                #expect(entry.fields["MESSAGE"]?.isEmpty == false)
                #expect(["3", "4", "5", "6"].contains(entry.fields["PRIORITY"]))
                #expect(Cause(rawValue: entry.cause) != nil)
                #expect(known.isSuperset(of: entry.fields.keys))
            }
        }
    }
}
