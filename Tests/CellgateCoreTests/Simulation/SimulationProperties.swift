import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Random days with something simulated in the midst of them.
@Suite("For any simulation")
struct SimulationProperties {
    @Test(
        "after its end all is as without it, nothing of it is stored, and just what it causes is marked",
        arguments: 0..<4)
    func laws(_ part: Int) {
        var random = SeededGenerator()
        let seed = random.seed
        for _ in 0..<part { _ = random.next() }
        for _ in 0..<Thoroughness.cases(4_000) / 4 {
            var day = SimulationDay(SeededGenerator(seed: random.next()))
            day.run()
            guard day.faults.isEmpty else {
                let faults = day.faults.joined(separator: "; ")
                let story = day.mixed.inputs[FirstUseDay.morning.inputs.count...]
                    .map { "\($0.at.sinceZero) \($0.input)" }.joined(separator: "\n")
                Issue.record("\(faults), seed \(seed) part \(part):\n\(story)")
                return
            }
        }
    }
}
