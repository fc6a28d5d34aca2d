internal import CellgateBusInterface
internal import CellgateCore
internal import Glibc
internal import Systemd

/// `watch`: shows the state, then a line a change, until a signal ends it.
final class Watch: Job {
    let endingSignals = [SIGINT, SIGTERM]
    /// Nil watches the device and all apps.
    private let reference: AppReference?
    /// The one app, once the daemon has said which one is meant.
    private var app: AppID?
    /// As they are now; nil until they have been read from this instance of the daemon.
    private var device: ManagerProperties?
    private var apps: [AppID: AppProperties]?
    private var wasAvailable = false
    private let attempts = Attempts()

    /// - Parameter reference: The app to watch; nil for the device and all apps.
    init(_ reference: AppReference?) {
        self.reference = reference
    }

    /// Nothing is to be set up.
    func start(in session: Session) {}

    /// Reads the state whenever the daemon comes, and tells each change.
    func handle(_ event: ManagerClient.Event, in session: Session) {
        switch event {
        case .available:
            if wasAvailable { tell(isRunning: true, "", in: session) }
            wasAvailable = true
            subscribe(in: session)
        case .unavailable(let error):
            guard wasAvailable else {
                session.fail(error)
                return
            }
            attempts.cancel()
            forget()
            tell(isRunning: false, error.message, in: session)
        case .manager(let changes): take(changes, in: session)
        case .app(let id, let changes): take(changes, of: id, in: session)
        case .left: subscribe(in: session)
        }
    }

    /// What was read does not hold any more.
    private func forget() {
        device = nil
        apps = nil
    }

    // MARK: The first state

    private func subscribe(in session: Session) {
        forget()
        let attempt = attempts.begin()
        Subscription.begin(in: session) { [unowned self] result in
            guard attempts.isCurrent(attempt) else { return }
            switch result {
            case .success(let scope):
                if reference == nil {
                    readDevice(scope, attempt, in: session)
                } else {
                    find(attempt, in: session)
                }
            case .failure(let error): take(error, in: session)
            }
        }
    }

    private func readDevice(
        _ scope: SubscriptionScope, _ attempt: Int, in session: Session
    ) {
        session.readDevice { [unowned self] result in
            guard attempts.isCurrent(attempt) else { return }
            switch result {
            case .success(let device):
                self.device = device
                write("manager", [("properties", JSONView.text(device))], in: session) {
                    [ChangeView.line(device, on: $0)]
                }
                readApps(scope, attempt, in: session)
            case .failure(let error): take(error, in: session)
            }
        }
    }

    private func readApps(
        _ scope: SubscriptionScope, _ attempt: Int, in session: Session
    ) {
        switch scope {
        case .all:
            session.ask(.request(.apps), \.apps) { [unowned self] result in
                guard attempts.isCurrent(attempt) else { return }
                switch result {
                case .success(let list):
                    apps = [:]
                    attempts.succeed()
                    for summary in list {
                        begin(AppProperties(summary), JSONView.text(summary), in: session)
                    }
                case .failure(let error): take(error, in: session)
                }
            }
        case .own:
            session.output.complain([
                "cellgatectl: other apps need root or the polkit action \(Right.inspect.action)."
            ])
            session.ask(.request(.ownApp), \.app) { [unowned self] result in
                guard attempts.isCurrent(attempt) else { return }
                switch result {
                case .success(let app):
                    apps = [:]
                    attempts.succeed()
                    begin(app, JSONView.text(app), in: session)
                // Whoever belongs to no app watches the device alone.
                case .failure(let error) where error.name == ErrorName.noApp:
                    apps = [:]
                    attempts.succeed()
                case .failure(let error): take(error, in: session)
                }
            }
        }
    }

    private func find(_ attempt: Int, in session: Session) {
        guard let wanted = app.map({ AppReference($0) }) ?? reference else { return }
        session.find(wanted) { [unowned self] result in
            guard attempts.isCurrent(attempt) else { return }
            switch result {
            case .success(let found):
                app = AppID(found.id)
                apps = [:]
                attempts.succeed()
                begin(found, JSONView.text(found), in: session)
            case .failure(let error): take(error, in: session)
            }
        }
    }

    private func begin(_ app: AppProperties, _ json: String, in session: Session) {
        apps?[AppID(app.id)] = app
        write("app", [("id", JSONText.quote(app.id)), ("properties", json)], in: session) {
            [ChangeView.line(app, on: $0)]
        }
    }

    /// A daemon that is starting or ending, or does not answer, is asked again; anything else will
    /// not change by itself.
    private func take(_ error: BusError, in session: Session) {
        guard ErrorName.isAbsence(error.name) else {
            session.fail(error)
            return
        }
        attempts.pause(in: session, because: error) { [unowned self] in subscribe(in: session) }
    }

    // MARK: Changes

    private func take(_ changes: BusValue, in session: Session) {
        // What came before the state was read is in it.
        guard var changed = device, (try? changed.take(changes)) != nil else { return }
        device = changed
        write("manager", [("properties", JSONView.text(changes))], in: session) {
            ChangeView.lines(changes, of: changed, on: $0)
        }
    }

    private func take(_ changes: BusValue, of id: AppID, in session: Session) {
        guard app == nil || id == app, apps != nil else { return }
        var changed = apps?[id] ?? AppProperties()
        changed.id = id.rawValue
        guard (try? changed.take(changes)) != nil else { return }
        apps?[id] = changed
        let members = [
            ("id", JSONText.quote(id.rawValue)), ("properties", JSONView.text(changes)),
        ]
        write("app", members, in: session) { [ChangeView.line(changed, on: $0)] }
    }

    private func tell(isRunning: Bool, _ reason: String, in session: Session) {
        let members = isRunning ? [] : [("reason", JSONText.quote(reason))]
        // That it is not running needs no reason of the same words.
        let shown = reason == ManagerClient.notRunning.message ? "" : reason
        write(isRunning ? "running" : "notRunning", members, in: session) {
            [ChangeView.line(isRunning: isRunning, reason: shown, on: $0)]
        }
    }

    private func write(
        _ event: String, _ members: [(String, String)], in session: Session,
        lines: (Screen) -> [String]
    ) {
        session.write(json: JSONView.event(event, members), lines: lines)
    }
}

extension AppProperties {
    /// What a list tells of an app.
    init(_ summary: AppSummary) {
        self.init()
        id = summary.id
        name = summary.name
        choice = summary.choice
        choiceSource = summary.choiceSource
        restrictedState = summary.restrictedState
        reason = summary.reason
        isAvailable = summary.isAvailable
    }
}
