package import CellgateCore

/// An engine in virtual time, with a simulated kernel and what a test says of files below it.
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
    /// Why the kernel cannot be dumped; nil where it can.
    package var dumpFailure: String?
    /// Whether the next dumps are interrupted.
    package var dumpsAreInterrupted = false
    /// The error of every question; nil where the kernel answers.
    package var answerErrno: Int32?

    package private(set) var now = Instant.zero
    /// All that was published, in order.
    package private(set) var entries: [Entry] = []
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

    /// One turn of the loop: what `body` does, then the evaluation. Returns what was published.
    @discardableResult
    package mutating func turn(_ body: (inout EngineRun) -> Void = { _ in }) -> [Entry] {
        let before = entries.count
        body(&self)
        feed(.endOfTurn)
        return Array(entries[before...])
    }

    /// Runs `ip` commands on the kernel, and hands on what it announces, in one turn.
    @discardableResult
    package mutating func ip(_ script: String) -> [Entry] {
        turn { $0.announce($0.kernel.run(script)) }
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

    /// Hands an input to the engine and does what follows.
    package mutating func feed(_ input: Input) {
        inputs.append((input, now))
        for directive in engine.handle(input, at: now) { interpret(directive) }
    }

    private mutating func interpret(_ directive: Directive) {
        switch directive {
        case .readPolicy:
            feed(.policy(reading))
        case .readRecords:
            feed(.records(records))
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
        case .publish(let entry):
            directives.append(directive)
            entries.append(entry)
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
    /// The commands for a link that is up and reaches a router, as
    /// ``NamedNetworkNamespace/uplink(_:_:)`` makes it: 10.K.0.2/24 and fd00:K::2/64. It has no
    /// default route.
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
