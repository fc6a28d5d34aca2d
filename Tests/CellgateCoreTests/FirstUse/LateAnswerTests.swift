import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// An answer belongs to its question: one that comes late is nobody's.
@Suite("A late answer")
struct LateAnswerTests {
    private static let answers: [PromptAnswer] = [.choice(.off), .failed(reason: "cancelled")]

    @Test("does not count for the next question of the same app and agent", arguments: answers)
    func nextQuestion(_ answer: PromptAnswer) throws {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        let first = try #require(run.agents.questions.last?.id)
        run.request(.clearRecord(FirstUse.who), from: .root)
        run.request(.probe, from: .app("who"))
        #expect(run.questions == [":1.agent: who", ":1.agent: who"])
        run.answer("who", answer, by: FirstUse.agent, to: first)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        #expect(run.questions.count == 2)
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .wifiOnly)
    }

    @Test("does not count where its agent was asked again meanwhile", arguments: answers)
    func askedAgain(_ answer: PromptAnswer) throws {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        let first = try #require(run.agents.questions.last?.id)
        run.request(.unregisterAgent, from: FirstUse.agent)
        run.register(FirstUse.agent)
        run.answer("who", answer, by: FirstUse.agent, to: first)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        #expect(run.questions == [":1.agent: who", ":1.agent: who"])
    }

    @Test("does not count where the question is another agent's by now", arguments: answers)
    func lost(_ answer: PromptAnswer) {
        var run = FirstUse.withAgent()
        run.register(FirstUse.other)
        run.request(.probe, from: .app("who"))
        run.request(.unregisterAgent, from: FirstUse.agent)
        run.answer("who", answer, by: FirstUse.agent)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
    }

    @Test("does not count for another app's question")
    func otherApp() throws {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.request(.probe, from: .app("new"))
        let first = try #require(run.agents.questions.first?.id)
        run.answer("new", .choice(.off), by: FirstUse.agent, to: first)
        #expect(run.ask("new")?.state.unknownReason == .pending)
    }

    @Test("does not take the place of an answer that came before")
    func second() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.answer("who", .choice(.off), by: FirstUse.agent)
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .off)
        #expect(run.entries(.promptAnswered).count == 1)
    }
}
