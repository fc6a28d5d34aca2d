/// Whether an app may use mobile data.
///
/// It is about permission and not about quality: ``restricted`` does not mean offline, and
/// ``notRestricted`` does not mean online. Source: Apple's `CTCellularDataRestrictedState`.
public enum CellularDataRestrictedState: UInt, Hashable, CaseIterable, Sendable {
    /// Nobody has decided yet, or the daemon has not answered yet; never to be taken for a refusal.
    case restrictedStateUnknown = 0
    case restricted = 1
    case notRestricted = 2
}

/// What was chosen for an app. Both ``wifiOnly`` and ``off`` read as restricted.
public enum CellularDataChoice: String, Hashable, CaseIterable, Sendable {
    case undecided
    case wifiAndCellular
    case wifiOnly
    /// No network at all.
    case off
}

/// Why a restricted state is unknown.
public enum CellularDataUnknownReason: String, Hashable, CaseIterable, Sendable {
    /// The daemon has not answered yet.
    case noReading
    /// This process belongs to no app: it runs in no unit of a service manager.
    case noApp
    /// The user was asked and has not answered.
    case pending
    /// The mobile radios are off.
    case airplaneMode
    case noModem
    case noSIM
    /// Nobody was asked yet.
    case notAsked
    /// What should say it failed.
    case indeterminate
}
