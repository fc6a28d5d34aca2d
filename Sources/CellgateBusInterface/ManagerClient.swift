package import CellgateCore
package import Posix
package import Systemd

/// The daemon, seen from a program: calls its methods, and tells of its changes and of its coming
/// and going.
///
/// It never makes the loop wait. It survives restarts of the daemon and of the bus: each time the
/// daemon is there again, `available` comes, and what was subscribed has to be subscribed anew.
/// Whatever the reason of an `unavailable`, it is looked for until then.
package final class ManagerClient {
    /// What becomes of the daemon.
    package enum Event: Equatable, Sendable {
        /// It is there. Not told again before it was unavailable, but where another instance took
        /// over.
        case available
        /// It is not there, for this reason; once until it is again.
        case unavailable(BusError)
        /// Properties of its object have changed, `a{sv}`; to subscribers.
        case manager(changes: BusValue)
        /// Properties of an app's object have changed, `a{sv}`; to subscribers.
        case app(AppID, changes: BusValue)
        /// The process of this subscriber does not belong to that app any more, nor to another.
        case left(AppID)
    }

    private let handler: (Event) -> Void
    private var bus: ReconnectingBus?
    private var matches: [BusMatch] = []
    /// Answers the daemon's calls to an agent; nil where this is none.
    private let agent: ((AgentCall, BusCall) -> Void)?
    /// Whether the agent's object is there on this connection.
    private var isAgentServed = false
    /// The unique name of the daemon; nil while it is not there.
    private var owner: String?
    private var hasToldUnavailable = false
    /// Looks for the daemon again where the bus did not say who it is.
    private var timer: TimerSource?
    private let loop: EventLoop
    private let firstPause: Duration
    private var pause: Duration

    private static let longestPause = Duration.seconds(5)

    /// Begins to look for the daemon.
    ///
    /// - Parameters:
    ///   - agent: Answers the daemon's calls to an agent; nil for a client that is none. That it is
    ///     there is to be told by `RegisterAgent`, each time that the daemon is available.
    ///   - pause: How long after the bus failed to say who the daemon is it is asked again; it
    ///     doubles to 5 s.
    ///   - handler: Called with what becomes of it, never before this returns; it may release the
    ///     client.
    /// - Throws: ``SystemError`` where a timer cannot be had.
    package init(
        _ loop: EventLoop, to address: BusAddress, pause: Duration = .seconds(1),
        agent: ((AgentCall, BusCall) -> Void)? = nil, handler: @escaping (Event) -> Void
    ) throws(SystemError) {
        self.agent = agent
        self.handler = handler
        self.loop = loop
        firstPause = pause
        self.pause = pause
        timer = try TimerSource(loop) { [weak self] in self?.watch() }
        bus = try ReconnectingBus(loop, to: address) { [weak self] in self?.handle($0) }
    }

    /// Ends it: nothing is called any more but the completions of calls without an answer.
    package func close() {
        matches = []
        timer = nil
        bus?.close()
        bus = nil
    }

    /// Calls a method of the daemon.
    ///
    /// - Parameters:
    ///   - timeout: How long the answer may take.
    ///   - isInteractive: Whether the user may be asked to authorize it.
    ///   - completion: Called exactly once, never before this returns while the daemon is there.
    package func call(
        _ call: ManagerCall, timeout: Duration = BusConnection.usualTimeout,
        isInteractive: Bool = false,
        completion: @escaping (Result<ManagerReply, BusError>) -> Void
    ) {
        guard let message = call.message else {
            completion(.failure(.invalidArguments("it is read as properties, not called")))
            return
        }
        send(
            ServiceName.managerInterface, message.member, message.arguments, timeout: timeout,
            isInteractive: isInteractive
        ) { result in
            completion(result.flatMap { Self.reply(to: call, $0) })
        }
    }

    /// Reads the properties of the daemon's object.
    ///
    /// - Parameter completion: As that of ``call(_:timeout:isInteractive:completion:)``.
    package func readManager(
        timeout: Duration = BusConnection.usualTimeout,
        completion: @escaping (Result<ManagerProperties, BusError>) -> Void
    ) {
        send(
            ServiceName.propertiesInterface, "GetAll", [.string(ServiceName.managerInterface)],
            timeout: timeout, isInteractive: false
        ) { result in
            completion(result.flatMap(Self.properties))
        }
    }

    private func send(
        _ interface: String, _ member: String, _ arguments: [BusValue], timeout: Duration,
        isInteractive: Bool, completion: @escaping BusConnection.Completion
    ) {
        guard let connection = bus?.connection, let owner else {
            completion(.failure(Self.notRunning))
            return
        }
        connection.call(
            destination: owner, path: ServiceName.managerPath, interface: interface,
            member: member, arguments: arguments, timeout: timeout,
            allowsInteractiveAuthorization: isInteractive, startsService: false,
            completion: completion)
    }

    private static func reply(
        to call: ManagerCall, _ message: BusMessage
    ) -> Result<ManagerReply, BusError> {
        do throws(BusError) {
            return .success(try ManagerReply(to: call, values: message.body))
        } catch {
            return .failure(error)
        }
    }

    private static func properties(
        _ message: BusMessage
    ) -> Result<ManagerProperties, BusError> {
        do throws(BusError) {
            var properties = ManagerProperties()
            try properties.take(message.body.first ?? .string(""))
            return .success(properties)
        } catch {
            return .failure(error)
        }
    }

    // MARK: Coming and going

    private func handle(_ event: ReconnectingBus.Event) {
        switch event {
        case .connected:
            pause = firstPause
            watch()
        case .lost:
            timer?.disarm()
            matches = []
            lose(.disconnected)
        case .unavailable(let error): lose(.system(error))
        case .nameLost: break
        }
    }

    /// Finds out who the daemon is, and has its changes told; after a failure again.
    private func watch() {
        guard let connection = bus?.connection, owner == nil else { return }
        do throws(BusError) {
            if let agent, !isAgentServed {
                try connection.serve(path: ServiceName.agentPath) { [weak self] call in
                    self?.take(call, agent)
                }
                isAgentServed = true
            }
            matches = [
                try connection.match(.nameOwnerChanged(ServiceName.wellKnown)) { [weak self] in
                    self?.ownerChanged(to: $0.body.last?.string ?? "")
                },
                try connection.match(
                    BusMatchRule(
                        sender: ServiceName.wellKnown, pathNamespace: ServiceName.managerPath,
                        interface: ServiceName.propertiesInterface, member: "PropertiesChanged")
                ) { [weak self] in self?.take($0) },
            ]
        } catch {
            watchLater()
            lose(error)
            return
        }
        // Answered after the matches are in force: no change of hands is missed.
        connection.owner(of: ServiceName.wellKnown) { [weak self] result in
            // What came of an earlier connection tells nothing of this one.
            guard let self, bus?.connection === connection else { return }
            switch result {
            case .success(let owner): ownerChanged(to: owner)
            case .failure(let error) where error.name == BusErrorName.nameHasNoOwner:
                lose(Self.notRunning)
            // A change of hands may have told it meanwhile.
            case .failure(let error) where owner == nil:
                watchLater()
                lose(error)
            case .failure: break
            }
        }
    }

    /// Anybody can call this connection; the daemon is the owner of the name.
    private func take(_ call: BusCall, _ agent: (AgentCall, BusCall) -> Void) {
        guard call.message.sender == owner else {
            call.fail(
                name: BusErrorName.accessDenied,
                message: "Only the owner of \(ServiceName.wellKnown) is answered")
            return
        }
        do throws(BusError) {
            agent(try AgentCall(call.message), call)
        } catch {
            call.fail(error)
        }
    }

    private func watchLater() {
        timer?.arm(at: loop.now + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    private func ownerChanged(to owner: String) {
        guard !owner.isEmpty else {
            lose(Self.notRunning)
            return
        }
        guard owner != self.owner else { return }
        self.owner = owner
        hasToldUnavailable = false
        handler(.available)
    }

    private func lose(_ error: BusError) {
        owner = nil
        guard !hasToldUnavailable else { return }
        hasToldUnavailable = true
        handler(.unavailable(error))
    }

    private func take(_ signal: BusMessage) {
        // Anybody can send a signal to this connection; the daemon's are those of the name's owner.
        guard signal.sender == owner, signal.signature == "sa{sv}as", let path = signal.path,
            let interface = signal.body[0].string
        else { return }
        let changes = signal.body[1]
        if path == ServiceName.managerPath, interface == ServiceName.managerInterface {
            handler(.manager(changes: changes))
        } else if interface == ServiceName.appInterface, let app = AppObject.app(of: path) {
            if signal.body[2].strings?.isEmpty == false {
                handler(.left(app))
                return
            }
            handler(.app(app, changes: changes))
        }
    }

    /// The daemon has no name on the bus.
    package static let notRunning = BusError.named(
        name: BusErrorName.serviceUnknown, message: "cellgated is not running")
}
