import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Advice that an agent could not show.
@Suite("Advice that could not be shown")
struct GuidanceFailureTests {
    private static let only = "only"

    /// What brings advice up again that could not be shown.
    enum Reason: CaseIterable {
        case failedRequest
        case path
        case ask
    }

    @Test(
        "comes at the next reason, and not by itself",
        arguments: Reason.allCases)
    func notShown(_ reason: Reason) {
        func pull(_ run: inout EngineRun, _ address: Int) {
            switch reason {
            case .failedRequest: run.fail(Self.only)
            case .path:
                run.ip("route add default via 10.2.0.\(address) dev wwan0 metric \(10 - address)")
            case .ask: run.tell(.ask, of: Self.only, from: .app(Self.only))
            }
        }
        var run = FirstUse.withAgent()
        run.fail(Self.only)
        run.failToShow(Self.only, by: FirstUse.agent)
        #expect(run.guidance(of: Self.only) == ["eligible", "recorded"])
        #expect(run.agents.showing[FirstUse.only] == [])
        run.turn { $0.feed(.refresh) }
        run.advance(by: .seconds(60))
        #expect(run.notes == [":1.agent: only advice"])
        for count in 2...4 {
            pull(&run, count)
            #expect(run.notes.count == count)
            run.failToShow(Self.only, by: FirstUse.agent)
        }
        pull(&run, 5)
        run.tell(.shown, of: Self.only, from: FirstUse.agent)
        #expect(run.guidance(of: Self.only).last == "shown")
    }

    @Test("goes to another at the next reason, where there is one")
    func notShownElsewhere() {
        var run = FirstUse.withAgent()
        run.register(FirstUse.other)
        run.fail(Self.only)
        run.failToShow(Self.only, by: FirstUse.agent)
        run.fail(Self.only)
        #expect(run.notes == [":1.agent: only advice", ":1.other: only advice"])
        run.failToShow(Self.only, by: FirstUse.other)
        run.fail(Self.only)
        #expect(run.notes.last == ":1.agent: only advice" && run.notes.count == 3)
    }

    @Test("the more specific hint is not lost, either")
    func specificNotShown() {
        var run = FirstUse.withAgent(PathCase.onBoth)
        run.ip(FirstUse.down)
        run.fail(Self.only)
        run.tell(.shown, of: Self.only, from: FirstUse.agent)
        run.tell(.clicked, of: Self.only, from: FirstUse.agent)
        run.turn { $0.feed(.refresh) }
        run.failToShow(Self.only, by: FirstUse.agent)
        #expect(run.guidance(of: Self.only).last == "recorded")
        run.fail(Self.only)
        #expect(run.notes.last == ":1.agent: only advice" && run.notes.count == 3)
    }

    @Test("is so by the word of whoever was to show it, and before it is seen")
    func lateFailure() {
        var run = FirstUse.withAgent()
        run.failToShow(Self.only, by: FirstUse.agent)
        run.fail(Self.only)
        run.failToShow(Self.only, by: FirstUse.other)
        run.tell(.shown, of: Self.only, from: FirstUse.agent)
        run.failToShow(Self.only, by: FirstUse.agent)
        #expect(run.guidance(of: Self.only) == ["eligible", "shown"])
        run.tell(.dismissed, of: Self.only, from: FirstUse.agent)
        run.failToShow(Self.only, by: FirstUse.agent)
        run.fail(Self.only)
        #expect(run.guidance(of: Self.only) == ["eligible", "shown", "recorded"])
    }
}
