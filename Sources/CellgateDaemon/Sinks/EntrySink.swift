internal import CellgateCore
internal import Posix
internal import Synchronization

/// A reader of entries, behind a thread of its own: one that stalls loses entries, which are
/// counted, and never holds up the daemon.
final class EntrySink {
    private let thread: WriterThread<Entry>

    /// How many entries may wait for a reader beside a snapshot of all apps: some 4 MB.
    private static let capacity = 4_096

    /// - Parameters:
    ///   - reader: Named when entries were lost.
    ///   - losses: Told how many were, once the reader takes entries again.
    ///   - write: Writes one entry and may block; false where the reader did not take it.
    /// - Throws: ``SystemError`` where there are too many threads or descriptors.
    init(
        reader: EntryReader, losses: LossReport<EntryReader>,
        write: @escaping @Sendable (Entry) -> Bool
    ) throws(SystemError) {
        // Told only when an entry went through: while none does, an entry about it would be lost,
        // too, and lead to the next one.
        let refused = Refused()
        thread = try WriterThread(
            capacity: Self.capacity,
            lost: { count in
                refused.add(count)
                return nil
            },
            write: { entry in
                guard write(entry) else {
                    refused.add(entry.lostCount ?? 1)
                    return
                }
                let count = refused.take()
                if count > 0 { losses.add(count, of: reader) }
            })
    }

    /// Makes room for a snapshot of this many apps.
    func makeRoom(apps: Int) {
        thread.raiseCapacity(to: Self.capacity + apps)
    }

    /// Queues an entry; never blocks.
    func publish(_ entry: Entry) {
        thread.enqueue(entry, key: entry.app)
    }

    /// Waits until everything is written; false where that takes longer.
    func drain(timeout: Duration) -> Bool {
        thread.drain(timeout: timeout)
    }

    /// How many entries the reader did not take since that was last told.
    private final class Refused: Sendable {
        private let count = Mutex(0)

        func add(_ more: Int) {
            count.withLock { $0 += more }
        }

        func take() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }
}

extension Entry {
    /// How many lost entries this one tells of; nil where it tells of something else.
    fileprivate var lostCount: Int? {
        guard event == .entriesLost else { return nil }
        return details.first { $0.name == .lost }.flatMap { Int($0.value) }
    }
}
