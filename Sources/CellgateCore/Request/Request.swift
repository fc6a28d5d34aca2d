/// The number of a request, given by who takes it in; unique while the daemon runs.
package struct RequestID: CodedByRawValue, Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: RequestID, right: RequestID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What programs and people ask of the daemon.
package enum Request: Codable, Equatable, Sendable {
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
    /// Whether the caller's own app has the permission; waits for an answer for a short while (R30).
    case probe
    /// Ask the user about the caller's own app where that is due, and wait for a decision (R35).
    case requestDecision
    /// A probe of the network that the caller's own app made has ended (R28).
    case networkProbeFinished(NetworkProbeOutcome)
    /// The caller shows prompts and advice to the user of this seat from now on.
    case registerAgent(AgentSeat)
    case unregisterAgent
    /// What happened to advice about an app, as its agent or the app itself tells.
    case guidanceEvent(AppID, GuidanceEvent)
    /// Read files and network again and publish the whole state (R70).
    case refresh
    /// The user chooses for an app (R8).
    case setChoice(AppID, Choice)
    /// Forget the user's choice, and that the user was asked.
    case clearRecord(AppID)
    /// Simulate something from now on, or end that (R84).
    case simulate(SimulationStep)
    /// Tell of changes from now on.
    case subscribe(SubscriptionScope)
    case unsubscribe
}

/// What a subscriber is told of.
package enum SubscriptionScope: String, Codable, Equatable, Sendable {
    /// The device's path, and the caller's own app.
    case own
    /// The device's path, and all apps.
    case all
}

/// What an app's probe of the network came to. It decides no permission (R27).
package enum NetworkProbeOutcome: String, Codable, CaseIterable, Equatable, Sendable {
    /// The well-known host answered.
    case success
    /// Something else answered, and wants the user to sign in.
    case captivePortal
    case failure
    case timeout
}

/// How requests are written, where the value alone does not say what it is.
extension Request {
    // swift-format-ignore: NoLeadingUnderscores
    enum ClassifyCodingKeys: String, CodingKey {
        case _0 = "app"
        case _1 = "code"
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum GuidanceEventCodingKeys: String, CodingKey {
        case _0 = "app"
        case _1 = "event"
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum SetChoiceCodingKeys: String, CodingKey {
        case _0 = "app"
        case _1 = "choice"
    }
}
