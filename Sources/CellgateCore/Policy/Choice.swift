/// The user's three-way choice for an app (R8), or that there is none yet.
///
/// Raw values are those of the journal; a configuration file spells them as ``fileValue`` says.
package enum Choice: String, Codable, Hashable, CaseIterable, Sendable {
    /// No decision yet: `ask` in a file.
    case undecided
    case wifiAndCellular
    case wifiOnly
    case off

    /// The value of `Choice=` in an app's file.
    package var fileValue: String {
        switch self {
        case .undecided: "ask"
        case .wifiAndCellular: "wifi-and-cellular"
        case .wifiOnly: "wifi-only"
        case .off: "off"
        }
    }
}

/// Who made a choice.
package enum ChoiceSource: String, Codable, Hashable, CaseIterable, Sendable {
    case user
    case administrator
    case package
    /// Nobody: the app is undecided, or the profile decided.
    case `default`
}
