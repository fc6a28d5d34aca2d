import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// At 10,000 records no further app is asked about: any process can be one.
@Suite("At the bound of records")
struct RecordBoundTests {
    /// With an agent and so many records.
    private static func run(_ count: Int) -> EngineRun {
        let records = (0..<count).map {
            (AppID("old\($0)"), Record(choice: .off, isAsked: true))
        }
        var run = FirstUse.run(records: Dictionary(uniqueKeysWithValues: records))
        run.register(FirstUse.agent)
        return run
    }

    private static func warnings(_ run: EngineRun) -> [String] {
        run.entries(.configError).filter { $0.priority == .warning }.map(\.message)
    }

    @Test("an app without a file is not asked about, and that is told once")
    func stranger() {
        var run = Self.run(10_000)
        for app in ["x", "y", "x"] { run.fail(app) }
        #expect(run.questions == [])
        #expect(
            Self.warnings(run) == [
                "x: nobody is asked about apps without a file any more, since there are 10000 "
                    + "records; cellgatectl clear removes one"
            ])
    }

    @Test("an app with a file is asked about")
    func known() {
        var run = Self.run(10_000)
        run.fail("who")
        #expect(run.questions == [":1.agent: who"])
        #expect(Self.warnings(run) == [])
    }

    @Test("below it again, apps are asked about, and reaching it again is told again")
    func again() {
        var run = Self.run(10_000)
        run.fail("x")
        run.request(.clearRecord(AppID("old1")), from: .root)
        run.fail("x")
        #expect(run.questions == [":1.agent: x"])
        #expect(Self.warnings(run).count == 1)
        run.fail("y")
        #expect(run.questions == [":1.agent: x"])
        #expect(Self.warnings(run).count == 2)
    }
}
