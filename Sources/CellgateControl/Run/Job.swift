internal import CellgateBusInterface
internal import Systemd

/// What a verb does with the daemon.
protocol Job: AnyObject {
    /// The signals that end it as done; others keep their usual action.
    var endingSignals: [Int32] { get }
    /// Called once, before the daemon is looked for.
    func start(in session: Session) throws(BusError)
    /// Called with what becomes of the daemon.
    func handle(_ event: ManagerClient.Event, in session: Session)
    /// Called with what the daemon asks of an agent; nil for a job that is none.
    var agent: ((AgentCall, BusCall, Session) -> Void)? { get }
}

extension Job {
    /// Few jobs are agents.
    var agent: ((AgentCall, BusCall, Session) -> Void)? { nil }
}

/// Asks once, as soon as the daemon is there; fails where it is not.
final class Question: Job {
    let endingSignals: [Int32] = []
    private let ask: (Session) -> Void
    private var hasAsked = false
    private var guardTimer: TimerSource?

    /// - Parameter ask: Asks, and finishes the session when the answer is there.
    init(_ ask: @escaping (Session) -> Void) {
        self.ask = ask
    }

    /// A bus that takes the connection and says nothing would otherwise be waited for without end.
    func start(in session: Session) throws(BusError) {
        guardTimer = try session.timer(after: Session.patience) {
            session.fail(.named(name: BusErrorName.noReply, message: "The bus gave no answer"))
        }
    }

    /// Asks as soon as the daemon is there; that it is not there is a failure.
    func handle(_ event: ManagerClient.Event, in session: Session) {
        switch event {
        case .available:
            guard !hasAsked else { return }
            hasAsked = true
            guardTimer = nil
            ask(session)
        case .unavailable(let error): session.fail(error)
        case .manager, .app, .left: break
        }
    }
}
