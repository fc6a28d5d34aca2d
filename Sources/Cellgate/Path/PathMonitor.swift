public import Dispatch
internal import Synchronization

/// Tells this app of its network path, as `NWPathMonitor` does.
///
/// A process that belongs to no app is told of the device's path. While the daemon is away the path
/// stays what it was.
public final class PathMonitor: Sendable {
    private let requirements: PathRequirements
    private let connection: DaemonConnection
    private let state = Mutex(State())

    private struct State {
        var handler: (@Sendable (Path) -> Void)?
        /// The caller's queue; nil before ``PathMonitor/start(queue:)``.
        var queue: DispatchQueue?
        /// Serial, with the caller's as its target, so that a concurrent one keeps the order.
        var delivery: DispatchQueue?
        var subscription: Subscription<Path>?
        var isCancelled = false
        /// What ends the loops over the monitor.
        var loops: [UInt64: AsyncStream<Path>.Continuation] = [:]
        var lastLoop: UInt64 = 0
    }

    /// A monitor of the path, whatever interface it uses.
    public convenience init() {
        self.init(.none, connection: .shared())
    }

    /// A monitor for which a path is satisfied only while it uses an interface of this type.
    public convenience init(requiredInterfaceType: Interface.InterfaceType) {
        self.init(.required(requiredInterfaceType), connection: .shared())
    }

    /// A monitor for which a path is satisfied only while it uses no interface of these types.
    public convenience init(prohibitedInterfaceTypes: [Interface.InterfaceType]) {
        self.init(.prohibited(Set(prohibitedInterfaceTypes)), connection: .shared())
    }

    init(_ requirements: PathRequirements, connection: DaemonConnection) {
        self.requirements = requirements
        self.connection = connection
    }

    deinit {
        cancel()
    }

    /// The path now. Until the daemon has answered it is unsatisfied, ``connectionState`` tells that
    /// from a path that is, and no handler is called.
    public var currentPath: Path {
        connection.snapshot.reading.map { requirements.seen($0.path) } ?? Path()
    }

    /// Whether the daemon is there, and the path so the present one.
    public var connectionState: ConnectionState { connection.snapshot.connection }

    /// The queue that the monitor was started on; nil before.
    public var queue: DispatchQueue? { state.withLock { $0.queue } }

    /// Called with the path once the monitor is started and the daemon has answered, and then once
    /// at each change, one call at a time and in order.
    ///
    /// One that is set later gets the path of that moment first. It may cancel or release the
    /// monitor.
    @preconcurrency
    public var pathUpdateHandler: (@Sendable (Path) -> Void)? {
        get { state.withLock { $0.handler } }
        set {
            subscribe { state in
                state.handler = newValue
                return true
            }
        }
    }

    /// Starts to call the handler on a queue. Nothing happens where it was started before, or
    /// cancelled.
    ///
    /// - Parameter queue: Where it is concurrent, the calls still come one after the other.
    public func start(queue: DispatchQueue) {
        subscribe { state in
            guard state.queue == nil else { return false }
            state.queue = queue
            state.delivery = DispatchQueue(label: "org.cellgate.PathMonitor", target: queue)
            return true
        }
    }

    /// Ends it for good, and the loops over it.
    ///
    /// Called on the monitor's own queue, where that is serial, or in the handler: no call comes
    /// once this has returned. Called elsewhere: a call that has begun in another thread, or is
    /// just about to, runs to its end; no later one comes.
    public func cancel() {
        let old = state.withLock { state in
            let old = state
            state.isCancelled = true
            state.handler = nil
            state.subscription = nil
            state.loops = [:]
            return old
        }
        old.subscription?.cancel()
        for loop in old.loops.values { loop.finish() }
    }

    /// Changes the state, and subscribes anew where there are a queue and a handler.
    ///
    /// - Parameter change: Returns false where it has changed nothing.
    private func subscribe(_ change: (inout State) -> Bool) {
        let old: State? = state.withLock { state in
            let old = state
            guard !state.isCancelled, change(&state) else { return nil }
            guard let handler = state.handler, let delivery = state.delivery else {
                state.subscription = nil
                return old
            }
            let requirements = requirements
            state.subscription = Subscription(
                to: connection, on: delivery,
                value: { snapshot in snapshot.reading.map { requirements.seen($0.path) } },
                handler: handler)
            return old
        }
        old?.subscription?.cancel()
    }
}

extension PathMonitor: AsyncSequence {
    /// Begins a loop over the path and its changes; the monitor needs no start for that.
    ///
    /// A loop that is slower than the changes gets the latest path. It ends when the monitor or
    /// its task is cancelled.
    public func makeAsyncIterator() -> Iterator {
        Iterator(monitor: self, base: Updates { self.makeStream() }.makeAsyncIterator())
    }

    /// One loop over the paths; it keeps the monitor.
    public struct Iterator: AsyncIteratorProtocol {
        private let monitor: PathMonitor
        private var base: Updates<Path>.Iterator

        fileprivate init(monitor: PathMonitor, base: Updates<Path>.Iterator) {
            self.monitor = monitor
            self.base = base
        }

        /// The next path that differs from the one before; nil at the end.
        public mutating func next() async -> Path? {
            await next(isolation: nil)
        }

        /// The next path that differs from the one before; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Path? {
            await base.next(isolation: actor)
        }
    }

    private func makeStream() -> AsyncStream<Path> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Path.self, bufferingPolicy: .bufferingNewest(1))
        let loop: UInt64? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            state.lastLoop += 1
            state.loops[state.lastLoop] = continuation
            return state.lastLoop
        }
        guard let loop else {
            continuation.finish()
            return stream
        }
        let requirements = requirements
        let subscription = Subscription(
            to: connection, on: nil,
            value: { snapshot in snapshot.reading.map { requirements.seen($0.path) } },
            handler: { _ = continuation.yield($0) })
        continuation.onTermination = { [weak self] _ in
            subscription.cancel()
            self?.forget(loop)
        }
        return stream
    }

    private func forget(_ loop: UInt64) {
        let continuation = state.withLock { $0.loops.removeValue(forKey: loop) }
        withExtendedLifetime(continuation) {}
    }
}
