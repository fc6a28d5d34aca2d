/// Whether what is told is what the daemon says now.
public enum ConnectionState: Hashable, Sendable {
    /// The daemon has not answered yet, and nothing says that it will not.
    case connecting
    /// The daemon has answered, and tells of changes.
    case connected
    /// The daemon is away, for this reason, and is looked for. What it said last still stands.
    case lost(CellgateError)

    /// Why there is no daemon; nil in the other states.
    public var error: CellgateError? {
        if case .lost(let error) = self { error } else { nil }
    }
}
