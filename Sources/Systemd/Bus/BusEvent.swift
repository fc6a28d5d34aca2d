/// What becomes of a connection to a bus.
package enum BusEvent: Equatable, Sendable {
    /// The bus has said hello: this is our unique name. Comes at most once.
    case connected(uniqueName: String)
    /// The bus has gone, or never said hello. The last event, after all completions; it does not
    /// come where this side closes.
    case disconnected
    /// A name that was ours is no more.
    case nameLost(String)
}
