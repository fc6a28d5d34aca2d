import CellgateCore
import CellgateSimulation
import TestSupport

/// A short random day of apps that are used for the first time, and what is to be known of it to
/// judge it.
struct FirstUseDay {
    var run: EngineRun
    private var random: SeededGenerator
    /// The waits and probes, by request: whose they are and when they have to be over.
    private(set) var waits: [RequestID: (app: AppID, client: ClientID, end: Instant)] = [:]
    /// The apps that were asked about since their record was cleared.
    private var asked: Set<AppID> = []
    /// The apps for which somebody has chosen since.
    private var chosen: Set<AppID> = []
    private(set) var abandoned: Set<RequestID> = []
    private var seen: (entries: Int, answers: Int)
    /// Whether a table could not be stored in the last step.
    private var hasFailedToStore = false
    /// What is wrong, where something is.
    private(set) var faults: [String] = []

    private static let apps = ["who", "only", "new"]
    private static let agents = [FirstUse.agent, FirstUse.other]
    private static let kernels = ["", PathCase.onWifi, PathCase.mobile + PathCase.mobileDefault].map
    { script in
        var kernel = SimulatedKernel()
        kernel.run(script)
        return kernel
    }

    /// The start of every day: on mobile data, `who` undecided, `only` denied, `new` unknown.
    static let morning: EngineRun = {
        var configuration = Configuration()
        configuration.probes = RouteProbes(
            ipv4: [[.v4(0x3200_0001)]], ipv6: [[.v6(high: 0x2001_0DB8_0000_0000, low: 1)]])
        var run = EngineRun(
            kernel: kernels[2],
            apps: [
                "who": .choice(.undecided, source: .default, isLocked: false),
                "only": .choice(.wifiOnly, source: .user, isLocked: false),
            ], configuration: configuration)
        run.start()
        return run
    }()

