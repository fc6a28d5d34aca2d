package import CellgateCore

/// An engine in virtual time, with a simulated kernel and what its driver says of files below it.
///
/// It does what the daemon does with a directive: reads and dumps at once, asks the kernel, moves
/// timers, and keeps what is published.
package struct EngineRun: Sendable {
    package private(set) var engine = Engine()
    package var kernel: SimulatedKernel
    /// What the next reading of the files comes to.
    package var reading: PolicyReading
    /// What the next reading of the users' records comes to.
    package var records = RecordReading(records: RecordTable())
    /// Whether the resolver's file names a server.
    package var supportsDNS = true
    /// What NetworkManager says of links; the test feeds it.
    package var metered: [InterfaceName: Metered] = [:]
    /// The links that are said to be modems'; the test feeds it.
    package var modemLinks: Set<InterfaceName> = []
    /// Why the kernel cannot be dumped; nil where it can.
    package var dumpFailure: String?
    /// Whether the next dumps are interrupted.
    package var dumpsAreInterrupted = false
    /// The error of every question; nil where the kernel answers.
    package var answerErrno: Int32?
    /// What becomes of a table that is to be stored; nil where that is withheld until
    /// ``finishStoring(_:)``. What is stored is what the next reading finds.
    package var storeOutcome: RecordOutcome? = .stored([])
    /// The agents on the bus, and what the engine had them do.
    package var agents = SimulatedAgents()
    /// Whether records are read when that is asked for; else the driver feeds them.
    package var readsRecords = true
    /// What polkit says of every request; nil where the driver answers by itself.
    package var authorization: Authorization?
    /// The time of day of the next requests.
    package var moment = WallTime(microseconds: 1_764_000_000_000_000)

    package private(set) var now = Instant.zero
    /// All that was published, in order.
    package private(set) var entries: [Entry] = []
    /// When each of ``entries`` was published.
    package private(set) var entryMoments: [Instant] = []
    /// All directives but those that ask for an input at once.
    package private(set) var directives: [Directive] = []
    /// The questions of each inquiry.
    package private(set) var inquiries: [[KernelQuestion]] = []
    /// When the network was dumped.
    package private(set) var dumps: [Instant] = []
    package private(set) var timers: [EngineTimer: Instant] = [:]
    package private(set) var exitCode: Int32?
    /// The last status line.
    package private(set) var status: String?
    /// The replies to requests, in order.
    package private(set) var answers: [(id: RequestID, reply: Reply)] = []
    /// What subscribers were told, in order.
    package private(set) var signals: [(client: ClientID, signal: Signal)] = []
    /// The authorizations that were asked for, in order.
    package private(set) var authorizations: [(id: RequestID, right: Right)] = []
    /// The tables that were to be stored, in order.
    package private(set) var tables: [RecordTable] = []
    /// The table that is being stored; nil while none is.
    package private(set) var tableUnderWay: RecordTable?
    /// Whether a table was to be stored while another was.
    package private(set) var hasOverlappingStores = false
    /// How often it was told to be there for requests.
    package private(set) var serveCount = 0
    private var lastRequest: UInt64 = 0
    /// Inputs that came while directives were interpreted, in their order.
    private var waiting: [Input] = []
    private var isInterpreting = false
    /// Whether something came during the end of a turn that the daemon gets in a later one.
    private var isTurnDue = false
    /// Everything that was handed in, to be replayed.
    package private(set) var inputs: [(input: Input, at: Instant)] = []

    package init(
        kernel: SimulatedKernel = SimulatedKernel(), apps: [String: PolicyStanding] = [:],
        configuration: Configuration = Configuration()
    ) {
        self.kernel = kernel
        let policies = apps.map { (AppID($0.key), AppPolicy(standing: $0.value)) }
        reading = PolicyReading(
            configuration: configuration,
            table: PolicyTable(apps: Dictionary(policies) { first, _ in first }),
            diagnostics: [])
    }

    /// Starts the engine and ends the turn, and returns what was published.
    @discardableResult
    package mutating func start() -> [Entry] {
        turn { $0.feed(.start) }
    }

    /// Starts the daemon anew on the same device: nothing is left of it but the stored records, and
    /// agents see it go. Returns what was published.
    @discardableResult
    package mutating func restart() -> [Entry] {
        engine = Engine()
        timers = [:]
        tableUnderWay = nil
        exitCode = nil
        agents.see(.clientsGone)
        return start()
    }

    /// One turn of the loop: what `body` does, then the evaluation. Returns what was published.
    @discardableResult
    package mutating func turn(_ body: (inout EngineRun) -> Void = { _ in }) -> [Entry] {
        let before = entries.count
        body(&self)
        // What came of a table, and what an agent answers, comes to the daemon later than the turn
        // in which that was asked for: then a turn of its own follows.
        repeat {
            isTurnDue = false
            feed(.endOfTurn)
        } while isTurnDue
        return Array(entries[before...])
    }

    /// Hands events on, where there are any.
    package mutating func announce(_ events: [NetworkEvent]) {
        if !events.isEmpty { feed(.network(events)) }
    }

    /// Lets time pass; timers that run out have a turn each, in their order. Returns what was
    /// published.
    @discardableResult
    package mutating func advance(by duration: Duration) -> [Entry] {
        let before = entries.count
        let end = now + duration
        while let next = timers.filter({ $0.value <= end }).min(by: { earlier($0, $1) }) {
            move(to: next.value)
            timers[next.key] = nil
            turn { $0.feed(.timer(next.key)) }
        }
        move(to: end)
        return Array(entries[before...])
    }

    /// Hands an input to the engine and does what follows; what a directive leads to at once waits
    /// until those beside it are done.
    package mutating func feed(_ input: Input) {
        waiting.append(input)
        guard !isInterpreting else { return }
        isInterpreting = true
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            inputs.append((next, now))
            agents.see(next)
            for directive in engine.handle(next, at: now) { interpret(directive) }
        }
        isInterpreting = false
    }

    /// Hands in what another engine was told, at this moment: nothing that follows from it is done,
    /// since that is recorded, too. `start` begins with a new engine.
    ///
    /// - Parameter isKnown: Whether the engine is to know it from before: then nothing of it is
    ///   published, shown or answered.
    package mutating func replay(_ input: Input, at moment: Instant, isKnown: Bool = false) {
        now = max(now, moment)
        if input == .start { engine = Engine() }
        agents.see(input)
        let followed = engine.handle(input, at: now)
        guard !isKnown else { return }
        for directive in followed {
            directives.append(directive)
            switch directive {
            case .publish(let entry):
                entries.append(entry)
                entryMoments.append(now)
            case .reply(let id, let reply): answers.append((id, reply))
            case .prompt(let agent, let question, let id): _ = agents.ask(agent, question, id)
            case .cancelPrompt(let agent, let app): agents.cancel(agent, app)
            case .guide(let agent, let note): agents.guide(agent, note)
            case .withdrawGuidance(let agent, let app): agents.withdraw(agent, app)
            default: break
            }
        }
    }

    private mutating func interpret(_ directive: Directive) {
        switch directive {
        case .readPolicy:
            feed(.policy(reading))
        case .readRecords:
            if readsRecords { feed(.records(records)) }
        case .readResolver:
            feed(.resolver(supportsDNS: supportsDNS))
        case .dumpNetwork:
            dumps.append(now)
            if let dumpFailure {
                feed(.dumpFailed(reason: dumpFailure))
            } else {
                var dump = kernel.dump()
                dump.isInterrupted = dumpsAreInterrupted
                feed(.dump(dump))
            }
        case .ask(let questions):
            inquiries.append(questions)
            if let answerErrno {
                let answers = questions.map { ($0, KernelAnswer.failed(errno: answerErrno)) }
                feed(.answers(Dictionary(answers) { first, _ in first }))
            } else {
                feed(.answers(kernel.answers(to: questions)))
            }
        case .serve:
            directives.append(directive)
            serveCount += 1
        case .authorize(let id, let right):
            directives.append(directive)
            authorizations.append((id, right))
            if let authorization { feed(.authorization(id, authorization)) }
        case .reply(let id, let reply):
            directives.append(directive)
            answers.append((id, reply))
        case .signal(let clients, let signal):
            directives.append(directive)
            for client in clients { signals.append((client, signal)) }
        case .prompt(let agent, let question, let id):
            directives.append(directive)
            if let answer = agents.ask(agent, question, id) {
                isTurnDue = true
                feed(.promptAnswered(question.app, id, by: agent, answer, at: moment))
            }
        case .cancelPrompt(let agent, let app):
            directives.append(directive)
            agents.cancel(agent, app)
        case .guide(let agent, let note):
            directives.append(directive)
            agents.guide(agent, note)
        case .withdrawGuidance(let agent, let app):
            directives.append(directive)
            agents.withdraw(agent, app)
        case .storeRecords(let table, changing: _):
            directives.append(directive)
            tables.append(table)
            hasOverlappingStores = hasOverlappingStores || tableUnderWay != nil
            tableUnderWay = table
            if let storeOutcome { store(storeOutcome) }
        case .publish(let entry):
            directives.append(directive)
            entries.append(entry)
            entryMoments.append(now)
        case .arm(let timer, let instant):
            directives.append(directive)
            timers[timer] = instant
        case .disarm(let timer):
            directives.append(directive)
            timers[timer] = nil
        case .notify(let state):
            directives.append(directive)
            if case .status(let line) = state { status = line }
        case .exit(let code):
            directives.append(directive)
            exitCode = exitCode ?? code
        }
    }

    // MARK: Requests

    /// The replies by request; the first, where one was answered more than once.
    package var replies: [RequestID: Reply] {
        Dictionary(answers.map { ($0.id, $0.reply) }) { first, _ in first }
    }

    /// The reply to a request; nil while there is none.
    package func reply(to id: RequestID) -> Reply? {
        answers.last { $0.id == id }?.reply
    }

    /// Makes a request in a turn of its own, and returns the reply where there is one already.
    @discardableResult
    package mutating func request(_ request: Request, from caller: Caller) -> Reply? {
        var id = RequestID(0)
        turn { id = $0.submit(request, from: caller) }
        return replies[id]
    }

    /// Hands a request in without ending the turn, and returns its number.
    @discardableResult
    package mutating func submit(_ request: Request, from caller: Caller) -> RequestID {
        lastRequest += 1
        let id = RequestID(lastRequest)
        feed(.request(id, request, from: caller, at: moment))
        return id
    }

    /// An agent answers a prompt, in a turn of its own. Returns what was published.
    ///
    /// - Parameter id: The question that it answers; nil for the last one about the app that it was
    ///   given.
    @discardableResult
    package mutating func answer(
        _ app: String, _ answer: PromptAnswer, by agent: Caller, to id: AskID? = nil
    ) -> [Entry] {
        let app = AppID(app)
        let id = id ?? agents.lastQuestion(about: app, to: agent.client) ?? AskID(0)
        return turn {
            $0.feed(.promptAnswered(app, id, by: agent.client, answer, at: $0.moment))
        }
    }

    /// Ends the storing that was withheld, in a turn of its own.
    @discardableResult
    package mutating func finishStoring(_ outcome: RecordOutcome = .stored([])) -> [Entry] {
        turn { $0.store(outcome) }
    }

    private mutating func store(_ outcome: RecordOutcome) {
        if case .stored = outcome, let tableUnderWay {
            records = RecordReading(records: tableUnderWay)
        }
        tableUnderWay = nil
        isTurnDue = true
        feed(.recordsStored(outcome))
    }

    /// Lets time pass while no daemon runs: nobody hears the kernel, and no timer runs out.
    package mutating func sleep(until instant: Instant) {
        now = max(now, instant)
        kernel.advance(to: now)
    }

    private mutating func move(to instant: Instant) {
        now = max(now, instant)
        let events = kernel.advance(to: now)
        if !events.isEmpty { turn { $0.announce(events) } }
    }

    /// Timers that run out at one moment go in the order of their declaration.
    private func earlier(
        _ one: (key: EngineTimer, value: Instant), _ other: (key: EngineTimer, value: Instant)
    ) -> Bool {
        guard one.value == other.value else { return one.value < other.value }
        let order = EngineTimer.allCases
        return (order.firstIndex(of: one.key) ?? 0) < (order.firstIndex(of: other.key) ?? 0)
    }
}

extension SimulatedKernel {
    /// The commands for a link that is up and reaches a router, as tests with a real kernel make it,
    /// too: 10.K.0.2/24 and fd00:K::2/64. It has no default route.
    package static func uplink(_ link: String, _ subnet: Int) -> String {
        """
        link add \(link) type veth peer name p\(subnet)
        link set p\(subnet) up
        link set \(link) up
        addr add 10.\(subnet).0.2/24 dev \(link)
        addr add fd00:\(subnet)::2/64 dev \(link) nodad

        """
    }
}
