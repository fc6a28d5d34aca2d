internal import CellgateBusInterface
internal import CellgateCore
internal import Systemd

extension Session {
    /// Finds the app that is meant: the one of that id, else that of the unit or the process.
    ///
    /// - Parameter isKnown: Whether it has to be one that the daemon knows by a file or a record,
    ///   and not only by a unit's name.
    func find(
        _ reference: AppReference, isKnown: Bool = false,
        completion: @escaping (Result<AppProperties, BusError>) -> Void
    ) {
        ask(.request(.app(reference.id)), \.app) { [unowned self] result in
            guard case .failure(let refusal) = result, refusal.name == ErrorName.unknownApp,
                let alternative = reference.alternative
            else {
                completion(result)
                return
            }
            ask(alternative, \.app) { [unowned self] result in
                switch result {
                case .success(let app):
                    if !isKnown {
                        completion(.success(app))
                    } else if AppID(app.id) == reference.id {
                        completion(.failure(refusal))
                    } else {
                        ask(.request(.app(AppID(app.id))), \.app, completion: completion)
                    }
                case .failure(let error) where error.name == ErrorName.noApp:
                    completion(.failure(Self.noApp(reference)))
                case .failure(let error): completion(.failure(error))
                }
            }
        }
    }

    /// The same, where a failure ends the session.
    func findOrFail(
        _ reference: AppReference, isKnown: Bool = false,
        completion: @escaping (AppProperties) -> Void
    ) {
        find(reference, isKnown: isKnown) { [unowned self] result in
            switch result {
            case .success(let app): completion(app)
            case .failure(let error): fail(error)
            }
        }
    }

    private static func noApp(_ reference: AppReference) -> BusError {
        .named(
            name: ErrorName.noApp,
            message: "\(JSONText.quote(reference.id.rawValue)) is no app's id, and no process or "
                + "unit that belongs to an app")
    }
}

/// The names of the daemon's refusals that are acted upon.
enum ErrorName {
    /// No app has the id.
    static let unknownApp = ServiceName.errorPrefix + "UnknownApp"
    /// A process or unit belongs to no app.
    static let noApp = ServiceName.errorPrefix + "NoApp"
    /// The daemon has evaluated nothing yet, or is ending.
    static let notReady = ServiceName.errorPrefix + "NotReady"
    /// Nobody can say whether the caller may.
    static let authorizationFailed = ServiceName.errorPrefix + "AuthorizationFailed"
    /// An administrator has settled the choice.
    static let locked = ServiceName.errorPrefix + "Locked"

    /// Whether an error tells that the caller may not.
    static func isDenial(_ name: String) -> Bool {
        [
            BusErrorName.accessDenied, BusErrorName.interactiveAuthorizationRequired,
            authorizationFailed,
        ].contains(name)
    }

    /// Whether an error tells of a daemon or bus that is going or gone.
    static func isAbsence(_ name: String) -> Bool {
        [
            BusErrorName.serviceUnknown, BusErrorName.nameHasNoOwner, BusErrorName.noReply,
            BusErrorName.disconnected, notReady,
        ].contains(name)
    }
}
