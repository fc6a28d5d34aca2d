import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Sessions that come to the front and go while agents are registered.
@Suite("When the user turns to another session")
struct SeatTests {
    private static let other = ":1.other"
    private static let agent = ":1.agent"

    /// Two agents, `agent` in the active session, which shows the prompt about `who`.
    private static func asked() -> EngineRun {
        var run = FirstUse.withAgent()
        run.register(FirstUse.other, isActive: false)
        run.request(.probe, from: .app("who"))
        return run
    }

    @Test("the prompt goes there: taken away here first, then shown there")
    func follows() {
        var run = Self.asked()
        #expect(run.questions == [":1.agent: who"])
        run.sit(FirstUse.agent, isActive: false)
        #expect(run.questions.count == 1, "nobody else could show it")
        let mark = run.directives.count
        run.sit(FirstUse.other, isActive: true)
        let question = PromptQuestion(app: FirstUse.who, name: "who", asksAboutWifi: false)
        #expect(
            Array(run.directives[mark...]) == [
                .cancelPrompt(FirstUse.agent.client, FirstUse.who),
                .prompt(FirstUse.other.client, question, AskID(2)),
            ])
        #expect(run.agents.asking[FirstUse.who] == [FirstUse.other.client])
    }

    @Test("the prompt stays while the one that shows it is in front, too")
    func stays() {
        var run = Self.asked()
        run.sit(FirstUse.other, isActive: true)
        run.sit(FirstUse.other, isActive: true)
        #expect(run.questions == [":1.agent: who"])
    }

    @Test("what was answered where the prompt was is not the answer any more")
    func inFlight() throws {
        var run = Self.asked()
        let first = try #require(run.agents.questions.last?.id)
        run.sit(FirstUse.agent, isActive: false)
        run.sit(FirstUse.other, isActive: true)
        // Back again: the same agent, another question.
        run.sit(FirstUse.other, isActive: false)
        run.sit(FirstUse.agent, isActive: true)
        #expect(run.questions == [":1.agent: who", ":1.other: who", ":1.agent: who"])
        run.answer("who", .failed(reason: "taken away"), by: FirstUse.agent, to: first)
        run.answer("who", .choice(.off), by: FirstUse.other)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .wifiOnly)
    }

    @Test("an agent that comes in front takes over what is shown behind")
    func registersInFront() {
        var run = FirstUse.run()
        run.register(FirstUse.agent, isActive: false)
        run.request(.probe, from: .app("who"))
        run.register(FirstUse.other)
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
        #expect(run.agents.asking[FirstUse.who] == [FirstUse.other.client])
    }

    @Test("the prompt does not go to an agent that could not show it, nor to the app's own")
    func unable() {
        var run = FirstUse.run()
        run.authorization = .granted
        run.register(.app("who", client: ":1.own"), isActive: false)
        run.register(FirstUse.agent)
        run.request(.probe, from: .app("who"))
        run.answer("who", .failed(reason: "no display"), by: FirstUse.agent)
        run.register(FirstUse.other, isActive: false)
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
        run.turn { $0.feed(.seat(ClientID(":1.own"), AgentSeat(name: ":1.own", isActive: true))) }
        run.sit(FirstUse.agent, isActive: true)
        #expect(run.questions.count == 2)
    }

    @Test("an agent whose session has ended keeps its prompt until another can show it")
    func ended() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.sit(FirstUse.agent, isActive: false)
        run.answer("who", .choice(.off), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .off)
        run.request(.probe, from: .app("new"))
        run.register(FirstUse.other)
        #expect(run.questions == [":1.agent: who", ":1.agent: new", ":1.other: new"])
    }

    @Test("two agents that come to sit in one session both stay, and one shows")
    func together() {
        var run = Self.asked()
        run.turn {
            $0.feed(.seat(FirstUse.other.client, AgentSeat(name: ":1.agent", isActive: true)))
        }
        #expect(run.questions == [":1.agent: who"])
        run.turn { $0.feed(.clientGone(FirstUse.agent.client)) }
        #expect(run.questions == [":1.agent: who", ":1.other: who"])
    }

    @Test("a client that is no agent is not made one")
    func stranger() {
        var run = FirstUse.run()
        run.request(.probe, from: .app("who"))
        run.sit(FirstUse.agent, isActive: true)
        #expect(run.questions == [])
    }

    @Test("what has changed while the right to be an agent was asked about counts")
    func whileAuthorized() {
        var run = FirstUse.run()
        let behind = Request.registerAgent(AgentSeat(name: "c1", isActive: false))
        let id = run.turnedRequest(behind, from: .nobody)
        run.turn {
            $0.feed(.seat(Caller.nobody.client, AgentSeat(name: "c1", isActive: true)))
        }
        run.register(FirstUse.agent)
        run.turn { $0.feed(.authorization(id, .granted)) }
        run.sit(FirstUse.agent, isActive: false)
        run.request(.probe, from: .app("who"))
        #expect(run.agents.questions.map(\.agent) == [Caller.nobody.client])
    }

    @Test("advice stays where it is shown, never two (R62)")
    func advice() {
        var run = FirstUse.withAgent()
        run.register(FirstUse.other, isActive: false)
        run.fail("only")
        run.tell(.shown, of: "only", from: FirstUse.agent)
        run.sit(FirstUse.agent, isActive: false)
        run.sit(FirstUse.other, isActive: true)
        #expect(run.notes == [":1.agent: only advice"])
    }

    @Test("for any coming and going each prompt is shown by one agent, in front where one is")
    func law() {
        var random = SeededGenerator()
        let seed = random.seed
        let callers = [FirstUse.agent, FirstUse.other, FirstUse.agent(":1.third")]
        let apps = ["who", "new", "newer"]
        let morning = FirstUse.run()
        for _ in 0..<Thoroughness.cases(500) {
            var run = morning
            var seats: [ClientID: Bool] = [:]
            for _ in 0..<8 {
                let caller = callers[Int.random(in: 0..<3, using: &random)]
                let isActive = Bool.random(using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    run.request(
                        .probe, from: .app(apps[Int.random(in: 0..<3, using: &random)]))
                case 1:
                    run.turn { $0.feed(.clientGone(caller.client)) }
                    seats[caller.client] = nil
                case 2:
                    run.register(caller, isActive: isActive)
                    seats[caller.client] = isActive
                default:
                    run.sit(caller, isActive: isActive)
                    if seats[caller.client] != nil { seats[caller.client] = isActive }
                }
                let front = Set(seats.filter(\.value).keys)
                for app in apps where run.ask(app)?.state.unknownReason == .pending {
                    let asking = run.agents.asking[AppID(app)] ?? []
                    let isRight =
                        asking.count == min(seats.count, 1)
                        && (front.isEmpty || asking.isSubset(of: front))
                    guard isRight else {
                        Issue.record("\(app) at \(asking), seats \(seats), seed \(seed)")
                        return
                    }
                }
            }
        }
    }
}

extension EngineRun {
    /// Makes a request in a turn of its own, and returns its number.
    fileprivate mutating func turnedRequest(
        _ request: Request, from caller: Caller
    ) -> RequestID {
        var id = RequestID(0)
        turn { id = $0.submit(request, from: caller) }
        return id
    }

    /// Where the user of an agent sits is told.
    fileprivate mutating func sit(_ agent: Caller, isActive: Bool) {
        turn {
            $0.feed(
                .seat(agent.client, AgentSeat(name: agent.client.rawValue, isActive: isActive)))
        }
    }
}
