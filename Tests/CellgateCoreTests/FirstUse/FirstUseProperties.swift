import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Random short days of first use, and the laws that hold on all of them.
@Suite("For any sequence of first uses")
struct FirstUseProperties {
    /// How many days each of the four parts has, which run beside each other: 100,000 in all with
    /// `CELLGATE_CASES=100000`.
    private static let days = Thoroughness.cases(12_000) / 4

    @Test(
        "never two advices, none that would not help, no prompt for a decided app, one a record, and every wait ends once and in time",
        arguments: 0..<4)
    func laws(_ part: Int) {
        var random = SeededGenerator()
        let seed = random.seed
        for _ in 0..<part { _ = random.next() }
        let morning = FirstUseDay.morning
        for number in 0..<Self.days {
            var day = FirstUseDay(morning, SeededGenerator(seed: random.next()))
            for _ in 0..<Int.random(in: 5...8, using: &random) { day.step() }
            day.end()
            if number.isMultiple(of: 20) { replay(day, morning, seed) }
            guard day.faults.isEmpty else {
                let faults = day.faults.joined(separator: "; ")
                Issue.record("\(faults): \(story(of: day, morning)), seed \(seed) part \(part)")
                return
            }
        }
    }

    /// What has happened, for whoever reads of a failure.
    private func story(of day: FirstUseDay, _ morning: EngineRun) -> String {
        day.run.inputs[morning.inputs.count...].map { "\($0.at.sinceZero) \($0.input)" }
            .joined(separator: "\n")
    }

    /// The same inputs give the same directives.
    private func replay(_ day: FirstUseDay, _ morning: EngineRun, _ seed: UInt64) {
        var engine = morning.engine
        var directives: [Directive] = []
        for (input, instant) in day.run.inputs[morning.inputs.count...] {
            directives += engine.handle(input, at: instant)
        }
        // The run keeps all but what asks for an input at once.
        let kept = directives.filter { directive in
            switch directive {
            case .readPolicy, .readRecords, .readResolver, .dumpNetwork, .ask: false
            default: true
            }
        }
        if kept != Array(day.run.directives[morning.directives.count...]) {
            Issue.record(
                "the same inputs, other directives: \(story(of: day, morning)), seed \(seed)")
        }
    }
}
