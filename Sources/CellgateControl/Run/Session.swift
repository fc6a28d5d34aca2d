internal import CellgateBusInterface
internal import CellgateCore
internal import Posix
internal import Systemd

/// One invocation that asks the daemon: the loop, the client and the output.
final class Session {
    /// What was asked for.
    let invocation: Invocation
    /// Where the answer goes.
    let output: Output
    private let loop: EventLoop
    private var client: ManagerClient?
    private var signals: [SignalSource] = []
    private var isOver = false

    /// How long an answer may take: longer than the daemon waits for polkit's (25 s), so that its
    /// refusal arrives.
    static let patience = Duration.seconds(30)
    /// How long it may take where the user is asked for a password.
    private static let patienceWithPeople = Duration.seconds(120)

    /// - Throws: ``SystemError`` where no loop can be had.
    init(_ invocation: Invocation, _ output: Output) throws(SystemError) {
        self.invocation = invocation
        self.output = output
        loop = try EventLoop()
    }

    /// Does the job.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``BusError`` where the loop, a timer or a signal cannot be had.
    func run(_ job: any Job) throws(BusError) -> Int32 {
        do throws(SystemError) {
            Signals.block(job.endingSignals)
            for signal in job.endingSignals {
                signals.append(
                    try SignalSource(loop, signal: signal) { [unowned self] in finish(0) })
            }
            let agent = job.agent.map { agent in
                { [unowned self] (request: AgentCall, call: BusCall) in
                    agent(request, call, self)
                }
            }
            client = try ManagerClient(
                loop, to: invocation.options.isUserBus ? .user : .system, agent: agent
            ) { [unowned self] event in job.handle(event, in: self) }
        } catch {
            throw .system(error)
        }
        try job.start(in: self)
        defer { client?.close() }
        do throws(SystemError) {
            return try loop.run()
        } catch {
            throw .system(error)
        }
    }

    /// A timer that calls once.
    func timer(
        after delay: Duration, handler: @escaping () -> Void
    ) throws(BusError) -> TimerSource {
        do throws(SystemError) {
            let timer = try TimerSource(loop, handler: handler)
            timer.arm(at: loop.now + delay)
            return timer
        } catch {
            throw .system(error)
        }
    }

    /// Calls whenever a descriptor can be read.
    func watch(
        descriptor: Int32, handler: @escaping () -> Void
    ) throws(BusError) -> DescriptorSource {
        do throws(SystemError) {
            return try DescriptorSource(loop, descriptor: descriptor, handler: handler)
        } catch {
            throw .system(error)
        }
    }

    // MARK: The end

    /// Ends the session; the first end counts.
    func finish(_ code: Int32) {
        guard !isOver else { return }
        isOver = true
        loop.exit(code: code)
    }

    /// Says what went wrong and ends the session.
    func fail(_ error: BusError) {
        guard !isOver else { return }
        if invocation.options.isJSON { _ = output.say(JSONView.error(error) + "\n") }
        output.complain(
            Complaint.lines(
                error, of: invocation.command, isUserBus: invocation.options.isUserBus))
        finish(1)
    }

    /// Writes the answer, in the form that is wanted, and ends the session.
    ///
    /// - Parameter deed: What is done whether or not the answer can be written; empty for nothing.
    func answer(
        json: @autoclosure () -> String, deed: String = "", lines: (Screen) -> [String]
    ) {
        guard !isOver else { return }
        finish(write(json: json(), deed: deed, lines: lines) ? 0 : 1)
    }

    /// Writes in the form that is wanted; false where that cannot be written, which is said.
    @discardableResult
    func write(
        json: @autoclosure () -> String, deed: String = "", lines: (Screen) -> [String]
    ) -> Bool {
        guard !isOver else { return false }
        let all = invocation.options.isJSON ? [json()] : lines(output.screen)
        let isWritten = output.say(all.map { $0 + "\n" }.joined(), deed: deed)
        if !isWritten { finish(1) }
        return isWritten
    }

    // MARK: Questions

    /// Calls a method; a user at a terminal may be asked to authorize it.
    func call(
        _ call: ManagerCall, completion: @escaping (Result<ManagerReply, BusError>) -> Void
    ) {
        let isInteractive = Terminal.isTerminal(0)
        client?.call(
            call, timeout: isInteractive ? Self.patienceWithPeople : Self.patience,
            isInteractive: isInteractive, completion: completion)
    }

    /// Calls a method and hands on what `pick` takes of the answer; anything else is a failure.
    func ask<Value>(
        _ call: ManagerCall, _ pick: @escaping (ManagerReply) -> Value?,
        completion: @escaping (Result<Value, BusError>) -> Void
    ) {
        self.call(call) { result in
            completion(
                result.flatMap { reply in
                    pick(reply).map(Result.success)
                        ?? .failure(.invalidArguments("The answer is of another kind"))
                })
        }
    }

    /// The same, where a failure ends the session.
    func demand<Value>(
        _ call: ManagerCall, _ pick: @escaping (ManagerReply) -> Value?,
        completion: @escaping (Value) -> Void
    ) {
        ask(call, pick) { [unowned self] result in
            switch result {
            case .success(let value): completion(value)
            case .failure(let error): fail(error)
            }
        }
    }

    /// Reads the device's properties.
    func readDevice(completion: @escaping (Result<ManagerProperties, BusError>) -> Void) {
        client?.readManager(timeout: Self.patience, completion: completion)
    }
}

extension ManagerReply {
    /// The app, where the answer is one; nil otherwise, as in the others below.
    var app: AppProperties? { if case .app(let app) = self { app } else { nil } }
    /// The list of apps.
    var apps: [AppSummary]? { if case .apps(let apps) = self { apps } else { nil } }
    /// The class of a failure.
    var failure: FailureClass? { if case .failure(let failure) = self { failure } else { nil } }
    /// That it is done.
    var done: Void? { if case .done = self { () } else { nil } }
    /// What a probe came to.
    var probe: ProbeProperties? { if case .probe(let probe) = self { probe } else { nil } }
    /// The explanation.
    var explanation: ExplanationProperties? {
        if case .explanation(let explanation) = self { explanation } else { nil }
    }
}
