/// Which use of the network asks the user about an undecided app (R17).
package enum Profile: String, Codable, Hashable, CaseIterable, Sendable {
    /// Only use of a cellular path asks; on Wi-Fi alone an app may stay undecided for ever.
    case cellular
    /// Any use asks.
    case anyNetwork = "any-network"
    /// Nobody is asked; undecided apps count as not restricted.
    case allow
}
