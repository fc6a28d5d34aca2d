import CellgateCore
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
}
