import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// What is measured of probes and advice (R76–R79).
@Suite("Measures")
struct MeasureTests {
    /// An app that is denied, has its advice clicked, and is allowed in the settings or not.
    private static func advise(_ app: String, resolves: Bool, _ run: inout EngineRun) {
        run.request(.setChoice(AppID(app), .off), from: .root)
        run.fail(app)
        run.tell(.shown, of: app, from: FirstUse.agent)
        run.tell(.clicked, of: app, from: FirstUse.agent)
        if resolves { run.request(.setChoice(AppID(app), .wifiAndCellular), from: .root) }
    }

    private static func probe(_ app: String, _ count: Int, _ run: inout EngineRun) {
        for _ in 0..<count {
            run.request(.probe, from: .app(app))
            run.advance(by: .seconds(2))
        }
    }

    @Test("R76, R77: count probes by result, and advice that was shown, clicked and resolved")
    func counts() {
        var run = FirstUse.withAgent()
        Self.probe("all", 3, &run)
        Self.probe("only", 2, &run)
        Self.probe("who", 1, &run)
        Self.advise("a", resolves: true, &run)
        Self.advise("b", resolves: false, &run)
        run.request(.setChoice(AppID("c"), .off), from: .root)
        run.fail("c")
        run.tell(.shown, of: "c", from: FirstUse.agent)
        #expect(
            run.engine.measureCounts
                == MeasureCounts(
                    granted: 3, denied: 2, undetermined: 1, shown: 3, clicked: 2, resolved: 1))
    }

    @Test("R76: an entry of advice says whether it was shown, clicked and resolved")
    func record() {
        var run = FirstUse.withAgent()
        Self.advise("a", resolves: true, &run)
        let records = run.entries(.guidanceChanged).map { entry in
            [EntryField.guidance, .guideShown, .guideClicked, .guideResolved].map {
                entry[$0] ?? ""
            }.joined(separator: " ")
        }
        #expect(
            records == [
                "eligible no no no", "shown yes no no", "clicked yes yes no",
                "resolved yes yes yes",
            ])
    }

    @Test("a click on advice that was never told to be shown counts as seen")
    func clickAlone() {
        var run = FirstUse.withAgent()
        run.fail("only")
        run.tell(.clicked, of: "only", from: FirstUse.agent)
        #expect(run.engine.measureCounts == MeasureCounts(shown: 1, clicked: 1))
        run.tell(.clicked, of: "only", from: FirstUse.agent)
        #expect(run.engine.measureCounts == MeasureCounts(shown: 1, clicked: 1))
    }

    @Test("R78: below 30 % of ten clicks a warning is given, once")
    func rarelyResolves() {
        var run = FirstUse.withAgent()
        for app in 0..<2 { Self.advise("yes\(app)", resolves: true, &run) }
        for app in 0..<7 { Self.advise("no\(app)", resolves: false, &run) }
        #expect(run.entries(.measuresWarning) == [])
        for app in 7..<12 { Self.advise("no\(app)", resolves: false, &run) }
        #expect(
            run.entries(.measuresWarning).map(\.message) == [
                "of 10 that went to the settings, 2 changed the choice"
            ])
        #expect(run.entries(.measuresWarning).map(\.priority) == [.warning])
    }

    @Test("R78: at 30 % no warning is given")
    func resolvesEnough() {
        var run = FirstUse.withAgent()
        for app in 0..<3 { Self.advise("yes\(app)", resolves: true, &run) }
        for app in 0..<7 { Self.advise("no\(app)", resolves: false, &run) }
        #expect(run.entries(.measuresWarning) == [])
    }

    @Test("R78: what is older than the window does not count")
    func window() {
        var run = FirstUse.withAgent()
        for app in 0..<9 { Self.advise("old\(app)", resolves: false, &run) }
        run.advance(by: .seconds(604_801))
        for app in 0..<3 { Self.advise("new\(app)", resolves: false, &run) }
        #expect(run.entries(.measuresWarning) == [])
        #expect(run.engine.measureCounts == MeasureCounts(shown: 3, clicked: 3))
    }

    @Test("R79: a sudden rise of probes without a result is warned of once, until it is over")
    func undeterminedShare() {
        var run = FirstUse.withAgent()
        Self.probe("who", 10, &run)
        #expect(run.entries(.measuresWarning) == [], "many from the first on are no rise")
        Self.probe("all", 40, &run)
        Self.probe("who", 20, &run)
        let warnings = run.entries(.measuresWarning)
        #expect(warnings.count == 1)
        #expect(warnings.first?.message.hasSuffix("% before") == true)
        #expect(warnings.first?.message.contains("of the latest probes came to no result") == true)
        Self.probe("all", 60, &run)
        Self.probe("who", 20, &run)
        #expect(run.entries(.measuresWarning).count == 2)
    }
}
