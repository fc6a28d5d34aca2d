/// Whether this app can reach the network now, and if not, why.
public enum NetworkAvailability: Hashable, Sendable {
    case available
    /// There is no network.
    case notAvailable
    /// There is mobile data, and this app may not use it.
    case cellularDenied
    /// There is Wi-Fi or a wired network, and this app may not use it.
    case wifiDenied
    /// What is there takes a decision that nobody has made yet.
    case undecided
    /// The administrator's file for this app has an error, so nothing is allowed.
    case invalid
    /// The daemon has not answered yet: because it cannot, for this reason, or nil where its answer
    /// is on the way.
    case noReading(CellgateError?)
}

extension NetworkAvailability: CustomStringConvertible {
    /// A few words for people.
    public var description: String {
        switch self {
        case .available: "available"
        case .notAvailable: "no network"
        case .cellularDenied: "mobile data is off for this app"
        case .wifiDenied: "all networks are off for this app"
        case .undecided: "nobody has decided yet whether this app may use mobile data"
        case .invalid: "the settings of this app have an error"
        case .noReading(nil): "not known yet"
        case .noReading(let error?): "not known: \(error)"
        }
    }
}

/// The permission to use mobile data.
public enum CellularDataPermission: String, Hashable, CaseIterable, Sendable {
    case granted
    case denied
    /// Nobody has decided yet, or the daemon has not answered yet; never to be taken for a refusal.
    case undetermined
}
