import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Who shows a prompt (R20).
@Suite("A prompt's agent")
struct PromptAgentTests {
    private static let answers: [PromptAnswer] = [
        .failed(reason: "no display"), .choice(.undecided),
    ]

    @Test("R20: is the next one that comes, where there is none")
    func queued() {
        var run = FirstUse.run()
        run.request(.requestDecision, from: .app("who"))
        run.request(.requestDecision, from: .app("new"))
        #expect(run.questions == [])
        run.register(FirstUse.agent)
        #expect(run.questions == [":1.agent: who", ":1.agent: new"])
    }

    @Test("is that of the active session, else the first that came")
    func order() {
        var run = FirstUse.run()
        run.register(FirstUse.other, isActive: false)
        run.register(FirstUse.agent, isActive: false)
        run.request(.probe, from: .app("who"))
        run.register(FirstUse.agent, isActive: true)
        run.request(.probe, from: .app("new"))
        #expect(run.questions == [":1.other: who", ":1.agent: who", ":1.agent: new"])
    }

    @Test("one for each session, which may register again")
    func oneEach() {
        var run = FirstUse.run()
        let seat = Request.registerAgent(AgentSeat(name: "c1", isActive: true))
        #expect(run.request(seat, from: FirstUse.agent) == .done)
        #expect(run.request(seat, from: FirstUse.agent) == .done)
        #expect(run.request(seat, from: FirstUse.other) == .refused(.agentExists))
        run.turn { $0.feed(.clientGone(FirstUse.agent.client)) }
        #expect(run.request(seat, from: FirstUse.other) == .done)
    }

    @Test("needs the right for it")
    func right() {
        var run = FirstUse.run()
        run.authorization = .refused
        let seat = Request.registerAgent(AgentSeat(name: "c1", isActive: true))
        #expect(run.request(seat, from: .nobody) == .refused(.accessDenied(.agent)))
        run.request(.probe, from: .app("who"))
        #expect(run.questions == [])
    }

    @Test("R20: when it vanishes the prompt goes to the next", arguments: ["gone", "left", "bus"])
    func vanished(_ way: String) {
        var run = FirstUse.withAgent()
        run.register(FirstUse.other)
        run.request(.probe, from: .app("who"))
        switch way {
        case "gone": run.turn { $0.feed(.clientGone(FirstUse.agent.client)) }
        case "left": run.request(.unregisterAgent, from: FirstUse.agent)
        default:
            run.turn { $0.feed(.clientsGone) }
            run.register(FirstUse.other)
        }
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
        run.answer("who", .choice(.off), by: FirstUse.agent)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        run.answer("who", .choice(.off), by: FirstUse.other)
        #expect(run.ask("who")?.state.choice == .off)
        #expect(run.entries(.promptRequested).count == 1)
    }

    @Test("that cannot show it hands it to the next, and is not asked again", arguments: answers)
    func failed(_ answer: PromptAnswer) {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.answer("who", answer, by: FirstUse.agent)
        run.fail("who", times: 3)
        #expect(run.questions == [":1.agent: who"])
        #expect(run.ask("who")?.state.unknownReason == .pending)
        run.register(FirstUse.other)
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
    }

    @Test("that could not show it may have learnt to when it registers anew")
    func registersAnew() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.answer("who", .failed(reason: "no notifications"), by: FirstUse.agent)
        run.request(.unregisterAgent, from: FirstUse.agent)
        run.register(FirstUse.agent)
        #expect(run.questions == [":1.agent: who", ":1.agent: who"])
    }

    @Test("is never of the app that is asked about")
    func ownApp() {
        var run = FirstUse.run()
        run.authorization = .granted
        run.register(.app("who", client: ":1.own"))
        run.request(.probe, from: .app("who"))
        run.request(.probe, from: .app("new"))
        #expect(run.questions == [":1.own: new"])
        run.register(FirstUse.agent)
        #expect(run.questions == [":1.own: new", ":1.agent: who"])
    }

    @Test("does not answer for an app that new files have made its own")
    func becomesOwnApp() {
        var run = FirstUse.run()
        run.authorization = .granted
        run.register(.app("x", client: ":1.own"))
        run.request(.probe, from: .app("who"))
        #expect(run.questions == [":1.own: who"])
        run.reading.table.apps[FirstUse.who]?.match.units = [NamePattern("app-x-*")]
        run.turn { $0.feed(.reload) }
        run.answer("who", .choice(.wifiAndCellular), by: .app("x", client: ":1.own"))
        #expect(run.ask("who")?.state.unknownReason == .pending)
    }

    @Test("asks by the name that people know")
    func name() {
        var run = FirstUse.withAgent()
        run.reading.table.apps[FirstUse.who]?.name = "Maps"
        run.turn { $0.feed(.reload) }
        run.request(.probe, from: .app("who"))
        #expect(
            run.agents.questions.map(\.question)
                == [PromptQuestion(app: FirstUse.who, name: "Maps", asksAboutWifi: false)])
    }
}
