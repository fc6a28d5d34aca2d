/// The programs on the bus that have asked for something, and what they are told of.
struct Clients: Equatable, Sendable {
    /// One of them.
    struct Client: Equatable, Sendable {
        /// Whether it may do everything, and is not bounded.
        var isPrivileged = false
        var process: ProcessIdentity?
        /// The app that the process belongs to by the files in force; nil for none.
        var app: AppID?
        var subscription: SubscriptionScope?
        /// The app that a subscription of its own has told of.
        var toldApp: AppID?
        /// 100 requests at once, and 20 more a second.
        var bucket = TokenBucket(capacity: 100, interval: .milliseconds(50))
        /// How many of its requests wait for an authorization.
        var waiting = 0
    }

    private(set) var clients: [ClientID: Client] = [:]

    subscript(_ client: ClientID) -> Client? {
        get { clients[client] }
        set { clients[client] = newValue }
    }

    mutating func remove(_ client: ClientID) {
        clients[client] = nil
    }

    mutating func removeAll() {
        clients = [:]
    }

    /// Those with a subscription, in the order of their names.
    var subscribers: [(id: ClientID, client: Client, scope: SubscriptionScope)] {
        clients.compactMap { id, client in
            client.subscription.map { (id: id, client: client, scope: $0) }
        }.sorted { $0.id < $1.id }
    }

    /// Whether a client may be told of all apps: each change is sent to each such client, so that the
    /// clients of one user are 16 at most.
    func mayFollowAll(_ id: ClientID) -> Bool {
        guard let client = clients[id] else { return false }
        if client.isPrivileged || client.subscription == .all { return true }
        let ofUser = clients.values.count {
            $0.subscription == .all && !$0.isPrivileged
                && $0.process?.userID == client.process?.userID
        }
        return ofUser < Self.greatestFollowersOfUser
    }

    private static let greatestFollowersOfUser = 16

    var hasSubscribers: Bool { clients.values.contains { $0.subscription != nil } }

    /// Whether a subscriber belongs to another app than it was told of.
    var hasMovedSubscriber: Bool {
        clients.values.contains { $0.subscription == .own && $0.app != $0.toldApp }
    }

    /// Notes that all subscribers were told of the apps that they belong to.
    mutating func noteTold() {
        for (id, client) in clients where client.app != client.toldApp {
            clients[id]?.toldApp = client.app
        }
    }

    /// Matches every client to its app anew, since the files have changed.
    mutating func rematch(_ table: PolicyTable) {
        for (id, client) in clients {
            clients[id]?.app = client.process.flatMap(table.app(of:))
        }
    }
}
