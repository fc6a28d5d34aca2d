package import CellgateCore
package import Posix

/// A reader of entries, behind a thread of its own: one that stalls loses entries, which are
/// counted, and never holds up the daemon.
package final class EntrySink {
    private let thread: WriterThread<Entry>

    /// How many entries may wait for a reader. Some 4 MB; more than a snapshot of 1,000 apps.
    private static let capacity = 4_096

    /// - Parameters:
    ///   - reader: Named when entries were lost.
    ///   - losses: Told how many were.
    ///   - write: Writes one entry and may block; false where it could not.
    /// - Throws: ``SystemError`` where there are too many threads or descriptors.
    package init(
        reader: EntryReader, losses: LossReport<EntryReader>,
        write: @escaping @Sendable (Entry) -> Bool
    ) throws(SystemError) {
        thread = try WriterThread(
            capacity: Self.capacity,
            lost: { count in
                losses.add(count, of: reader)
                return nil
            },
            write: { entry in
                if !write(entry) { losses.add(1, of: reader) }
            })
    }

    /// Queues an entry; never blocks.
    package func publish(_ entry: Entry) {
        thread.enqueue(entry, key: entry.app)
    }

    /// Waits until everything is written; false where that takes longer.
    package func drain(timeout: Duration) -> Bool {
        thread.drain(timeout: timeout)
    }
}
