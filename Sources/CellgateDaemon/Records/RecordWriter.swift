package import CellgateCore
package import Posix
internal import Synchronization

/// Reads and writes the users' records for a loop that must not wait for the disk: it writes in a
/// thread of its own.
///
/// Belongs to the loop, but for what the thread does. One write at a time: the next may come when
/// the outcome of the last has been taken.
package final class RecordWriter {
    private let desk: Desk
    private let thread: WriterThread<Job>
    /// Whether a write is under way or its outcome has not been taken.
    package private(set) var isStoring = false

    /// Starts the thread.
    ///
    /// - Parameter directory: The state directory; it need not exist.
    /// - Throws: the error of pipe(2) or pthread_create(3): too many descriptors or threads.
    package init(directory: String) throws(SystemError) {
        let desk = try Desk(directory: directory)
        thread = try WriterThread(capacity: 1) { _ in
            nil
        } write: {
            desk.write($0)
        }
        self.desk = desk
    }

    /// Readable when ``takeOutcome()`` has something to return.
    package var descriptor: Int32 { desk.done.descriptor }

    /// Reads the records.
    ///
    /// While a write is under way it waits for that, since both tell the store what is on disk; who
    /// must not wait asks ``isStoring`` and reads after the outcome.
    package func read() -> RecordReading {
        desk.store.withLock { $0.read() }
    }

    /// Starts to write the records; never waits. Not to be called while ``isStoring``.
    ///
    /// - Parameter apps: Those that somebody has asked for, whatever is on disk by now.
    package func store(_ records: RecordTable, changing apps: Set<AppID> = []) {
        precondition(!isStoring, "the outcome of the last write has not been taken")
        isStoring = true
        thread.enqueue(Job(records: records, apps: apps))
    }

    /// What the write came to, once; nil where it is under way or none was started.
    package func takeOutcome() -> RecordOutcome? {
        guard let outcome = desk.takeOutcome() else { return nil }
        isStoring = false
        return outcome
    }

    /// Waits for the write under way; false where the time is over first. The outcome can still be
    /// taken afterwards.
    ///
    /// For the daemon's end: what is not written then may be lost, and nobody was told that it was
    /// stored.
    package func finish(timeout: Duration = usualPatience) -> Bool {
        thread.drain(timeout: timeout)
    }

    /// How long ``finish(timeout:)`` waits where its caller does not say.
    package static let usualPatience = Duration.seconds(2)
}

/// What the thread is to write.
private struct Job: Sendable {
    let records: RecordTable
    let apps: Set<AppID>
}

/// What the loop and the thread share.
private final class Desk: Sendable {
    let store: Mutex<RecordStore>
    private let outcome = Mutex<RecordOutcome?>(nil)
    let done: WakePipe

    init(directory: String) throws(SystemError) {
        store = Mutex(RecordStore(directory: directory))
        done = try WakePipe()
    }

    func write(_ job: Job) {
        let result: RecordOutcome
        do throws(RecordWriteError) {
            result = .stored(
                try store.withLock { store throws(RecordWriteError) in
                    try store.write(job.records, changing: job.apps)
                })
        } catch {
            result = .failed(reason: error.description)
        }
        outcome.withLock { $0 = result }
        done.wake()
    }

    func takeOutcome() -> RecordOutcome? {
        let taken = outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
        // Only then, so that no wake-up of an outcome still to come is taken.
        if taken != nil { _ = done.wait() }
        return taken
    }
}
