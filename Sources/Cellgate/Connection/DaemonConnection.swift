internal import CellgateBusInterface
internal import Posix
internal import Synchronization
internal import Systemd

/// The connection to the daemon that all of a process share: made when it is first needed, ended
/// when the last that uses it lets go.
///
/// The last release only asks the thread to end and waits for nothing: it may come on any thread,
/// the connection's own included, and with any lock held.
final class DaemonConnection: Sendable {
    private let thread: ConnectionThread?
    /// What is known where there is no thread.
    private let failure: Snapshot
    private let lastID = Atomic<UInt64>(0)

    private static let current = Mutex(WeakConnection())

    private struct WeakConnection {
        weak var connection: DaemonConnection?
    }

    /// The one to the system's bus.
    static func shared() -> DaemonConnection {
        current.withLock { current in
            if let connection = current.connection { return connection }
            let connection = DaemonConnection(to: .system)
            current.connection = connection
            return connection
        }
    }

    init(to address: BusAddress) {
        do throws(SystemError) {
            thread = try ConnectionThread(to: address)
            failure = Snapshot()
        } catch {
            thread = nil
            failure = Snapshot(connection: .lost(.noResources(error.description)))
        }
    }

    deinit {
        thread?.send(.end)
    }

    /// What is known now.
    var snapshot: Snapshot { thread?.snapshot ?? failure }

    /// Has `observer` told what is known, then each change, in order, on the connection's thread.
    ///
    /// - Returns: What ends it.
    func observe(_ observer: @escaping @Sendable (Snapshot) -> Void) -> UInt64 {
        let id = nextID()
        if let thread { thread.send(.observe(id, observer)) } else { observer(failure) }
        return id
    }

    func forget(_ id: UInt64) {
        thread?.send(.forget(id))
    }

    /// Waits at a gate.
    ///
    /// - Throws: What the gate failed with; `CancellationError` where the task is cancelled.
    func wait(for goal: Gate.Goal, timeout: Duration?) async throws -> Reading {
        guard let thread else { throw failure.connection.error ?? .timedOut }
        let id = nextID()
        let outcome: Gate.Outcome? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Keeps the connection until it is called.
                thread.send(
                    .wait(id, goal, timeout: timeout) { [self] outcome in
                        withExtendedLifetime(self) { continuation.resume(returning: outcome) }
                    })
                // Where the task was cancelled before, that was said of a wait not known yet.
                if Task.isCancelled { thread.send(.abandon(id)) }
            }
        } onCancel: {
            thread.send(.abandon(id))
        }
        switch outcome {
        case .open(let reading): return reading
        case .failed(let error): throw error
        case nil: throw CancellationError()
        }
    }

    /// Calls a method of the daemon.
    func call(_ call: ManagerCall, timeout: Duration) async throws(CellgateError) -> ManagerReply {
        guard let thread else { throw failure.connection.error ?? .timedOut }
        let result = await withCheckedContinuation { continuation in
            thread.send(
                .call(call, timeout: timeout) { [self] result in
                    withExtendedLifetime(self) { continuation.resume(returning: result) }
                })
        }
        return try result.mapError(CellgateError.init).get()
    }

    /// Reads what the daemon says of the device.
    func readDevice(timeout: Duration) async throws(CellgateError) -> ManagerProperties {
        guard let thread else { throw failure.connection.error ?? .timedOut }
        let result = await withCheckedContinuation { continuation in
            thread.send(
                .readDevice(timeout: timeout) { [self] result in
                    withExtendedLifetime(self) { continuation.resume(returning: result) }
                })
        }
        return try result.mapError(CellgateError.init).get()
    }

    private func nextID() -> UInt64 {
        lastID.add(1, ordering: .relaxed).newValue
    }
}
