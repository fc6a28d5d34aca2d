internal import Dispatch
internal import Synchronization

/// One who is told of a value: the present one as soon as there is one, then each other one, in
/// order, until it is cancelled or released (R7, R81, R82).
final class Subscription<Value: Equatable & Sendable>: Sendable {
    private let connection: DaemonConnection
    private let delivery: Delivery<Value>
    private let id: UInt64

    /// - Parameters:
    ///   - queue: A serial queue on which the handler is called; nil to call it on the connection's
    ///     thread, for what runs nothing of the user's.
    ///   - value: What of that which is known is told; nil where there is nothing to tell yet.
    init(
        to connection: DaemonConnection, on queue: DispatchQueue?,
        value: @escaping @Sendable (Snapshot) -> Value?,
        handler: @escaping @Sendable (Value) -> Void
    ) {
        let delivery = Delivery(queue: queue, value: value, handler: handler)
        self.connection = connection
        self.delivery = delivery
        id = connection.observe { delivery.offer($0) }
    }

    deinit {
        cancel()
    }

    /// Ends it. A call of the handler that runs at this moment in another thread runs to its end;
    /// no other one begins once this has returned, but one that had read the handler just before.
    func cancel() {
        delivery.cancel()
        connection.forget(id)
    }
}

/// The part of a subscription that the connection holds: it keeps no connection alive.
private final class Delivery<Value: Equatable & Sendable>: Sendable {
    private let queue: DispatchQueue?
    private let value: @Sendable (Snapshot) -> Value?
    private let state: Mutex<State>

    private struct State {
        /// Nil once it is cancelled.
        var handler: (@Sendable (Value) -> Void)?
        /// What was told last.
        var last: Value?
    }

    init(
        queue: DispatchQueue?, value: @escaping @Sendable (Snapshot) -> Value?,
        handler: @escaping @Sendable (Value) -> Void
    ) {
        self.queue = queue
        self.value = value
        state = Mutex(State(handler: handler))
    }

    /// Tells the value of a snapshot, where it differs from the one before.
    func offer(_ snapshot: Snapshot) {
        guard let value = value(snapshot) else { return }
        let isNew = state.withLock { state in
            guard state.last != value else { return false }
            state.last = value
            return true
        }
        guard isNew else { return }
        if let queue {
            queue.async { self.call(value) }
        } else {
            call(value)
        }
    }

    /// Calls the handler, without the lock: it may cancel, or release whatever it likes.
    private func call(_ value: Value) {
        let handler = state.withLock { $0.handler }
        handler?(value)
    }

    func cancel() {
        // Released only after the lock: what the handler has captured may go with it.
        let handler = state.withLock { state in
            let handler = state.handler
            state.handler = nil
            return handler
        }
        withExtendedLifetime(handler) {}
    }
}
