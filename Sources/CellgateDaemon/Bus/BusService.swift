internal import CellgateBusInterface
internal import CellgateCore
internal import Posix
internal import Systemd

/// The service on D-Bus: hands calls on as requests, and answers them.
///
/// Everything is answered when it can be: who a caller is, and what it may do, is asked of others,
/// and nothing here waits for them.
final class BusService {
    private let loop: EventLoop
    private let address: BusAddress
    private let clock: WallClock
    /// Hands an input to the engine.
    private let feed: (Input) -> Void
    /// Whether users' names are matched in any app's file.
    private let usesNames: () -> Bool
    private var bus: ReconnectingBus?
    private var callers: Callers?
    private var seats: AgentSeats?
    private var outbox: SignalOutbox?
    private var nameMatch: BusMatch?
    /// Asks for the name again where the bus has refused it, which a policy read later may change.
    private var nameTimer: TimerSource?
    private var lastRequest: UInt64 = 0
    private var pending = OpenCalls<Pending>()
    private var questions = AuthorizationQueue()
    /// Notes of advice that agents have not answered.
    private var openGuides = 0

    /// A call that the engine has not answered yet.
    private struct Pending {
        let call: BusCall
        let client: ClientID
        let answer: (Reply, (Instant) -> WallTime) throws(BusError) -> [BusValue]
        /// The right that its caller is asked about, if any.
        var right: Right?
    }

    init(
        _ loop: EventLoop, to address: BusAddress, clock: WallClock,
        usesNames: @escaping () -> Bool, feed: @escaping (Input) -> Void
    ) {
        self.loop = loop
        self.address = address
        self.clock = clock
        self.usesNames = usesNames
        self.feed = feed
    }

    /// Begins to serve, and goes on whatever becomes of the bus.
    func start() {
        do throws(SystemError) {
            bus = try ReconnectingBus(loop, to: address) { [weak self] in self?.handle($0) }
        } catch {
            feed(.bus(.unavailable(reason: error.description)))
        }
    }

    /// Ends it; what was answered is still written, as far as the bus takes it in time.
    func close() {
        pending = OpenCalls()
        nameTimer = nil
        bus?.close()
        bus = nil
    }

    /// Answers a request; nobody waits for the answer where its caller is gone.
    func reply(_ id: RequestID, _ reply: Reply) {
        guard let pending = pending.remove(id) else { return }
        do throws(BusError) {
            try pending.call.reply(pending.answer(reply, clock.wallTime(of:)))
        } catch {
            pending.call.fail(error)
        }
    }

    /// Asks whether the caller of a request has a right, as soon as it is its turn.
    func authorize(_ id: RequestID, _ right: Right) {
        guard let client = pending[id]?.client, let userID = callers?.userID(of: client) else {
            feed(.authorization(id, .failed(reason: "the caller is gone")))
            return
        }
        guard questions.add(id, of: client, userID: userID) else {
            pending.remove(id)?.call.fail(Refusal.limitsExceeded.error)
            // It has its answer; this lets the engine forget it.
            feed(.authorization(id, .failed(reason: "too many authorizations are waited for")))
            return
        }
        pending.change(id) { $0.right = right }
        ask()
    }

    /// Asks polkit whatever it may be asked now.
    private func ask() {
        guard let connection = bus?.connection else { return }
        while let id = questions.next() {
            guard let pending = pending[id], let right = pending.right else {
                questions.finish(id)
                continue
            }
            Polkit.check(
                id, right, of: pending.client,
                isInteractive: pending.call.message.allowsInteractiveAuthorization, on: connection
            ) { [weak self] authorization in
                guard let self else { return }
                questions.finish(id)
                feed(.authorization(id, authorization))
                ask()
            }
        }
    }