    init(_ morning: EngineRun, _ random: SeededGenerator) {
        run = morning
        self.random = random
        if Bool.random(using: &self.random) { run.storeOutcome = nil }
        seen = (morning.entries.count, morning.answers.count)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    /// One thing that happens, and then the laws.
    mutating func step() {
        let name = pick(Self.apps)
        let app = AppID(name)
        switch Int.random(in: 0..<33, using: &random) {
        case 0..<4: use(name)
        case 4: submit(.reportFailure(FailureCode(101)), from: .app(name))
        case 5, 6: submit(seat(), from: pick(Self.agents))
        case 7: leave(pick(Self.agents))
        case 8: submit(.unregisterAgent, from: pick(Self.agents))
        case 9: leave(.app(name))
        case 10, 11, 12: answer(app)
        case 13, 14: advice(app)
        case 15: submit(.setChoice(app, pick(Choice.allCases)), from: .root)
        case 16: submit(.clearRecord(app), from: .root)
        case 17, 18: path()
        case 19: run.turn { $0.feed(.refresh) }
        case 20, 21: advance()
        case 22: files(app)
        case 23: move(pick(Self.agents))
        case 24, 25: answerLate()
        case 26...29: simulate()
        default: store()
        }
        judge()
    }

    /// Ends the day: whoever waits has had time enough.
    mutating func end() {
        run.advance(by: .seconds(6))
        judge()
        let answered = Set(run.answers[FirstUseDay.morning.answers.count...].map(\.id))
        for (id, wait) in waits where !abandoned.contains(id) && !answered.contains(id) {
            faults.append("a wait of \(wait.app) never ends")
        }
    }

    private mutating func seat() -> Request {
        .registerAgent(AgentSeat(name: pick(["c1", "c2"]), isActive: pick([false, true])))
    }

    @discardableResult
    private mutating func submit(_ request: Request, from caller: Caller) -> RequestID {
        var id = RequestID(0)
        let app: AppID? =
            switch request {
            case .clearRecord(let app), .setChoice(let app, .undecided): app
            default: nil
            }
        if let app {
            asked.remove(app)
            chosen.remove(app)
        }
        run.turn { id = $0.submit(request, from: caller) }
        if case .setChoice(let app, let choice) = request, choice != .undecided,
            run.replies[id] ?? .done == .done
        {
            chosen.insert(app)
        }
        return id
    }

    private mutating func use(_ app: String) {
        let isProbe = Bool.random(using: &random)
        let number = submit(isProbe ? .probe : .requestDecision, from: .app(app))
        waits[number] = (
            AppID(app), Caller.app(app).client,
            run.now + (isProbe ? .milliseconds(1500) : .seconds(5))
        )
    }

    private mutating func leave(_ caller: Caller) {
        for (id, wait) in waits where wait.client == caller.client { abandoned.insert(id) }
        run.turn { $0.feed(.clientGone(caller.client)) }
    }

    private mutating func answer(_ app: AppID) {
        let open = run.agents.asking.filter { !$0.value.isEmpty }.keys.sorted()
        let app = open.isEmpty ? app : pick(open)
        let agent = run.agents.asking[app]?.sorted().first ?? FirstUse.agent.client
        let answer = pick([
            PromptAnswer.choice(.wifiAndCellular), .choice(.wifiOnly), .choice(.off),
            .failed(reason: "dismissed"), .undelivered(reason: "LimitsExceeded"),
        ])
        run.turn {
            let id = $0.agents.lastQuestion(about: app, to: agent) ?? AskID(0)
            $0.feed(.promptAnswered(app, id, by: agent, answer, at: $0.moment))
        }
    }

    /// An agent answers what it was asked before: that counts only where it still shows it.
    private mutating func answerLate() {
        let agents = run.agents
        let late = agents.questions.filter {
            !agents.isOpen($0.id, about: $0.question.app, to: $0.agent)
        }
        guard !late.isEmpty else { return }
        let (agent, question, id) = pick(late)
        let answer = pick([PromptAnswer.choice(.off), .failed(reason: "cancelled")])
        let count = run.directives.count
        run.feed(.promptAnswered(question.app, id, by: agent, answer, at: run.moment))
        if run.directives.count != count { faults.append("\(question.app): a late answer counts") }
        run.turn()
    }

    private mutating func move(_ agent: Caller) {
        let seat = AgentSeat(name: pick(["c1", "c2"]), isActive: pick([false, true]))
        run.turn { $0.feed(.seat(agent.client, seat)) }
    }

    private mutating func advice(_ app: AppID) {
        let own = Caller.app(app.rawValue)
        guard let shower = run.agents.showing[app]?.sorted().first else {
            // An app may show by itself what nobody shows yet.
            let isDue = run.engine.guidanceState(of: app) == .eligible
            submit(.guidanceEvent(app, isDue ? .shown : .ask), from: own)
            return
        }
        let agent = Self.agents.first { $0.client == shower } ?? own
        // It tells of what it cannot show before anything else.
        if run.engine.guidanceState(of: app) == .eligible, shower != own.client,
            Int.random(in: 0..<4, using: &random) == 0
        {
            run.turn { $0.feed(.guidanceFailed(app, by: shower)) }
            return
        }
        let byApp = run.engine.guidanceState(of: app) == .eligible && Bool.random(using: &random)
        if byApp {
            submit(.guidanceEvent(app, .shown), from: own)
        } else {
            submit(.guidanceEvent(app, pick([.shown, .clicked, .dismissed])), from: agent)
        }
    }

    private mutating func path() {
        let at = Int.random(in: Self.kernels.indices, using: &random)
        run.kernel = Self.kernels[at]
        run.turn { $0.feed(.dump($0.kernel.dump())) }
    }

    private mutating func advance() {
        let duration = pick([100, 1400, 1500, 5000, 11_000])
        run.advance(by: .milliseconds(Int64(duration)))
    }

    private mutating func files(_ app: AppID) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let choice = pick([Choice.wifiAndCellular, .wifiOnly, .off])
            run.reading.table.apps[app] = AppPolicy(
                standing: .choice(
                    choice, source: .administrator, isLocked: Bool.random(using: &random)))
        case 1:
            run.reading.table.apps[app] = AppPolicy(
                standing: .choice(.undecided, source: .default, isLocked: false))
        default:
            let profile = pick(Profile.allCases)
            run.reading.configuration?.profile = profile
        }
        run.turn { $0.feed(.reload) }
    }

    private mutating func store() {
        if run.tableUnderWay != nil {
            let isStored = Bool.random(using: &random)
            hasFailedToStore = !isStored
            run.finishStoring(isStored ? .stored([]) : .failed(reason: "full"))
        } else {
            let outcome = pick([nil, .stored([]), RecordOutcome.failed(reason: "full")])
            run.storeOutcome = outcome
            run.turn()
        }
    }

    /// A step of a simulation; an end of it more often than others.
    private mutating func simulate() {
        let isEnd = Int.random(in: 0..<4, using: &random) == 0
        submit(.simulate(isEnd ? .stop : .random(apps: Self.apps, using: &random)), from: .root)
    }

    // MARK: Laws

    private mutating func judge() {
        for name in Self.apps {
            let app = AppID(name)
            let state = run.engine.apps[app]
            let asking = run.agents.asking[app] ?? []
            var isLocked = false
            if case .choice(_, _, isLocked: true)? = run.reading.table.apps[app]?.standing {
                isLocked = true
            }
            let wouldHelp = !isLocked && state?.availability == .cellularDenied
            // An app that shows its own advice sees its state change.
            if !wouldHelp || run.engine.guidanceState(of: app) == .none {
                run.agents.hide(Caller.app(name).client, app)
            }
            let showing = run.agents.showing[app] ?? []
            if asking.count > 1 { faults.append("\(app): two prompts") }
            if showing.count > 1 { faults.append("\(app): two advices") }
            if !asking.isEmpty, isLocked || (state ?? Self.stranger(run)).isDecided {
                faults.append("\(app): a prompt for a decided app")
            }
            if !showing.isEmpty, !wouldHelp {
                faults.append("\(app): advice that would not help")
            }
        }
        for agent in Self.agents {
            let open = run.agents.asking.count { $0.value.contains(agent.client) }
            if open > 8 { faults.append("\(agent.client): \(open) prompts") }
        }
        for (id, reply) in run.answers[seen.answers...] {
            guard let wait = waits[id] else { continue }
            let isFirst = !run.answers.contains { $0.id == id && $0.reply != reply }
            let count = run.answers.count { $0.id == id }
            if count != 1 || !isFirst { faults.append("a wait of \(wait.app) ends \(count) times") }
            if abandoned.contains(id) { faults.append("a wait of \(wait.app) ends for nobody") }
            guard case .probe(let outcome) = reply else {
                if reply != .refused(.limitsExceeded) { faults.append("a wait ends with \(reply)") }
                continue
            }
            let state = run.engine.apps[wait.app] ?? Self.stranger(run)
            if outcome.result != state.restrictedState.permission {
                faults.append("\(wait.app): \(outcome.result) against the state")
            }
        }
        for (id, wait) in waits where wait.end <= run.now && !abandoned.contains(id) {
            if run.replies[id] == nil { faults.append("a wait of \(wait.app) is late") }
        }
        for entry in run.entries[seen.entries...]
        where
            entry.event == .promptRequested && entry[.simulated] == nil
        {
            let app = AppID(entry.app ?? "")
            if !asked.insert(app).inserted { faults.append("\(app): asked twice") }
            if let choice = run.tableUnderWay?.apps[app]?.choice, choice != .undecided,
                chosen.contains(app)
            {
                faults.append("\(app): asked about while a choice is stored")
            }
        }
        // What could not be stored was not asked in a record's life.
        let records = run.records.records?.apps ?? [:]
        if run.storeOutcome == .failed(reason: "full") || hasFailedToStore {
            hasFailedToStore = false
            asked = asked.filter { records[$0]?.isAsked == true }
        }
        seen = (run.entries.count, run.answers.count)
    }

    /// The state of an app that nothing names.
    private static func stranger(_ run: EngineRun) -> AppState {
        AppState(
            Permission(nil, record: nil), on: run.engine.path ?? NetworkPath(),
            under: run.reading.configuration?.profile ?? .cellular)
    }
}

extension AppState {
    /// Whether there is nothing to ask.
    fileprivate var isDecided: Bool { restrictedState != .unknown || availability == .invalid }
}
