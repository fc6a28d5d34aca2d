internal import CellgateBusInterface
internal import CellgateCore
package import Netlink
package import Posix
internal import Systemd

/// The shell around the engine: hands it what happens and does what it says.
///
/// One loop on one thread owns everything here. Handlers of sources only hand inputs on; a post
/// source ends the turn, and with it comes the one evaluation that a turn has.
package final class Daemon {
    private let loop: EventLoop
    private let kernel: KernelSource
    private let policy: PolicyLoader
    /// Nil where nothing says where records are.
    private let records: RecordWriter?
    /// Whether the records are to be read when what is being written is.
    private var isRecordReadingDue = false
    private let losses: LossReport<EntryReader>
    private let output: Output
    /// Nil where nothing is to be recorded.
    private let recorder: Recorder?
    private var engine = Engine()
    private var resolver: ResolverSource?
    private var policyFolders: FolderWatches?
    private var bus: BusService?
    private var services: SystemServices?
    private var radio: RadioSource?
    private var installedApps: InstalledApps?
    private let busAddress: BusAddress
    private var timers: [EngineTimer: TimerSource] = [:]
    private var sources: [AnyObject] = []
    /// Inputs that came while directives were interpreted, in their order.
    private var waiting: [Input] = []
    private var isInterpreting = false
    /// How many turns in a row ended without an evaluation, since the kernel had more to tell.
    private var postponedTurns = 0

    /// Why the daemon cannot run.
    package enum Failure: Error, CustomStringConvertible {
        case system(SystemError)
        case netlink(NetlinkError)

        package var description: String {
            switch self {
            case .system(let error): error.description
            case .netlink(let error): error.description
            }
        }
    }

    /// Opens everything that the daemon needs; the signals have to be blocked before.
    ///
    /// - Throws: ``Failure`` where the system refuses something.
    package init(_ invocation: Invocation) throws(Failure) {
        do throws(SystemError) {
            loop = try EventLoop()
            losses = try LossReport()
            records = try
                (invocation.stateDirectory
                ?? RecordStore.usualDirectory(environment: Environment.value))
                .map { directory throws(SystemError) in try RecordWriter(directory: directory) }
            output = try Output(
                writesJournal: invocation.writesJournal || StreamIdentity.isJournal(2),
                writesJSON: invocation.writesJSON, losses: losses)
            let (now, losses) = (Instant(sinceZero: loop.now), losses)
            recorder = try invocation.recordFile.map { path throws(SystemError) in
                try Recorder(path: path, at: now, losses: losses)
            }
        } catch {
            throw .system(error)
        }
        do throws(NetlinkError) {
            kernel = try KernelSource()
        } catch {
            throw .netlink(error)
        }
        busAddress = invocation.usesUserBus ? .user : .system
        policy = PolicyLoader(directory: invocation.configurationDirectory)
    }

    /// Starts, evaluates, tells the service manager, and runs until a signal ends it.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``Failure`` where the system refuses something.
    package func run() throws(Failure) -> Int32 {
        do throws(SystemError) {
            try addSources()
            feed(.start)
            endTurn()
            let code = try loop.run()
            // What is written by now is answered by nobody, but it is not lost.
            _ = records?.finish()
            bus?.close()
            output.drain(timeout: Self.drainTimeout)
            _ = recorder?.drain(timeout: Self.drainTimeout)
            if tellLosses() { output.drain(timeout: Self.drainTimeout) }
            _ = recorder?.drain(timeout: Self.drainTimeout)
            return code
        } catch {
            throw .system(error)
        }
    }

    private func addSources() throws(SystemError) {
        resolver = ResolverSource(loop) { [unowned self] in readResolver() }
        policyFolders = FolderWatches(loop) { [unowned self] in
            feed(.filesChanged)
            watchPolicy()
        }
        for timer in EngineTimer.allCases {
            timers[timer] = try TimerSource(loop) { [unowned self] in feed(.timer(timer)) }
        }
        for signal in DaemonSignal.allCases {
            sources.append(
                try SignalSource(loop, signal: signal.number) { [unowned self] in
                    feed(signal.input)
                })
        }
        sources.append(
            try DescriptorSource(loop, descriptor: kernel.descriptor) { [unowned self] in
                for input in kernel.read() { feed(input) }
            })
        sources.append(
            try DescriptorSource(loop, descriptor: losses.descriptor) { [unowned self] in
                tellLosses()
            })
        if let records {
            sources.append(
                try DescriptorSource(loop, descriptor: records.descriptor) { [unowned self] in
                    takeStored()
                })
        }
        sources.append(try PostSource(loop) { [unowned self] in endTurn() })
        _ = try loop.enableWatchdog()
    }

    /// Ends the turn, unless the kernel has announced more than was read yet: what is half known
    /// is better not evaluated. A flood may postpone that for a few turns only.
    private func endTurn() {
        if kernel.isBehind, postponedTurns < Self.postponedTurnsLimit {
            postponedTurns += 1
            return
        }
        if engine.path != nil, let recorder, recorder.takeNeed() { recap(recorder) }
        feed(.endOfTurn)
    }

    /// Has the recording begin anew: what an engine has to know, then the network as it is.
    private func recap(_ recorder: Recorder) {
        recorder.recap(engine.recap, at: Instant(sinceZero: loop.now))
        feed(.messagesLost(overruns: 0, undecodable: 0))
    }

    /// Asks the kernel. Where the network has changed meanwhile, the answers are of different
    /// moments, and together may say that there is no way out although there always was one: then
    /// the next turn reads what has changed and asks anew.
    private func ask(_ questions: [KernelQuestion]) {
        let answers = kernel.answers(to: questions)
        if kernel.hasNews, postponedTurns < Self.postponedTurnsLimit {
            postponedTurns += 1
            return
        }
        postponedTurns = 0
        feed(.answers(answers))
    }

    /// Tells what readers lost; false where they lost nothing.
    @discardableResult
    private func tellLosses() -> Bool {
        let lost = losses.take()
        for (reader, count) in lost { feed(.entriesLost(count: count, reader: reader)) }
        return !lost.isEmpty
    }

    private func watchPolicy() {
        // Once more for a folder that went just before it was to be watched.
        for _ in 0..<2 { policyFolders?.watch(policy.folders) }
    }

    private func readResolver() {
        feed(.resolver(supportsDNS: resolver?.supportsDNS() ?? false))
    }

    /// Hands an input to the engine and does what follows.
    ///
    /// What a directive leads to at once waits until those beside it are done, so that entries are
    /// published in the order of their numbers (R80).
    private func feed(_ input: Input) {
        waiting.append(input)
        guard !isInterpreting else { return }
        isInterpreting = true
        defer { isInterpreting = false }
        while !waiting.isEmpty { handle(waiting.removeFirst()) }
    }

    private func handle(_ input: Input) {
        let now = Instant(sinceZero: loop.now)
        recorder?.record(input, at: now)
        let directives = engine.handle(input, at: now)
        switch input {
        case .policy, .records: output.makeRoom(apps: engine.knownApps)
        default: break
        }
        for directive in directives { interpret(directive) }
    }

    private func interpret(_ directive: Directive) {
        switch directive {
        case .readPolicy:
            // Watched from before they are read, so that no change is missed.
            watchPolicy()
            feed(.policy(policy.read()))
        case .readRecords: readRecords()
        case .readResolver: readResolver()
        case .dumpNetwork: feed(kernel.dump())
        case .ask(let questions): ask(questions)
        case .serve: serve()
        case .authorize(let id, let right): bus?.authorize(id, right)
        case .reply(let id, let reply): bus?.reply(id, reply)
        case .signal(let clients, let signal): bus?.signal(clients, signal)
        case .prompt(let agent, let question, let id): bus?.prompt(agent, question, id)
        case .cancelPrompt(let agent, let app): bus?.tell(agent, .cancelAsk(app))
        case .guide(let agent, let note): bus?.guide(agent, note)
        case .withdrawGuidance(let agent, let app): bus?.tell(agent, .withdrawGuidance(app))
        case .storeRecords(let table, changing: let apps): store(table, apps)
        case .publish(let entry): output.publish(entry)
        case .arm(let timer, let instant): timers[timer]?.arm(at: instant.sinceZero)
        case .disarm(let timer): timers[timer]?.disarm()
        case .notify(let state): notify(state)
        case .exit(let code): loop.exit(code: code)
        }
    }

    private func readRecords() {
        // Reading would wait for the disk.
        guard records?.isStoring != true else {
            isRecordReadingDue = true
            return
        }
        isRecordReadingDue = false
        feed(.records(records?.read() ?? RecordReading(records: nil)))
    }

    private func store(_ table: RecordTable, _ apps: Set<AppID>) {
        guard let records else {
            feed(.recordsStored(.failed(reason: "no directory for records is known: --state DIR")))
            return
        }
        records.store(table, changing: apps)
    }

    private func takeStored() {
        guard let outcome = records?.takeOutcome() else { return }
        // Before the next write begins, or a storm of choices would put it off again and again.
        if isRecordReadingDue { readRecords() }
        feed(.recordsStored(outcome))
    }

    private func readInstalledApps() {
        if let apps = installedApps?.read() { feed(.installed(apps)) }
    }

    private func serve() {
        installedApps = InstalledApps(loop) { [unowned self] in readInstalledApps() }
        readInstalledApps()
        // None is waited for: what they say comes as a change.
        let services = SystemServices(loop)
        self.services = services
        radio = RadioSource(loop, services) { [unowned self] in feed($0) }
        NetworkManagerSource.listen(on: services) { [unowned self] in
            feed(.metered($0))
            radio?.take(linksOfNetworkManager: $1)
        }
        let service = BusService(
            loop, to: busAddress, clock: WallClock(loop),
            usesNames: { [unowned self] in engine.matchesUserNames },
            feed: { [unowned self] in feed($0) })
        bus = service
        service.start()
    }

    /// Nobody listens where no service manager started the daemon, and one that is gone is no
    /// reason to stop.
    private func notify(_ state: ServiceState) {
        let text =
            switch state {
            case .ready: "READY=1"
            case .reloading: Notifier.reloading()
            case .stopping: "STOPPING=1"
            case .status(let line): "STATUS=" + line
            }
        _ = try? Notifier.notify(text)
    }

    /// How long the last entries may take on their way out.
    private static let drainTimeout = Duration.seconds(2)
    private static let postponedTurnsLimit = 24
}
