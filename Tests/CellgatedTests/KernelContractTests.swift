import CellgateCore
import CellgateSimulation
import Netlink
import TestSupport
import Testing

@Suite(
    "The kernel's contract",
    .enabled(if: NamedNetworkNamespace.isAvailable, "needs root for network namespaces"))
struct KernelContractTests {
    @Test("the real kernel answers as the simulated one does", arguments: KernelContract.scenarios)
    func contract(_ scenario: KernelContract.Scenario) async throws {
        let found = try await NetworkNamespace.run {
            try NetworkNamespace.shell(commands(scenario.script))
            let inquiry = try NetlinkInquiry()
            let dump = try inquiry.dump()
            return scenario.expected.map { question, _ in
                KernelContract.answer(to: question, dump: dump) { inquiry.answers(to: [$0])[$0] }
            }
        }
        for ((question, answer), found) in zip(scenario.expected, found) {
            #expect(found == answer, "\(question)")
        }
    }

    @Test(
        "the real kernel announces what the simulated one does",
        arguments: KernelContract.announcements)
    func announces(_ announcement: KernelContract.Announcement) async throws {
        let events = try await NetworkNamespace.run {
            try NetworkNamespace.shell(commands(announcement.script))
            let monitor = try NetlinkMonitor()
            try NetworkNamespace.shell(commands(announcement.operation))
            return monitor.drain().events
        }
        #expect(KernelContract.words(events) == announcement.expected)
    }
}

/// The lines of a script as commands of a shell.
private func commands(_ script: String) -> String {
    script.split(separator: "\n").map { "ip \($0)" }.joined(separator: "\n")
}
