/// The number of a request, given by who takes it in; unique while the daemon runs.
package struct RequestID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: RequestID, right: RequestID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What programs and people ask of the daemon.
package enum Request: Equatable, Sendable {
    /// The device's path, profile and counts.
    case device
    /// All apps, briefly.
    case apps
    /// One app.
    case app(AppID)
    /// The app that a process belongs to; nil where the process is gone or belongs to none.
    case appOf(ProcessIdentity?)
    /// The app that a unit runs.
    case appOfUnit(UnitName)
    /// The caller's own app.
    case ownApp
    /// The apps whose objects the caller may see.
    case visibleApps
    /// Why an app can or cannot reach the network, and what would change that.
    case explain(AppID)
    /// What a failed request of an app means, without any effect (R73–R75).
    case classify(AppID, FailureCode)
    /// The caller's own app's request failed (R73–R75).
    case reportFailure(FailureCode)
    /// Read files and network again and publish the whole state (R70).
    case refresh
    /// The user chooses for an app (R8).
    case setChoice(AppID, Choice)
    /// Forget the user's choice, and that the user was asked.
    case clearRecord(AppID)
    /// Tell of changes from now on.
    case subscribe(SubscriptionScope)
    case unsubscribe
}

/// What a subscriber is told of.
package enum SubscriptionScope: Equatable, Sendable {
    /// The device's path, and the caller's own app.
    case own
    /// The device's path, and all apps.
    case all
}
