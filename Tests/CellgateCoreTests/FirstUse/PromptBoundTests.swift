import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// How many prompts an agent is given at a time: a bus bounds how many calls are open.
@Suite("Of many prompts")
struct PromptBoundTests {
    private static let apps = (100..<164).map { "app\($0)" }

    /// Apps `app100` and so on that want to use the network, in this order, and one agent.
    private static func crowd(_ count: Int = 20) -> EngineRun {
        var run = FirstUse.withAgent()
        for app in apps.prefix(count) {
            run.request(.reportFailure(FailureCode(101)), from: .app(app))
        }
        return run
    }

    private static func shown(by agent: Caller, _ run: EngineRun) -> [String] {
        run.agents.asking.filter { $0.value.contains(agent.client) }.map(\.key.rawValue).sorted()
    }

    @Test("an agent has eight at a time, the first that were due, and no other has the rest")
    func eight() {
        var run = Self.crowd()
        run.register(FirstUse.other, isActive: false)
        #expect(Self.shown(by: FirstUse.agent, run) == Array(Self.apps.prefix(8)))
        #expect(Self.shown(by: FirstUse.other, run) == [])
        #expect(run.entries(.promptRequested).count == 20)
        #expect(run.ask("app119")?.state.unknownReason == .pending)
    }

    @Test(
        "the next is shown when one is answered, cannot be shown or is withdrawn",
        arguments: ["answer", "failure", "clear", "choice"])
    func next(_ way: String) {
        var run = Self.crowd()
        if way != "choice" { run.storeOutcome = nil }
        switch way {
        case "answer": run.answer("app103", .choice(.off), by: FirstUse.agent)
        case "failure": run.answer("app103", .failed(reason: "no"), by: FirstUse.agent)
        case "clear": run.request(.clearRecord(AppID("app103")), from: .root)
        default: run.request(.setChoice(AppID("app103"), .off), from: .root)
        }
        let expected = Self.apps.prefix(9).filter { $0 != "app103" }
        #expect(Self.shown(by: FirstUse.agent, run) == expected)
        #expect(run.questions.count == 9)
    }

    @Test("what a vanished agent showed goes on with the next, eight at a time")
    func vanished() {
        var run = Self.crowd()
        run.register(FirstUse.other, isActive: false)
        run.turn { $0.feed(.clientGone(FirstUse.agent.client)) }
        #expect(Self.shown(by: FirstUse.other, run) == Array(Self.apps.prefix(8)))
        run.register(FirstUse.agent)
        #expect(Self.shown(by: FirstUse.agent, run) == Array(Self.apps.prefix(8)))
        #expect(Self.shown(by: FirstUse.other, run) == [])
    }

    @Test("all agents together have 48, where each may show only what the others could not")
    func together() {
        var run = FirstUse.run()
        let agents = (10..<18).map { FirstUse.agent(":1.\($0)") }
        for agent in agents { run.register(agent) }
        for app in Self.apps { run.request(.reportFailure(FailureCode(101)), from: .app(app)) }
        // Each keeps eight, the first agent the last ones, and can show no other.
        for (number, agent) in agents.enumerated() {
            let kept = Set(Self.apps.dropFirst(8 * (7 - number)).prefix(8))
            while let app = Self.shown(by: agent, run).first(where: { !kept.contains($0) }) {
                run.answer(app, .failed(reason: "no"), by: agent)
            }
        }
        #expect(run.agents.asking.values.reduce(0) { $0 + $1.count } == 48)
    }

    @Test("2,000 that are answered at once do not hold up what else is asked")
    func others() {
        var run = FirstUse.withAgent()
        for number in 0..<2_000 {
            run.feed(
                .request(
                    RequestID(UInt64(1_000_000 + number)), .reportFailure(FailureCode(101)),
                    from: .app("app\(number)"), at: run.moment))
        }
        run.turn()
        // An agent that answers each at once has no more answers on their way than it has prompts.
        #expect(run.agents.questions.count == 8)
        let open = run.agents.questions
        for (agent, question, id) in open {
            run.feed(.promptAnswered(question.app, id, by: agent, .choice(.off), at: run.moment))
        }
        let probe = run.submit(.probe, from: .app("all"))
        run.turn()
        #expect(run.outcome(probe)?.result == .granted)
        #expect(run.agents.questions.count == 16)
    }

    @Test("an agent that registers again is asked again what it could not show")
    func registersAgain() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.answer("who", .failed(reason: "no notifications"), by: FirstUse.agent)
        run.register(FirstUse.agent)
        #expect(run.questions == [":1.agent: who", ":1.agent: who"])
    }

    @Test("for any day no agent has more than eight, and none waits while its agent has room")
    func law() {
        var random = SeededGenerator()
        let seed = random.seed
        let agents = (10..<13).map { FirstUse.agent(":1.\($0)") }
        for _ in 0..<Thoroughness.cases(12_000) / 400 {
            var run = FirstUse.run()
            var present: Set<ClientID> = []
            for _ in 0..<60 {
                let agent = agents[Int.random(in: 0..<3, using: &random)]
                let app = Self.apps[Int.random(in: 0..<30, using: &random)]
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    run.register(agent, isActive: Bool.random(using: &random))
                    present.insert(agent.client)
                case 1 where Bool.random(using: &random):
                    run.turn { $0.feed(.clientGone(agent.client)) }
                    present.remove(agent.client)
                case 2: run.request(.setChoice(AppID(app), .off), from: .root)
                case 3: run.request(.clearRecord(AppID(app)), from: .root)
                case 4:
                    if let app = Self.shown(by: agent, run).first {
                        run.answer(app, .choice(.wifiOnly), by: agent)
                    }
                default: run.request(.reportFailure(FailureCode(101)), from: .app(app))
                }
                let counts = agents.map { Self.shown(by: $0, run).count }
                let open = run.agents.asking.filter { !$0.value.isEmpty }
                let waiting = Self.apps.contains {
                    run.engine.apps[AppID($0)]?.unknownReason == .pending && open[AppID($0)] == nil
                }
                let isRight =
                    counts.allSatisfy { $0 <= 8 } && open.values.allSatisfy { $0.count == 1 }
                    && (!waiting || present.isEmpty || counts.contains(8))
                guard isRight else {
                    Issue.record("\(counts), something waits: \(waiting), seed \(seed)")
                    return
                }
            }
        }
    }
}
