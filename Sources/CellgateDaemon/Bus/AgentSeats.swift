internal import CellgateCore
internal import Systemd

/// Where the users of the agents sit, while sessions come to the front and go.
final class AgentSeats {
    private let loop: EventLoop
    /// Where the user of a client sits; nil for one that is unknown.
    private let read: (ClientID) -> AgentSeat?
    /// Called when it is another one than was returned by ``follow(_:)`` or told before.
    private let moved: (ClientID, AgentSeat) -> Void
    private var seats: [ClientID: AgentSeat] = [:]
    /// Nil while there is no login manager: then everybody stays where they are.
    private var monitor: LoginMonitor?

    init(
        _ loop: EventLoop, read: @escaping (ClientID) -> AgentSeat?,
        moved: @escaping (ClientID, AgentSeat) -> Void
    ) {
        self.loop = loop
        self.read = read
        self.moved = moved
    }

    /// Follows a client from now on, and returns where its user sits.
    func follow(_ client: ClientID) -> AgentSeat {
        // Before the seat is read, so that no change is missed.
        if monitor == nil {
            monitor = try? LoginMonitor(loop) { [weak self] in self?.readAll() }
        }
        let seat = read(client) ?? AgentSeat(name: client.rawValue, isActive: false)
        seats[client] = seat
        return seat
    }

    /// Does not follow a client any more.
    func forget(_ client: ClientID) {
        seats[client] = nil
    }

    private func readAll() {
        let changed = seats.keys.sorted().compactMap { client -> (ClientID, AgentSeat)? in
            guard let seat = read(client), seat != seats[client] else { return nil }
            return (client, seat)
        }
        for (client, seat) in changed {
            seats[client] = seat
            moved(client, seat)
        }
    }
}
