/// Whether an app may use mobile data, in the words of `CTCellularDataRestrictedState` (R1).
///
/// It is about permission and not about quality: restricted does not mean offline, and it never
/// depends on the current path (R5, R6). Source: Apple's Core Telephony documentation.
package enum RestrictedState: Int, Hashable, CaseIterable, Sendable {
    /// No decision yet; never to be treated or worded as restricted (R2).
    case unknown = 0
    case restricted = 1
    case notRestricted = 2

    /// The name of the case, as the journal spells it.
    package var name: String {
        switch self {
        case .unknown: "unknown"
        case .restricted: "restricted"
        case .notRestricted: "notRestricted"
        }
    }

    /// What an app is told when it asks for permission (R10).
    package var permission: PermissionResult {
        switch self {
        case .unknown: .undetermined
        case .restricted: .denied
        case .notRestricted: .granted
        }
    }
}

/// The permission as an app sees it (R10).
package enum PermissionResult: String, Hashable, Sendable {
    case granted
    case denied
    case undetermined
}

/// Why a state is unknown: the first in this order that holds (R3).
package enum UnknownReason: String, Hashable, CaseIterable, Sendable {
    /// The user was asked and has not answered.
    case pending
    /// The mobile radios are off.
    case airplaneMode
    case noModem
    case noSIM
    /// Nobody was asked yet.
    case notAsked
    /// What should say it failed: the app's file holds an invalid value, or ModemManager gives no
    /// answer.
    case indeterminate
}