    /// Tells subscribers, and nobody else.
    func signal(_ clients: [ClientID], _ signal: Signal) {
        switch signal {
        case .device(let old, let new):
            let changes = ManagerProperties(new, wallTime: clock.wallTime(of:)).changes(
                from: ManagerProperties(old, wallTime: clock.wallTime(of:)),
                following: ManagerProperties.following)
            outbox?.add(
                changes, path: ServiceName.managerPath, interface: ServiceName.managerInterface,
                to: clients)
        case .app(let old, let new):
            let properties = AppProperties(new, wallTime: clock.wallTime(of:))
            // Whoever hears of an app for the first time knows nothing of it.
            let changes =
                old.isListed
                ? properties.changes(
                    from: AppProperties(old, wallTime: clock.wallTime(of:)),
                    following: AppProperties.following) : properties.values
            outbox?.add(
                changes, path: AppObject.path(of: new.app), interface: ServiceName.appInterface,
                to: clients)
        case .left(let app):
            outbox?.add(
                [], invalidating: ["Id"], path: AppObject.path(of: app),
                interface: ServiceName.appInterface, to: clients)
        }
    }

    /// Has an agent ask the user, however long that takes; the number stays here.
    func prompt(_ agent: ClientID, _ question: PromptQuestion, _ id: AskID) {
        // Without a connection there are no agents, and what they showed is queued.
        guard let connection = bus?.connection else { return }
        let message = AgentCall.ask(question).message
        connection.call(
            destination: agent.rawValue, path: ServiceName.agentPath,
            interface: ServiceName.agentInterface, member: message.member,
            arguments: message.arguments, timeout: Self.promptTimeout, startsService: false
        ) { [weak self] result in
            guard let self else { return }
            feed(
                .promptAnswered(
                    question.app, id, by: agent, PromptAnswer(result), at: clock.now))
        }
    }

    /// Has an agent show advice, and hears of it where it cannot.
    func guide(_ agent: ClientID, _ note: GuidanceNote) {
        // Success is told in passing, and once.
        guard note.kind != .success else { return tell(agent, AgentCall(note)) }
        guard let connection = bus?.connection else { return }
        guard openGuides < Self.greatestGuides else {
            feed(.guidanceFailed(note.app, by: agent))
            return
        }
        openGuides += 1
        let message = AgentCall(note).message
        connection.call(
            destination: agent.rawValue, path: ServiceName.agentPath,
            interface: ServiceName.agentInterface, member: message.member,
            arguments: message.arguments, timeout: BusConnection.usualTimeout,
            startsService: false
        ) { [weak self] result in
            guard let self else { return }
            openGuides -= 1
            if case .failure = result { feed(.guidanceFailed(note.app, by: agent)) }
        }
    }

    /// Tells an agent what it need not answer; one that is gone is told nothing.
    func tell(_ agent: ClientID, _ call: AgentCall) {
        let message = call.message
        try? bus?.connection?.callWithoutAnswer(
            destination: agent.rawValue, path: ServiceName.agentPath,
            interface: ServiceName.agentInterface, member: message.member,
            arguments: message.arguments)
    }

    /// Gives up a connection whose bus does not read: subscribers have missed a change, and learn
    /// from the name's loss that they have to read again.
    private func startAnew(because error: BusError) {
        lose(reason: error.description)
        bus?.close(flushingAtMost: .zero)
        bus = nil
        start()
    }

    // MARK: The connection

    private func handle(_ event: ReconnectingBus.Event) {
        switch event {
        case .connected(let connection, uniqueName: _): serve(on: connection)
        case .lost: lose(reason: "the connection to the bus is lost")
        case .unavailable(let error): feed(.bus(.unavailable(reason: error.description)))
        case .nameLost:
            feed(.bus(.unavailable(reason: "the name was taken away")))
            if let connection = bus?.connection { requestName(on: connection) }
        }
    }

    private func lose(reason: String) {
        callers = nil
        seats = nil
        outbox = nil
        nameMatch = nil
        nameTimer = nil
        pending = OpenCalls()
        questions = AuthorizationQueue()
        feed(.clientsGone)
        feed(.bus(.unavailable(reason: reason)))
    }

