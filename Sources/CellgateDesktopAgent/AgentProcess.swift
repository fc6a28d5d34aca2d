internal import CellgateBusInterface
internal import CellgateCore
internal import Glibc
internal import Posix
internal import Systemd

/// The running agent: brings what happens on both buses to a ``DesktopAgent``, and does what it
/// says.
final class AgentProcess {
    private let loop: EventLoop
    private let log: (String) -> Void
    private var agent = DesktopAgent()
    private var client: ManagerClient?
    private var server: NotificationServer?
    private var signals: [SignalSource] = []
    private var retryTimer: TimerSource?
    /// The daemon's calls that wait for an answer.
    private var calls: [CallNumber: BusCall] = [:]
    private var lastCall: UInt64 = 0
    private var lastUnit: UInt64 = 0

    /// The pause after a registration was refused: another agent may leave, and nobody tells.
    private static let pause = Duration.seconds(60)
    /// What ends it.
    private static let endingSignals = [SIGINT, SIGTERM]

    /// The signals that are to be blocked before anything else starts: those that end it, and
    /// SIGUSR1, which shows again what was put away.
    static let signals = endingSignals + [SIGUSR1]

    /// - Parameter log: Called with each line for the log.
    /// - Throws: ``SystemError`` where a loop, a signal or a timer cannot be had.
    init(log: @escaping (String) -> Void) throws(SystemError) {
        self.log = log
        loop = try EventLoop()
        for signal in Self.endingSignals {
            signals.append(
                try SignalSource(loop, signal: signal) { [unowned self] in loop.exit(code: 0) })
        }
        signals.append(
            try SignalSource(loop, signal: SIGUSR1) { [unowned self] in feed(.showAgain) })
        retryTimer = try TimerSource(loop) { [unowned self] in feed(.retry) }
        server = try NotificationServer(loop) { [unowned self] in take($0) }
        client = try ManagerClient(
            loop, to: .system, agent: { [unowned self] in take($0, $1) },
            handler: { [unowned self] in take($0) })
    }

    /// Runs until a signal ends it; what it showed is taken away.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``SystemError`` where the loop fails.
    func run() throws(SystemError) -> Int32 {
        let code = try loop.run()
        feed(.ending)
        client?.close()
        server?.close()
        return code
    }

    // MARK: What happens

    private func take(_ event: ManagerClient.Event) {
        switch event {
        case .available: feed(.daemonAvailable)
        case .unavailable(let error): feed(.daemonGone(reason: error.message))
        case .manager, .app, .left: break
        }
    }

    private func take(_ event: NotificationServer.Event) {
        switch event {
        case .available(let abilities): feed(.serverAvailable(abilities))
        case .gone(let reason): feed(.serverGone(reason: reason))
        case .clicked(let id, let key): feed(.clicked(id: id, key: key))
        case .closed(let id): feed(.closed(id: id))
        }
    }

    private func take(_ request: AgentCall, _ call: BusCall) {
        switch request {
        case .ask(let question): feed(.ask(question, hold(call)))
        case .cancelAsk(let app):
            feed(.cancelAsk(app))
            // No values are always valid.
            try? call.reply()
        case .showGuidance(let app, let name, let kind, let text):
            let advice = Advice(app: app, name: name, kind: kind, text: text)
            feed(.guidance(advice, hold(call)))
        case .withdrawGuidance(let app):
            feed(.withdrawGuidance(app))
            try? call.reply()
        }
    }

    /// Keeps a call to be answered later, by its number.
    private func hold(_ call: BusCall) -> CallNumber {
        lastCall += 1
        calls[CallNumber(lastCall)] = call
        return CallNumber(lastCall)
    }

    private func feed(_ input: AgentInput) {
        for action in agent.take(input) { perform(action) }
    }

    // MARK: What is done

    private func perform(_ action: AgentAction) {
        switch action {
        case .register: register()
        case .unregister: client?.call(.request(.unregisterAgent)) { _ in }
        case .retryLater: retryTimer?.arm(at: loop.now + Self.pause)
        case .readSettings(let ticket): readSettings(for: ticket)
        case .show(let ticket, let notification, let replaced):
            server?.show(notification, replacing: replaced) { [weak self] id in
                self?.feed(.shown(ticket, id: id))
            }
        case .close(let id): server?.close(id: id)
        case .answer(let number, let choice):
            try? calls.removeValue(forKey: number)?.reply([.string(choice.rawValue)])
        case .done(let number): try? calls.removeValue(forKey: number)?.reply()
        case .refuse(let number):
            calls.removeValue(forKey: number)?.fail(
                name: BusErrorName.failed, message: "It cannot be shown here")
        case .tell(let app, let event):
            client?.call(.request(.guidanceEvent(app, event))) { _ in }
        case .openSettings(let app, let command): openSettings(app, command)
        case .log(let text): log(text)
        }
    }

    private func register() {
        client?.call(.registerAgent) { [weak self] result in
            switch result {
            case .success: self?.feed(.registered)
            case .failure(let error):
                self?.feed(.registrationRefused(reason: error.message))
            }
        }
    }

    private func readSettings(for ticket: Ticket) {
        client?.readManager { [weak self] result in
            // Without it there is advice all the same, but no button.
            let command = (try? result.get())?.settingsCommand ?? []
            self?.feed(.settings(ticket, command: command))
        }
    }

    private func openSettings(_ app: AppID, _ command: [String]) {
        guard let connection = server?.connection,
            let arguments = SettingsCommand.arguments(command, about: app)
        else { return }
        // The service manager would start a unit that fails, and tell nobody here.
        if let program = arguments.first, !Execution.isProgram(program) {
            log("The settings cannot be opened: \(JSONText.quote(program)) is no program")
            return
        }
        lastUnit += 1
        SettingsCommand.run(
            arguments,
            as: "app-cellgate-settings-\(getpid())-\(lastUnit).service", on: connection
        ) { [weak self] error in
            self?.log("The settings cannot be opened: \(error.message)")
        }
    }
}
