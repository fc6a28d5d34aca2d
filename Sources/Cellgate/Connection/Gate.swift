/// Waits for what a program needs; it opens or fails once, whatever comes after (R50–R52).
///
/// Pure: moments are given, on one clock that only goes forward.
struct Gate {
    /// What is waited for.
    enum Goal: Equatable, Sendable {
        /// An answer of the daemon. It fails as soon as there is known to be no daemon.
        case reading
        /// That this process can reach the network, as the daemon says now. A daemon that is away
        /// is waited for.
        case available
    }

    /// What comes of it.
    enum Outcome: Equatable, Sendable {
        case open(Reading)
        case failed(CellgateError)
    }

    /// How long the daemon may be away where the wait has no end of its own.
    static let patience = Duration.seconds(5)

    private let goal: Goal
    private let end: Duration?
    private var absenceEnd: Duration?
    private var connection = ConnectionState.connecting
    private var reading: Reading?
    private var isDone = false

    /// - Parameters:
    ///   - timeout: Nil to wait for ever, while the daemon is there.
    ///   - now: The present.
    init(_ goal: Goal, timeout: Duration?, at now: Duration) {
        self.goal = goal
        end = timeout.map { now + $0 }
        if timeout == nil { absenceEnd = now + Self.patience }
    }

    /// When ``handleTime(at:)`` is to be called; nil where never.
    var deadline: Duration? { isDone ? nil : end ?? absenceEnd }

    /// Takes in what is known at a moment.
    ///
    /// - Returns: What came of it; nil where it waits on, or was done before.
    mutating func handle(_ snapshot: Snapshot, at now: Duration) -> Outcome? {
        guard !isDone else { return nil }
        connection = snapshot.connection
        reading = snapshot.reading
        switch (goal, snapshot.connection) {
        case (.reading, .lost(let error)): return finish(.failed(error))
        case (_, .connecting), (.available, .lost):
            if end == nil, absenceEnd == nil { absenceEnd = now + Self.patience }
            return nil
        case (_, .connected):
            absenceEnd = nil
            guard let reading = snapshot.reading,
                goal == .reading || reading.availability == .available
            else { return nil }
            return finish(.open(reading))
        }
    }

    /// Takes in that time has gone by.
    ///
    /// - Returns: As ``handle(_:at:)``.
    mutating func handleTime(at now: Duration) -> Outcome? {
        guard let deadline, now >= deadline else { return nil }
        let unavailable = reading.map { CellgateError.unavailable($0.availability) }
        return finish(.failed(connection.error ?? unavailable ?? .timedOut))
    }

    private mutating func finish(_ outcome: Outcome) -> Outcome {
        isDone = true
        return outcome
    }
}
