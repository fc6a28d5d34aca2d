internal import CellgateBusInterface
internal import CellgateCore
internal import Posix
internal import Systemd

/// What runs in the connection's thread: it carries out what the session asks for, and tells the
/// observers and gates.
final class ConnectionLoop {
    private let thread: ConnectionThread
    private let loop: EventLoop
    private var client: ManagerClient?
    private var commands: DescriptorSource?
    private var retry: TimerSource?
    private var retryAttempt = 0
    private var session = DaemonSession()
    /// In the order in which they came.
    private var observers: [(id: UInt64, tell: @Sendable (Snapshot) -> Void)] = []
    private var waits: [UInt64: Wait] = [:]

    /// A gate, its timer, and who waits.
    private struct Wait {
        var gate: Gate
        let timer: TimerSource
        let completion: @Sendable (Gate.Outcome?) -> Void
    }

    /// How long the daemon may take for an answer.
    private static let answerTimeout = Duration.seconds(5)

    /// - Throws: `EMFILE`, `ENOMEM`.
    init(of thread: ConnectionThread, to address: BusAddress) throws(SystemError) {
        self.thread = thread
        loop = try EventLoop()
        commands = try DescriptorSource(loop, descriptor: thread.descriptor) { [weak self] in
            self?.takeCommands()
        }
        retry = try TimerSource(loop) { [weak self] in
            guard let self else { return }
            handle(.retry(attempt: retryAttempt))
        }
        client = try ManagerClient(loop, to: address) { [weak self] in self?.handle(.event($0)) }
    }

    /// Runs until the thread is told to end.
    ///
    /// - Throws: What the loop failed with.
    func run() throws(SystemError) {
        _ = try loop.run()
        client?.close()
    }

    private func handle(_ input: DaemonSession.Input) {
        for action in session.handle(input) { carryOut(action) }
    }

    private func carryOut(_ action: DaemonSession.Action) {
        switch action {
        case .subscribe(let attempt):
            call(.request(.subscribe(.own))) { loop, result in
                loop.handle(.subscribed(attempt: attempt, result.failure))
            }
        case .readOwnApp(let attempt):
            call(.request(.ownApp)) { loop, result in
                loop.handle(.read(attempt: attempt, result.flatMap(Self.reading)))
            }
        case .readDevice(let attempt):
            client?.readManager(timeout: Self.answerTimeout) { [weak self] result in
                self?.handle(.read(attempt: attempt, result.map(Reading.device)))
            }
        case .retry(let attempt, let pause):
            retryAttempt = attempt
            retry?.arm(at: loop.now + pause)
        case .tell(let snapshot): tell(snapshot)
        }
    }

    private func call(
        _ call: ManagerCall,
        completion: @escaping (ConnectionLoop, Result<ManagerReply, BusError>) -> Void
    ) {
        client?.call(call, timeout: Self.answerTimeout) { [weak self] result in
            if let self { completion(self, result) }
        }
    }

    private static func reading(_ reply: ManagerReply) -> Result<Reading, BusError> {
        guard case .app(let app) = reply else {
            return .failure(.invalidArguments("GetSelf was answered with something else"))
        }
        return .success(.app(app))
    }

    private func tell(_ snapshot: Snapshot) {
        thread.keep(snapshot)
        for observer in observers { observer.tell(snapshot) }
        for id in waits.keys.sorted() {
            advance(id) { $0.handle(snapshot, at: $1) }
        }
    }

    // MARK: Commands

    private func takeCommands() {
        for command in thread.takeCommands() {
            switch command {
            case .observe(let id, let observer):
                observers.append((id, observer))
                observer(session.snapshot)
            case .forget(let id): observers.removeAll { $0.id == id }
            case .wait(let id, let goal, let timeout, let completion):
                wait(id, goal, timeout, completion)
            case .abandon(let id): waits.removeValue(forKey: id)?.completion(nil)
            case .call(let call, let timeout, let completion):
                guard let client else { return completion(.failure(ManagerClient.notRunning)) }
                client.call(call, timeout: timeout, completion: completion)
            case .readDevice(let timeout, let completion):
                guard let client else { return completion(.failure(ManagerClient.notRunning)) }
                client.readManager(timeout: timeout, completion: completion)
            case .end: loop.exit(code: 0)
            }
        }
    }

    private func wait(
        _ id: UInt64, _ goal: Gate.Goal, _ timeout: Duration?,
        _ completion: @escaping @Sendable (Gate.Outcome?) -> Void
    ) {
        do throws(SystemError) {
            let timer = try TimerSource(loop) { [weak self] in
                self?.advance(id) { $0.handleTime(at: $1) }
            }
            waits[id] = Wait(
                gate: Gate(goal, timeout: timeout, at: loop.now), timer: timer,
                completion: completion)
        } catch {
            completion(.failed(.noResources(error.description)))
            return
        }
        let snapshot = session.snapshot
        advance(id) { $0.handle(snapshot, at: $1) }
    }

    /// Gives a gate something to consider, and completes its wait where it is done.
    private func advance(_ id: UInt64, _ step: (inout Gate, Duration) -> Gate.Outcome?) {
        guard var wait = waits[id] else { return }
        if let outcome = step(&wait.gate, loop.now) {
            waits[id] = nil
            wait.completion(outcome)
            return
        }
        if let deadline = wait.gate.deadline {
            wait.timer.arm(at: deadline)
        } else {
            wait.timer.disarm()
        }
        waits[id] = wait
    }
}

extension Result {
    /// The error; nil for a success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
