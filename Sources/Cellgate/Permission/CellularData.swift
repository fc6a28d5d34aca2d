internal import Dispatch
internal import Synchronization

/// Whether this app may use mobile data, and when that changes, as `CTCellularData` tells it.
///
/// The state never depends on the current network. While the daemon is away it stays what it was.
public final class CellularData: Sendable {
    private let connection: DaemonConnection
    private let notifier = Mutex(Notifier())
    /// Serial, so that the notifier is called in order.
    private let queue = DispatchQueue(label: "org.cellgate.CellularData", target: .global())

    private struct Notifier {
        var handler: (@Sendable (CellularDataRestrictedState) -> Void)?
        var subscription: Subscription<CellularDataRestrictedState>?
    }

    /// Begins to ask the daemon, and returns at once.
    public convenience init() {
        self.init(connection: .shared())
    }

    init(connection: DaemonConnection) {
        self.connection = connection
    }

    /// The state now; unknown until the daemon has answered, and for a process that belongs to no
    /// app.
    public var restrictedState: CellularDataRestrictedState {
        connection.snapshot.reading?.restrictedState ?? .restrictedStateUnknown
    }

    /// Why the state is unknown; nil where it is known.
    public var unknownReason: CellularDataUnknownReason? {
        guard let reading = connection.snapshot.reading else { return .noReading }
        return reading.unknownReason
    }

    /// What was chosen for this app: it tells ``CellularDataChoice/wifiOnly`` from
    /// ``CellularDataChoice/off``, which are both restricted.
    public var choice: CellularDataChoice { connection.snapshot.reading?.choice ?? .undecided }

    /// Whether the daemon is there, and the state so the present one.
    public var connectionState: ConnectionState { connection.snapshot.connection }

    /// Called with the state once it is set, as soon as the daemon has answered, and then once at
    /// each change; on a global queue, one call at a time and in order.
    ///
    /// It may set or release whatever it likes. Once another one or nil is set, no new call of this
    /// one begins, but for one that is just about to in another thread.
    @preconcurrency
    public var cellularDataRestrictionDidUpdateNotifier:
        (@Sendable (CellularDataRestrictedState) -> Void)?
    {
        get { notifier.withLock { $0.handler } }
        set {
            let subscription = newValue.map { handler in
                Subscription(
                    to: connection, on: queue, value: { $0.reading?.restrictedState },
                    handler: handler)
            }
            let new = Notifier(handler: newValue, subscription: subscription)
            let old = notifier.withLock { notifier in
                let old = notifier
                notifier = new
                return old
            }
            old.subscription?.cancel()
        }
    }

    /// The state, and each change of it.
    public var states: Updates<CellularDataRestrictedState> {
        Updates(of: connection) { $0.reading?.restrictedState }
    }

    /// The choice, and each change of it.
    public var choices: Updates<CellularDataChoice> {
        Updates(of: connection) { $0.reading?.choice }
    }
}
