/// Whether this app can reach the network now: the path and the permission in one value, and a gate
/// to wait at until it can.
///
/// A process that belongs to no app is told of the device's network.
public final class NetworkPermission: Sendable {
    let connection: DaemonConnection

    /// How long the daemon is looked for before it is asked.
    static let searchTimeout = Duration.seconds(5)

    /// Begins to ask the daemon, and returns at once.
    public convenience init() {
        self.init(connection: .shared())
    }

    init(connection: DaemonConnection) {
        self.connection = connection
    }

    /// Whether the network can be reached now. While the daemon is away it stays what it was.
    public var availability: NetworkAvailability { Self.availability(in: connection.snapshot) }

    /// The permission to use mobile data.
    public var permission: CellularDataPermission {
        (connection.snapshot.reading?.restrictedState ?? .restrictedStateUnknown).permission
    }

    /// Whether the daemon is there, and the values so the present ones.
    public var connectionState: ConnectionState { connection.snapshot.connection }

    /// The availability, and each change of it; the reason why there is no daemon, too, before it
    /// has answered for the first time.
    public var availabilities: Updates<NetworkAvailability> {
        Updates(of: connection) { snapshot in
            let availability = Self.availability(in: snapshot)
            return availability == .noReading(nil) ? nil : availability
        }
    }

    /// The permission, and each change of it.
    public var permissions: Updates<CellularDataPermission> {
        Updates(of: connection) { $0.reading?.restrictedState.permission }
    }

    /// Whether the daemon is there, and each change of that.
    public var connectionStates: Updates<ConnectionState> {
        Updates(of: connection) { $0.connection }
    }

    /// Waits until this app can reach the network, as the daemon says now; returns at once where it
    /// can.
    ///
    /// - Parameter timeout: How long at most; a daemon that is away may come within that time. Nil
    ///   to wait for the network for ever, and for a daemon that is away 5 seconds.
    /// - Throws: ``CellgateError/unavailable(_:)`` with the reason where the time was over; where
    ///   there was no daemon at that moment, the reason for that, such as
    ///   ``CellgateError/notRunning``;
    ///   `CancellationError` where the task is cancelled.
    public func whenAvailable(timeout: Duration? = nil) async throws {
        _ = try await connection.wait(for: .available, timeout: timeout)
    }

    /// Waits as ``whenAvailable(timeout:)`` does, then runs `operation`, once, whatever becomes of
    /// the network meanwhile.
    ///
    /// The timeout is for the wait alone.
    ///
    /// - Returns: What `operation` returns.
    /// - Throws: As ``whenAvailable(timeout:)``, and then `operation` was not run; or what
    ///   `operation` throws.
    public func whenAvailable<Result: Sendable>(
        timeout: Duration? = nil, _ operation: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await whenAvailable(timeout: timeout)
        return try await operation()
    }

    private static func availability(in snapshot: Snapshot) -> NetworkAvailability {
        snapshot.reading?.availability ?? .noReading(snapshot.connection.error)
    }
}
