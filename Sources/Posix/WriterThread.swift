internal import Synchronization

/// Writes items in a thread of its own, so that a reader that stalls never holds up the caller.
///
/// Items wait in a `BoundedQueue` and are written in the order of their coming, one at a time.
/// What a full queue loses is counted, and once half of the queue is free again one more item
/// tells the count. When the `WriterThread` goes, what still waits is written, then the thread
/// ends.
package final class WriterThread<Item: Sendable>: Sendable {
    private let desk: Desk<Item>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - capacity: how many items may wait, at least 1.
    ///   - lost: makes the item that tells how many were lost since the last such item, replaced
    ///     ones included; nil to tell nothing. Called in the thread.
    ///   - write: writes one item and may block; called in the thread.
    /// - Throws: the error of pipe(2) or pthread_create(3): too many descriptors or threads.
    package init(
        capacity: Int, lost: @escaping @Sendable (Int) -> Item?,
        write: @escaping @Sendable (Item) -> Void
    ) throws(SystemError) {
        let desk = try Desk<Item>(capacity: capacity)
        try DetachedThread.start {
            while let job = desk.nextJob() {
                switch job {
                case .write(let item): write(item)
                case .tellLost(let count): lost(count).map(write)
                }
            }
        }
        self.desk = desk
    }

    deinit {
        desk.close()
    }

    /// Queues an item; never blocks.
    ///
    /// - Parameter key: what the item is the newest state of; in a full queue it replaces the
    ///   queued item with the same key. Nil where it stands for itself.
    package func enqueue(_ item: Item, key: String? = nil) {
        desk.enqueue(item, key: key)
    }

    /// Lets at least this many items wait.
    package func raiseCapacity(to capacity: Int) {
        desk.raiseCapacity(to: capacity)
    }

    /// Waits until everything is written, lost counts included; false where the time is over
    /// first. Called by one thread at a time.
    package func drain(timeout: Duration) -> Bool {
        desk.drain(timeout: timeout)
    }
}

/// What the caller and the thread share.
private final class Desk<Item: Sendable>: Sendable {
    enum Job {
        case write(Item)
        case tellLost(Int)
    }

    private struct State {
        var queue: BoundedQueue<Item>
        /// The thread waits for `work` or is about to: all is written.
        var isIdle = false
        /// Somebody waits for `idle` or is about to.
        var isDrainAwaited = false
        var isClosed = false
    }

    private let state: Mutex<State>
    private let work: WakePipe
    private let idle: WakePipe

    init(capacity: Int) throws(SystemError) {
        state = Mutex(State(queue: BoundedQueue(capacity: capacity)))
        work = try WakePipe()
        idle = try WakePipe()
    }

    func enqueue(_ item: Item, key: String?) {
        wakeThread { $0.queue.append(item, key: key) }
    }

    func raiseCapacity(to capacity: Int) {
        state.withLock { $0.queue.raiseCapacity(to: capacity) }
    }

    func close() {
        wakeThread { $0.isClosed = true }
    }

    /// Changes the state and wakes the thread where it was idle.
    private func wakeThread(after change: (inout State) -> Void) {
        let wasIdle = state.withLock { state in
            change(&state)
            defer { state.isIdle = false }
            return state.isIdle
        }
        if wasIdle { work.wake() }
    }

    func drain(timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + timeout
        // More than once, since a wake-up may be left over from a drain that gave up.
        while true {
            let isDone = state.withLock { state in
                state.isDrainAwaited = !state.isIdle
                return state.isIdle
            }
            if isDone { return true }
            guard idle.wait(timeout: deadline - .now) else { return false }
        }
    }

    /// Waits for something to do; nil when nothing more will come.
    func nextJob() -> Job? {
        while true {
            switch state.withLock({ Self.step(&$0) }) {
            case .job(let job): return job
            case .end: return nil
            case .sleep(let isDrainAwaited):
                if isDrainAwaited { idle.wake() }
                _ = work.wait()
            }
        }
    }

    private enum Step {
        case job(Job)
        case sleep(isDrainAwaited: Bool)
        case end
    }

    private static func step(_ state: inout State) -> Step {
        // Not at the first free place, or a slow reader would get one such item after each other.
        if state.queue.losses.total > 0, state.queue.count <= state.queue.capacity / 2 {
            return .job(.tellLost(state.queue.takeLosses().total))
        }
        if let item = state.queue.popFirst() { return .job(.write(item)) }
        if state.isClosed { return .end }
        state.isIdle = true
        defer { state.isDrainAwaited = false }
        return .sleep(isDrainAwaited: state.isDrainAwaited)
    }
}
