/// The answer to a request.
package enum Reply: Equatable, Sendable {
    case device(DeviceReport)
    case apps([AppReport])
    /// The ids of apps, in order.
    case names([AppID])
    case app(AppReport)
    case explanation(Explanation)
    case failure(FailureClass)
    case probe(ProbeOutcome)
    /// It is done: a choice is stored where a power cut does not lose it.
    case done
    case refused(Refusal)
}

/// Why a request is refused; each has a name on the bus.
package enum Refusal: Error, Equatable, Sendable {
    /// The caller lacks a right.
    case accessDenied(Right)
    /// The caller gets the right by a question to the user, which it did not allow.
    case authenticationRequired(Right)
    /// Nobody can say whether the caller has the right.
    case authorizationFailed(Right, reason: String)
    /// The caller belongs to no app.
    case noApp
    /// No app has this id; `suggestion` is one that is spelt alike.
    case unknownApp(AppID, suggestion: AppID?)
    /// An administrator's file has settled the choice.
    case locked(AppID)
    /// The app's file has an error, and no choice counts before it is mended.
    case invalidFile(AppID)
    /// The seat has another agent.
    case agentExists
    /// The record could not be stored; the old one holds.
    case storageFailed(reason: String)
    /// The caller asks too often, or for too much at once.
    case limitsExceeded
    /// Nothing was evaluated yet, or the daemon is ending (R46).
    case notReady

    /// A sentence for people: what is wrong, and what would be accepted.
    package var message: String {
        switch self {
        case .accessDenied(let right):
            "Not allowed: this needs root or the polkit action \(right.action)"
        case .authenticationRequired(let right):
            "Not allowed without a password, which the call did not let anybody be asked for: this "
                + "needs root or the polkit action \(right.action)"
        case .authorizationFailed(let right, let reason):
            "Whether the caller has \(right.action) cannot be told (\(reason)); root needs no answer"
        case .noApp:
            "The caller belongs to no app: it runs in no unit of the system's or the user's "
                + "service manager"
        case .unknownApp(let app, let suggestion):
            "There is no app \(JSONText.quote(app.rawValue))"
                + (suggestion.map { "; did you mean \(JSONText.quote($0.rawValue))?" }
                    ?? "")
        case .locked(let app):
            "The choice for \(app) is locked by the administrator (Locked=yes in its file)"
        case .invalidFile(let app):
            "The file of \(app) has an error, and no choice counts before it is mended; "
                + "cellgated --check names the line"
        case .agentExists: "Another program shows prompts in this session already"
        case .storageFailed(let reason):
            "The choice could not be stored, and the old one holds: \(reason)"
        case .limitsExceeded: "Too many requests at once; wait a little and ask again"
        case .notReady: "The first evaluation is not done yet, or the daemon is ending; ask again"
        }
    }
}
