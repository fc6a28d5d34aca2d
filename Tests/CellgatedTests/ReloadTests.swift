import TestSupport
import Testing

extension KernelTests {
    @Suite("Files that change are read without a signal")
    struct ReloadTests {
        @Test("an app's choice that changes, a file that comes and one that goes")
        func appFiles() throws {
            let policy = try PolicyFolder(reloadsOnChange: true)
            let daemon = try RunningDaemon(in: NamedNetworkNamespace(), policy: policy)
            try policy.set("A", "off")
            try awaitChoice("A", "off", of: daemon)
            try policy.set("E", "wifi-only")
            try awaitChoice("E", "wifiOnly", of: daemon)
            try policy.remove("C")
            try awaitChoice("C", "undecided", of: daemon)
        }

        @Test("a folder of apps that goes and comes back is watched again")
        func folder() throws {
            let policy = try PolicyFolder(reloadsOnChange: true)
            let daemon = try RunningDaemon(in: NamedNetworkNamespace(), policy: policy)
            try policy.removeEntry("apps.d")
            try awaitChoice("B", "undecided", of: daemon)
            try policy.set("B", "off")
            try awaitChoice("B", "off", of: daemon)
            try policy.set("B", "wifi-only")
            try awaitChoice("B", "wifiOnly", of: daemon)
        }

        @Test("R13: a file with an error leaves the table in force, and its repair counts at once")
        func broken() throws {
            let policy = try PolicyFolder(reloadsOnChange: true)
            let daemon = try RunningDaemon(in: NamedNetworkNamespace(), policy: policy)
            try policy.set("A", "wlan")
            let error = try daemon.awaitEntry { $0.event == "config-error" && $0.app == "A" }
            #expect(error.cause == "policy")
            #expect(try daemon.settle().apps["A"]?.choice == "wifiOnly")
            try policy.set("A", "off")
            try awaitChoice("A", "off", of: daemon)
        }

        private func awaitChoice(
            _ app: String, _ choice: String, of daemon: RunningDaemon
        ) throws {
            _ = try daemon.awaitEntry {
                $0.event == "restriction-changed" && $0.app == app
                    && $0.fields["CELLGATE_CHOICE"] == choice
            }
        }
    }
}
