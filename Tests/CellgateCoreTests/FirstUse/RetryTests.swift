import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// What is tried again by itself (AP-07 for the user's answers).
@Suite("What did not work is tried again")
struct RetryTests {
    /// With an answer of the user's that could not be stored.
    private static func unstored() -> EngineRun {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.advance(by: .seconds(2))
        run.storeOutcome = .failed(reason: "full")
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        return run
    }

    @Test("an answer that could not be stored, every 10 s, until it is, and told of once")
    func answer() {
        var run = Self.unstored()
        let tries = run.tables.count
        run.advance(by: .seconds(9))
        #expect(run.tables.count == tries)
        run.advance(by: .seconds(1))
        #expect(run.tables.count == tries + 1)
        run.advance(by: .seconds(600))
        #expect(run.tables.count == tries + 61)
        #expect(run.entries(.configError).count == 1)
        run.storeOutcome = .stored([])
        run.advance(by: .seconds(10))
        #expect(run.ask("who")?.state.choice == .wifiOnly)
        #expect(run.entries(.promptAnswered).count == 1 && run.questions.count == 1)
        #expect(run.timers[.retry] == nil, "nothing wakes the daemon for nothing")
    }

    @Test("nothing is armed without such an answer")
    func idle() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(!run.directives.contains { if case .arm(.retry, _) = $0 { true } else { false } })
    }

    @Test("nothing is tried any more once something else has had it stored")
    func storedOtherwise() {
        var run = Self.unstored()
        run.storeOutcome = .stored([])
        run.request(.setChoice(AppID("all"), .off), from: .root)
        run.turn()
        #expect(run.ask("who")?.state.choice == .wifiOnly)
        #expect(run.timers[.retry] == nil)
    }

    @Test("a prompt that did not reach its agent, which may well show it")
    func undelivered() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.answer("who", .undelivered(reason: "LimitsExceeded"), by: FirstUse.agent)
        // Not at once: the bus would refuse it again.
        run.fail("who")
        run.advance(by: .seconds(9))
        #expect(run.questions == [":1.agent: who"])
        run.advance(by: .seconds(1))
        #expect(run.questions == [":1.agent: who", ":1.agent: who"])
        #expect(run.timers[.retry] == nil)
        run.answer("who", .choice(.off), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .off)
    }

    @Test("an agent that something did not reach is given nothing else meanwhile")
    func paused() {
        var run = FirstUse.withAgent()
        for app in ["who", "x", "y"] { run.request(.probe, from: .app(app)) }
        run.answer("who", .undelivered(reason: "LimitsExceeded"), by: FirstUse.agent)
        run.request(.probe, from: .app("z"))
        #expect(run.questions.count == 3)
        run.answer("x", .choice(.off), by: FirstUse.agent)
        #expect(run.questions.count == 3 && run.ask("x")?.state.choice == .off)
        run.advance(by: .seconds(10))
        #expect(run.questions.dropFirst(3) == [":1.agent: who", ":1.agent: z"])
    }

    @Test("a prompt that did not reach its agent is shown by another meanwhile")
    func undeliveredToOne() {
        var run = FirstUse.withAgent()
        run.register(FirstUse.other, isActive: false)
        run.request(.probe, from: .app("who"))
        run.answer("who", .undelivered(reason: "NoReply"), by: FirstUse.agent)
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
        run.advance(by: .seconds(10))
        #expect(run.questions == [":1.agent: who", ":1.other: who", ":1.agent: who"])
        #expect(run.agents.asking[FirstUse.who] == [FirstUse.agent.client])
    }
}
