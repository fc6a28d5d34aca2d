import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("What is counted of first use")
struct FirstUseStatisticsTests {
    @Test("R76, R77: each prompt, probe, and step of advice counts once")
    func counts() {
        var run = FirstUse.withAgent()
        for app in ["all", "only", "only", "who", "who"] {
            run.request(.probe, from: .app(app))
            run.advance(by: .seconds(2))
        }
        for event in [GuidanceEvent.shown, .shown, .clicked, .clicked] {
            run.tell(event, of: "only", from: FirstUse.agent)
        }
        for choice in [Choice.wifiAndCellular, .wifiOnly, .wifiAndCellular] {
            run.request(.setChoice(FirstUse.only, choice), from: .root)
        }
        let counters: [Statistics.Counter] = [
            .prompts, .probesGranted, .probesDenied, .probesUndetermined, .guidanceShown,
            .guidanceClicked, .guidanceResolved,
        ]
        let statistics = run.engine.deviceReport()?.statistics ?? Statistics()
        #expect(counters.map { statistics[$0] } == [1, 1, 2, 2, 1, 1, 1])
    }

    @Test("R77: advice that did not lead to the settings is not counted as resolved")
    func withoutClick() {
        var run = FirstUse.withAgent()
        run.fail("only")
        run.tell(.shown, of: "only", from: FirstUse.agent)
        run.request(.setChoice(FirstUse.only, .wifiAndCellular), from: .root)
        let statistics = run.engine.deviceReport()?.statistics ?? Statistics()
        #expect(statistics[.guidanceShown] == 1)
        #expect(statistics[.guidanceResolved] == 0)
    }

    @Test("agents and open prompts are told as many as there are now")
    func gauges() {
        var run = FirstUse.run()
        func now(_ run: EngineRun) -> [UInt64] {
            let statistics = run.engine.deviceReport()?.statistics ?? Statistics()
            return [statistics[.agents], statistics[.openPrompts]]
        }
        #expect(now(run) == [0, 0])
        run.request(.requestDecision, from: .app("who"))
        #expect(now(run) == [0, 1])
        run.register(FirstUse.agent)
        run.register(FirstUse.other)
        #expect(now(run) == [2, 1])
        run.answer("who", .choice(.off), by: FirstUse.agent)
        #expect(now(run) == [2, 0])
        run.turn { $0.feed(.clientGone(FirstUse.agent.client)) }
        #expect(now(run) == [1, 0])
    }
}
