/// The programs that show prompts to the user and bring the answers; one for each session.
struct Agents: Equatable, Sendable {
    /// One of them.
    struct Agent: Equatable, Sendable {
        let client: ClientID
        /// The session, or the user, that it registered as the only agent of.
        var seat: AgentSeat
        /// Grows with each registration: of two the earlier comes first.
        let number: UInt64
    }

    private(set) var agents: [Agent] = []
    private var lastNumber: UInt64 = 0

    /// Registers a client, or its new seat where it is registered; false where the seat has another
    /// agent.
    mutating func register(_ client: ClientID, _ seat: AgentSeat) -> Bool {
        guard !agents.contains(where: { $0.seat.name == seat.name && $0.client != client })
        else { return false }
        guard !contains(client) else {
            move(client, to: seat)
            return true
        }
        lastNumber += 1
        agents.append(Agent(client: client, seat: seat, number: lastNumber))
        return true
    }

    /// Notes where an agent's user sits now. Two may come to sit in one session, as when a user who
    /// has several leaves one: both stay. Nothing happens where the client is no agent.
    mutating func move(_ client: ClientID, to seat: AgentSeat) {
        guard let index = agents.firstIndex(where: { $0.client == client }) else { return }
        agents[index].seat = seat
    }

    /// Removes a client's agent; false where it has none.
    @discardableResult
    mutating func remove(_ client: ClientID) -> Bool {
        let count = agents.count
        agents.removeAll { $0.client == client }
        return agents.count < count
    }

    mutating func removeAll() { agents = [] }

    func contains(_ client: ClientID) -> Bool { agents.contains { $0.client == client } }

    /// The agents in the order in which they are to be asked: those of active sessions first, then
    /// by their registration.
    var inOrder: [Agent] {
        agents.sorted { left, right in
            if left.seat.isActive != right.seat.isActive { return left.seat.isActive }
            return left.number < right.number
        }
    }
}

/// Whom an agent speaks for.
package struct AgentSeat: Codable, Equatable, Sendable {
    /// The session's name; where the process belongs to none, its user's number.
    package let name: String
    /// Whether the session is the one in front of the user. Source: sd_session_is_active(3).
    package let isActive: Bool

    package init(name: String, isActive: Bool) {
        self.name = name
        self.isActive = isActive
    }
}
