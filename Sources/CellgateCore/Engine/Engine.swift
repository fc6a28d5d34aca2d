/// All that the daemon decides: a value that turns inputs into directives.
///
/// It knows no clock, file, socket or environment, so a log of inputs replays to the same
/// directives. Handlers of inputs only take over what is new; what follows from it is evaluated
/// once, at ``Input/endOfTurn``.
package struct Engine: Sendable {
    // What was told.
    var configuration = Configuration()
    var table = PolicyTable()
    var records = RecordTable()
    var network = NetworkState()
    var answers = KernelAnswers()
    var supportsDNS = false
    var radio = CellularRadio()
    var metered: [InterfaceName: Metered] = [:]
    var modemLinks: Set<InterfaceName> = []
    /// What is simulated; nil while nothing is.
    var simulation: Simulation?

    // What follows from it.
    var evaluated: Evaluated?
    /// The kernel's path, whatever is simulated; nil before the first evaluation.
    var realPath: NetworkPath?
    var generation: UInt64 = 0
    var standings = Standings()
    var statistics = Statistics()

    // Who asked for what.
    var clients = Clients()
    var waitingRequests: [RequestID: WaitingRequest] = [:]
    var recordChanges = RecordChanges()
    var agents = Agents()
    var prompts = Prompts()
    var waits = Waits()
    var guidance: [AppID: Guidance] = [:]
    var measures = Measures()
    var installations = Installations()

    // What is still to be done, and what was published.
    var pending = Pending()
    var inquiry: [KernelQuestion] = []
    var publication = Publication()
    var resync = ResyncThrottle()
    /// Whether files changed and are read when the timer runs out: not later for more that change.
    private var isReadingDue = false
    /// Whether the records are to be read, and were not yet: not while others are being written.
    var isReadingRecords = false
    /// Whether everything is evaluated anew when the timer runs out, for a probe of the network.
    private var isReevaluationDue = false
    /// Whether what did not work is tried again when the timer runs out.
    var isRetryDue = false
    /// Whether it was told that no record is made any more for want of room.
    var hasWarnedOfRecordBound = false
    /// When an app whose file is gone counts as removed; nil where none is gone.
    var removalEnd: Instant?
    /// Whether the loop was told to end: from then on nothing is evaluated, published or claimed.
    private var isEnding = false

    package init() {}

    /// The outcome of an evaluation.
    struct Evaluated: Equatable, Sendable {
        var path: NetworkPath
        var apps: [AppID: AppState]
    }

    /// What the inputs of a turn ask for.
    struct Pending: Sendable {
        /// Why; the first of ``Cause``'s order names the publication.
        var causes: Set<Cause> = []
        var isNetworkDirty = false
        var isPolicyDirty = false
        /// A snapshot is due, for this cause.
        var snapshot: Cause?
        /// A reading that the engine asked for; nil where files are read unasked.
        var readingCause: Cause?
        var isReloading = false
        /// Answers that are due when what they tell of is in force.
        var replies: [(id: RequestID, reply: Reply, awaitsRecords: Bool)] = []
    }

    /// The path of the last evaluation; nil before the first (R37, R46).
    package var path: NetworkPath? { evaluated?.path }

    /// The apps' states of the last evaluation; none before the first.
    package var apps: [AppID: AppState] { evaluated?.apps ?? [:] }

    /// Takes an input over.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - now: When; never before the moment of an earlier input.
    /// - Returns: What is to be done, in order.
    package mutating func handle(_ input: Input, at now: Instant) -> [Directive] {
        if isEnding {
            // What readers lost on the way is still told, as the last thing.
            if case .entriesLost = input { return directives(for: input, at: now) }
            return []
        }
        let directives = directives(for: input, at: now)
        isEnding = directives.contains(where: \.isExit)
        for case .publish in directives { statistics.count(.entries) }
        return directives
    }

    private mutating func directives(for input: Input, at now: Instant) -> [Directive] {
        var directives: [Directive] = []
        switch input {
        case .start:
            pending.causes.insert(.start)
            pending.readingCause = .start
            isReadingRecords = true
            pending.isNetworkDirty = true
            directives = [.readPolicy, .readRecords, .readResolver, .dumpNetwork]
        case .policy(let reading):
            directives = take(reading, at: now)
        case .filesChanged:
            // Many files may change together, as when a package is installed.
            if configuration.reloadsOnChange, evaluated != nil, !isReadingDue {
                isReadingDue = true
                directives = [.arm(.policy, at: now + Self.filesMargin)]
            }
        case .records(let reading):
            directives = take(reading)
        case .network(let events):
            take(events)
        case .messagesLost(let overruns, let undecodable):
            statistics.count(.overruns, overruns)
            statistics.count(.undecodableMessages, undecodable)
            let step = resync.lose(overruns: overruns, undecodable: undecodable, at: now)
            directives = interpret(step)
        case .dump(let dump):
            statistics.count(.dumps)
            network.replace(with: dump)
            answers = KernelAnswers()
            markNetworkDirty()
            directives = interpret(resync.finish(dump, at: now))
        case .dumpFailed(let reason):
            // Without a first dump there is nothing to tell; the service manager starts it anew.
            directives = interpret(resync.fail(reason, at: now))
            if evaluated == nil { directives.append(.exit(code: 1)) }
        case .resolver(let supportsDNS):
            if supportsDNS != self.supportsDNS {
                self.supportsDNS = supportsDNS
                markNetworkDirty()
            }
        case .answers(let answers):
            directives = take(answers, at: now)
        case .radio(let radio):
            if radio != self.radio {
                // What mobile data costs depends on the network that the modem is registered with.
                if radio.isRoaming != self.radio.isRoaming { markNetworkDirty() }
                self.radio = radio
                pending.causes.insert(.network)
                pending.isPolicyDirty = true
            }
        case .metered(let metered):
            if metered != self.metered {
                self.metered = metered
                markNetworkDirty()
            }
        case .modemLinks(let links):
            if links != modemLinks {
                modemLinks = links
                markNetworkDirty()
            }
        case .request(let id, let request, let caller, let moment):
            directives = take(id, request, from: caller, at: now, moment)
        case .authorization(let id, let authorization):
            directives = take(authorization, of: id, at: now)
        case .recordsStored(let outcome):
            directives = take(outcome, at: now)
        case .promptAnswered(let app, let id, by: let agent, let answer, at: let moment):
            directives = take(answer, to: id, about: app, from: agent, at: now, moment)
        case .guidanceFailed(let app, by: let agent):
            directives = failGuidance(of: app, by: agent)
        case .seat(let agent, let seat):
            directives = moveAgent(agent, to: seat)
        case .installed(let apps):
            directives = take(installed: apps, at: now)
        case .bus(let state):
            directives = take(state)
        case .clientGone(let client):
            directives = forget(client)
        case .clientsGone:
            directives = forgetClients()
        case .simulation(let state): take(state)
        case .refresh:
            directives = handleRefresh()
        case .publishState:
            pending.causes.insert(.request)
            pending.snapshot = pending.snapshot ?? .request
        case .reload:
            pending.causes.insert(.reload)
            pending.readingCause = .reload
            pending.isReloading = true
            directives = [.notify(.reloading), .readPolicy]
        case .entriesLost(let count, let reader):
            if reader != .recording { statistics.count(.entriesLost, count) }
            directives = [.publish(entriesLostEntry(count, reader))]
        case .timer(let timer):
            directives = handle(timer, at: now)
        case .endOfTurn:
            directives = evaluate(at: now)
        case .stop(let signal):
            directives = publishWithheld() + signalSubscribers() + refuseWaiting()
            directives += [
                .publish(entry(.stopped, cause: .request, message: "cellgated stops (\(signal))")),
                .notify(.stopping), .exit(code: 0),
            ]
        }
        return directives
    }

    private mutating func handle(_ timer: EngineTimer, at now: Instant) -> [Directive] {
        switch timer {
        case .policy:
            isReadingDue = false
            return [.readPolicy]
        case .routeExpiry:
            markNetworkDirty()
            return []
        case .resync:
            return interpret(resync.step(at: now))
        case .publication:
            pending.causes.insert(.timer)
            return []
        case .wait:
            return endWaits(at: now)
        case .retry:
            return retry(at: now)
        case .removal:
            return endRemovals(at: now)
        case .reevaluation:
            isReevaluationDue = false
            markNetworkDirty(because: .request)
            return []
        case .snapshot:
            pending.causes.insert(.timer)
            pending.snapshot = pending.snapshot ?? .timer
            return armSnapshot(at: now)
        }
    }

    /// Has everything read anew, and the whole state published (R70).
    mutating func handleRefresh() -> [Directive] {
        pending.causes.insert(.refresh)
        pending.readingCause = pending.readingCause ?? .refresh
        pending.snapshot = .refresh
        pending.isNetworkDirty = true
        isReadingRecords = true
        return [.readPolicy, .readRecords, .readResolver, .dumpNetwork]
    }

    /// An app's probe of the network has ended, whatever it came to: a while later the network is
    /// looked at again (R28). More that end meanwhile do not put that off.
    mutating func noteNetworkProbe(at now: Instant) -> [Directive] {
        guard !isReevaluationDue else { return [] }
        isReevaluationDue = true
        return [.arm(.reevaluation, at: now + configuration.firstUse.reevaluateDelay)]
    }

    private static let filesMargin = Duration.milliseconds(250)

    private mutating func take(_ events: [NetworkEvent]) {
        for event in events {
            let change = network.apply(event)
            answers.forget(change)
            if change.isSomething { markNetworkDirty() }
        }
    }

    /// Everything that the kernel says of routes has to be asked anew.
    mutating func markNetworkDirty(because cause: Cause = .network) {
        pending.causes.insert(cause)
        pending.isNetworkDirty = true
        // An inquiry under way rests on what no longer holds.
        inquiry = []
    }

    mutating func interpret(_ step: ResyncThrottle.Step) -> [Directive] {
        var directives: [Directive] = []
        if let losses = step.report {
            directives.append(.publish(resyncEntry(losses)))
        }
        // The dump is answered at once, and its answer may move the timer again.
        directives.append(
            step.next.map { .arm(.resync, at: $0) } ?? .disarm(.resync))
        if step.isDumpDue { directives.append(.dumpNetwork) }
        return directives
    }

    mutating func armSnapshot(at now: Instant) -> [Directive] {
        guard let interval = configuration.snapshotInterval else { return [.disarm(.snapshot)] }
        return [.arm(.snapshot, at: now + interval)]
    }
}