    private func serve(on connection: BusConnection) {
        callers = Callers(connection) { [weak self] client in self?.forget(client) }
        seats = AgentSeats(
            loop, read: { [weak self] in self?.callers?.seat(of: $0) },
            moved: { [weak self] in self?.feed(.seat($0, $1)) })
        outbox = try? SignalOutbox(loop, connection) { [weak self] error in
            self?.startAnew(because: error)
        }
        do throws(BusError) {
            try connection.serve(path: ServiceName.managerPath) { [weak self] call in
                self?.take(call)
            }
            // Another may have the name, and leave it.
            nameMatch = try connection.match(.nameOwnerChanged(ServiceName.wellKnown)) {
                [weak self, weak connection] message in
                guard message.body.last?.string == "", let connection else { return }
                self?.requestName(on: connection)
            }
        } catch {
            feed(.bus(.unavailable(reason: error.description)))
            return
        }
        requestName(on: connection)
    }

    private func requestName(on connection: BusConnection) {
        connection.requestName(ServiceName.wellKnown) { [weak self] result in
            switch result {
            case .success: self?.feed(.bus(.serving))
            case .failure(let error):
                self?.feed(.bus(.unavailable(reason: error.description)))
                self?.requestNameLater(on: connection)
            }
        }
    }

    private func requestNameLater(on connection: BusConnection) {
        // Without a timer it is asked for when another leaves it.
        nameTimer = try? TimerSource(loop) { [weak self, weak connection] in
            guard let connection else { return }
            self?.requestName(on: connection)
        }
        nameTimer?.arm(at: loop.now + Self.namePause)
    }

    private func forget(_ client: ClientID) {
        seats?.forget(client)
        pending.remove(client)
        for id in questions.remove(client) {
            if let connection = bus?.connection { Polkit.cancel(id, on: connection) }
        }
        feed(.clientGone(client))
    }

    // MARK: Calls

    private func take(_ call: BusCall) {
        guard let sender = call.message.sender, let callers else { return }
        let client = ClientID(sender)
        let wanted: ObjectCall
        do throws(BusError) {
            wanted = try ObjectCall(call.message)
        } catch {
            call.fail(error)
            return
        }
        callers.find(client, usesNames: usesNames()) { [weak self] caller in
            guard let self, let caller else {
                call.fail(Refusal.limitsExceeded.error)
                return
            }
            request(wanted, call, caller)
        }
    }

    private func request(_ wanted: ObjectCall, _ call: BusCall, _ caller: Caller) {
        lastRequest += 1
        let id = RequestID(lastRequest)
        let open = Pending(call: call, client: caller.client, answer: wanted.answer)
        let userID = caller.isPrivileged ? nil : callers?.userID(of: caller.client)
        guard pending.add(id, open, of: caller.client, userID: userID) else {
            call.fail(Refusal.limitsExceeded.error)
            return
        }
        let request =
            switch wanted.call {
            case .request(let request): request
            case .appByPID(let processID): Request.appOf(process(processID))
            case .registerAgent:
                Request.registerAgent(
                    seats?.follow(caller.client)
                        ?? AgentSeat(name: caller.client.rawValue, isActive: false))
            }
        feed(.request(id, request, from: caller, at: clock.now))
    }

    private func process(_ processID: UInt32) -> ProcessIdentity? {
        guard let processID = Int32(exactly: processID),
            let origin = try? ProcessOrigin.read(processID: processID)
        else { return nil }
        return ProcessIdentity(origin, userID: origin.knownUserID, usesNames: usesNames())
    }

    /// A prompt has no end of its own (R18); a year is as good.
    private static let promptTimeout = Duration.seconds(31_536_000)
    /// More notes of advice that agents have not answered, and the next waits for its next occasion:
    /// a connection has 128 open calls by the bus's default, and prompts and polkit need theirs.
    private static let greatestGuides = 32
    private static let namePause = Duration.seconds(5)
}
