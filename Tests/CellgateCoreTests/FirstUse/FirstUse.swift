import CellgateCore
import CellgateSimulation
import TestSupport

/// An engine whose apps are used for the first time, with `who` undecided, `only` and `off`
/// restricted, `all` not.
enum FirstUse {
    static let who = AppID("who")
    static let only = AppID("only")
    static let agent = agent(":1.agent")
    static let other = agent(":1.other")
    static let down = "link set wlan0 down"
    static let up = "link set wlan0 up\n" + PathCase.wifiDefault
    static let lost = "link set wlan0 down\nlink set wwan0 down"

    /// An agent that may be one, without a process of an app.
    static func agent(_ client: String) -> Caller {
        Caller(client: ClientID(client), process: nil, isPrivileged: true)
    }

    /// Started on mobile data alone, without an agent, or by another script.
    static func run(
        _ script: String = PathCase.mobile + PathCase.mobileDefault, profile: Profile = .cellular,
        apps: [String: PolicyStanding] = [:], records: [AppID: Record] = [:],
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> EngineRun {
        var kernel = SimulatedKernel()
        kernel.run(script)
        var configuration = Configuration()
        configuration.profile = profile
        change(&configuration)
        let standings: [String: PolicyStanding] = [
            "only": .choice(.wifiOnly, source: .user, isLocked: false),
            "all": .choice(.wifiAndCellular, source: .user, isLocked: false),
            "off": .choice(.off, source: .user, isLocked: false),
            "who": .choice(.undecided, source: .default, isLocked: false),
        ]
        var run = EngineRun(
            kernel: kernel, apps: standings.merging(apps) { $1 }, configuration: configuration)
        run.records = RecordReading(records: RecordTable(apps: records))
        run.start()
        return run
    }

    /// The same with an agent, which withholds its answers.
    static func withAgent(
        _ script: String = PathCase.mobile + PathCase.mobileDefault, profile: Profile = .cellular
    ) -> EngineRun {
        var run = run(script, profile: profile)
        run.register(agent)
        return run
    }
}

extension EngineRun {
    /// Registers an agent of a session that is named as its client.
    mutating func register(_ agent: Caller, isActive: Bool = true) {
        request(
            .registerAgent(AgentSeat(name: agent.client.rawValue, isActive: isActive)), from: agent)
    }

    /// Which apps agents were to ask about, in order, as `agent: app`.
    var questions: [String] {
        agents.questions.map { "\($0.agent): \($0.question.app)" }
    }

    /// What agents were to show, in order, as `agent: app kind`.
    var notes: [String] {
        agents.notes.map { "\($0.agent): \($0.note.app) \($0.note.kind.rawValue)" }
    }

    func entries(_ event: EntryEvent) -> [Entry] { entries.filter { $0.event == event } }

    /// Where the advice about an app went, in order.
    func guidance(of app: String) -> [String] {
        entries(.guidanceChanged).filter { $0.app == app }.compactMap { $0[.guidance] }
    }

    /// What an app's probe or wait has come to; nil while it has not.
    func outcome(_ id: RequestID) -> ProbeOutcome? {
        guard case .probe(let outcome)? = replies[id] else { return nil }
        return outcome
    }

    mutating func tell(_ event: GuidanceEvent, of app: String, from caller: Caller) {
        request(.guidanceEvent(AppID(app), event), from: caller)
    }

    /// An agent could not show the advice about an app.
    mutating func failToShow(_ app: String, by agent: Caller) {
        turn { $0.feed(.guidanceFailed(AppID(app), by: agent.client)) }
    }

    /// Requests of the app that failed for want of a network.
    mutating func fail(_ app: String, times: Int = 1) {
        for _ in 0..<times { request(.reportFailure(FailureCode(101)), from: .app(app)) }
    }
}

extension Entry {
    /// The value of a field; nil where the entry has it not.
    subscript(_ field: EntryField) -> String? { details.first { $0.name == field }?.value }
}
