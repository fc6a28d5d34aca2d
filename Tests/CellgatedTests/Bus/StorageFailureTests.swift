import CellgateBusInterface
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("AP-07: a choice that cannot be stored")
    struct StorageFailureTests {
        /// What the caller and the daemon's readers see of it.
        private struct Outcome: Sendable {
            var directory = ""
            var error: BusError?
            var choice = ""
            var choiceInFile: String?
            var entry: PublishedEntry?
            var signals = 0
            var choiceAfter = ""
            var choiceInFileAfter: String?
            var failures: UInt64 = 0
        }

        @Test(
            "on a full or read-only disk the caller learns the path, the old choice holds, and where there is room again it works",
            arguments: [
                ("full", "ENOSPC", "head -c 1m /dev/zero > D/filler || true", "rm D/filler"),
                // It is busy while another test's process, just forked, still has what was open.
                (
                    "read-only", "EROFS",
                    "timeout 60 sh -c 'until mount -o remount,ro D; do sleep 0.01; done'",
                    "mount -o remount,rw D"
                ),
            ])
        func unwritable(name: String, code: String, breaking: String, mending: String) async throws
        {
            let state = try TemporaryDirectory()
            let path = state.path
            let outcome = try await MountNamespace.run(
                "mount -t tmpfs -o size=64k none \(path)"
            ) {
                let bus = try PrivateBus()
                let daemon = try RunningDaemon(
                    in: try NamedNetworkNamespace(), state: state, bus: bus)
                let client = try BusClient(bus)
                var outcome = Outcome()
                try client.setChoice("A", "off")
                try client.subscribe()
                try NetworkNamespace.shell(breaking.replacing(" D", with: " \(path)"))
                outcome.error = try client.refusal(
                    "SetChoice", [.string("A"), .string("wifiAndCellular")])
                outcome.choice = try client.app("A").choice
                outcome.choiceInFile = try state.choicesInFile()["A"]
                outcome.signals = client.changes.count
                outcome.entry = try daemon.awaitEntry { $0.event == "config-error" }
                try NetworkNamespace.shell(mending.replacing(" D", with: " \(path)"))
                try client.setChoice("A", "wifiOnly")
                outcome.choiceAfter = try client.app("A").choice
                outcome.choiceInFileAfter = try state.choicesInFile()["A"]
                outcome.failures = try client.device().statistics["recordWriteFailures"] ?? 0
                return outcome
            }
            let file = "\(path)/records.json"
            #expect(outcome.error?.name == ServiceName.errorPrefix + "StorageFailed")
            let message = outcome.error?.message ?? ""
            #expect(message.contains("\(file): ") && message.contains("(\(code))"), "\(message)")
            #expect(outcome.choice == "off")
            #expect(outcome.choiceInFile == "off")
            #expect(outcome.signals == 0)
            #expect(outcome.entry?.fields["PRIORITY"] == "3")
            #expect(outcome.entry?.fields["MESSAGE"]?.contains(file) == true)
            #expect(outcome.choiceAfter == "wifiOnly")
            #expect(outcome.choiceInFileAfter == "wifiOnly")
            #expect(outcome.failures == 1)
        }
    }
}
