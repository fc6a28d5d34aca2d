/// The callers that wait for a decision about their app, each until a moment of its own.
struct Waits: Equatable, Sendable {
    /// One of them.
    struct Wait: Equatable, Sendable {
        let app: AppID
        let client: ClientID
        let kind: Kind
        let started: Instant
        let deadline: Instant
    }

    /// What is waited for.
    enum Kind: Equatable, Sendable {
        /// A permission probe (R30).
        case probe
        /// A decision on a critical path (R35).
        case decision
    }

    private(set) var waits: [RequestID: Wait] = [:]

    var isEmpty: Bool { waits.isEmpty }

    mutating func add(_ id: RequestID, _ wait: Wait) { waits[id] = wait }

    /// Removes and returns those that fit, in the order of their requests.
    mutating func remove(where fits: (Wait) -> Bool) -> [(id: RequestID, wait: Wait)] {
        let found = waits.filter { fits($0.value) }.sorted { $0.key < $1.key }
        for (id, _) in found { waits[id] = nil }
        return found.map { (id: $0.key, wait: $0.value) }
    }

    /// The probe of an app that is under way, if one is: another joins it (R29).
    func probe(of app: AppID) -> Wait? {
        waits.values.filter { $0.app == app && $0.kind == .probe }.min { $0.started < $1.started }
    }

    /// When the next one is over; nil without any.
    var nextDeadline: Instant? { waits.values.map(\.deadline).min() }
}
