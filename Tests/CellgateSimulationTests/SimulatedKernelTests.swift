import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The simulated kernel")
struct SimulatedKernelTests {
    @Test("keeps the contract that the real kernel keeps", arguments: KernelContract.scenarios)
    func contract(_ scenario: KernelContract.Scenario) {
        var kernel = SimulatedKernel()
        kernel.run(scenario.script)
        for (question, answer) in scenario.expected {
            let found = KernelContract.answer(to: question, dump: kernel.dump()) {
                kernel.answers(to: [$0])[$0]
            }
            #expect(found == answer, "\(question)")
        }
    }

    @Test("is as silent as the real kernel", arguments: KernelContract.announcements)
    func silence(_ announcement: KernelContract.Announcement) {
        var kernel = SimulatedKernel()
        kernel.run(announcement.script)
        let events = kernel.run(announcement.operation)
        #expect(KernelContract.words(events) == announcement.expected)
    }
}
