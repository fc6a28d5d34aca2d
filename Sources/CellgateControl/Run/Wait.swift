internal import CellgateBusInterface
internal import CellgateCore
internal import Systemd

/// `wait`: ends as soon as an app can reach the network.
///
/// It subscribes before it reads the state, so no change is missed and nothing is polled.
final class Wait: Job {
    let endingSignals: [Int32] = []
    private let reference: AppReference
    private let timeout: Duration?
    private var timer: TimerSource?
    private let attempts = Attempts()
    /// The app, once the daemon has said which one is meant; a unit or process may be gone later.
    private var app: AppID?
    /// What keeps it waiting.
    private var obstacle = "cellgated did not answer"

    /// - Parameter timeout: Nil for ever; zero looks once and waits for nothing but the answer.
    init(_ reference: AppReference, timeout: Duration?) {
        self.reference = reference
        self.timeout = timeout
    }

    /// Sets the end of the wait.
    func start(in session: Session) throws(BusError) {
        guard let timeout else { return }
        timer = try session.timer(after: looksOnce ? Session.patience : timeout) {
            [unowned self] in giveUp(in: session)
        }
    }

    private var looksOnce: Bool { timeout == .zero }

    private func giveUp(in session: Session) {
        session.fail(
            .named(
                name: "org.freedesktop.DBus.Error.Timeout",
                message: "\(reference.id) cannot reach the network yet: \(obstacle)"))
    }

    /// Subscribes and reads the state whenever the daemon comes, and follows the app.
    func handle(_ event: ManagerClient.Event, in session: Session) {
        switch event {
        case .available: begin(in: session)
        case .unavailable(let error):
            attempts.cancel()
            obstacle = error.message
            guard !looksOnce else { return giveUp(in: session) }
            session.output.complain(["cellgatectl: " + ShownText.safe(error.message) + "; waiting."]
            )
        case .app(let id, let changes) where id == app:
            if let reason = changes["Reason"]?.string { obstacle = reason }
            if changes["Available"]?.boolean == true { succeed(id, in: session) }
        case .app, .manager, .left: break
        }
    }

    private func begin(in session: Session) {
        let attempt = attempts.begin()
        Subscription.begin(in: session) { [unowned self] result in
            guard attempts.isCurrent(attempt) else { return }
            switch result {
            case .success: find(attempt, in: session)
            case .failure(let error): take(error, in: session)
            }
        }
    }

    private func find(_ attempt: Int, in session: Session) {
        let known = app.map { AppReference($0) } ?? reference
        session.find(known) { [unowned self] result in
            guard attempts.isCurrent(attempt) else { return }
            switch result {
            case .success(let found):
                let id = AppID(found.id)
                app = id
                obstacle = found.reason
                attempts.succeed()
                if found.isAvailable {
                    succeed(id, in: session)
                } else if looksOnce {
                    giveUp(in: session)
                }
            case .failure(let error): take(error, in: session)
            }
        }
    }

    /// A daemon that is starting or ending, or does not answer, is asked again; anything else will
    /// not change by itself.
    private func take(_ error: BusError, in session: Session) {
        guard ErrorName.isAbsence(error.name) else {
            session.fail(error)
            return
        }
        obstacle = Complaint.clause(error)
        guard !looksOnce else { return giveUp(in: session) }
        attempts.pause(in: session, because: error) { [unowned self] in begin(in: session) }
    }

    private func succeed(_ id: AppID, in session: Session) {
        session.answer(json: JSONView.available(id)) { _ in [] }
    }
}

/// Subscribing to as much as the caller may.
enum Subscription {
    /// Subscribes to all apps, or where that is not allowed to the caller's own.
    static func begin(
        in session: Session, completion: @escaping (Result<SubscriptionScope, BusError>) -> Void
    ) {
        session.ask(.request(.subscribe(.all)), \.done) { result in
            switch result {
            case .success: completion(.success(.all))
            case .failure(let error) where ErrorName.isDenial(error.name):
                session.ask(.request(.subscribe(.own)), \.done) { own in
                    completion(own.map { .own })
                }
            case .failure(let error): completion(.failure(error))
            }
        }
    }
}
