internal import CellgateCore
internal import Posix
internal import Synchronization
internal import Systemd

/// Where entries go: the journal or standard error, and JSON lines to standard output where they
/// are wanted.
final class Output {
    private var sinks: [EntrySink] = []

    /// - Parameters:
    ///   - losses: Told of entries that a reader did not get.
    /// - Throws: ``SystemError`` where there are too many threads or descriptors.
    init(
        writesJournal: Bool, writesJSON: Bool, losses: LossReport<EntryReader>
    ) throws(SystemError) {
        if writesJournal {
            sinks.append(
                try EntrySink(reader: .journal, losses: losses) { entry in
                    let fields = entry.fields.map {
                        (name: $0.name.rawValue, value: Array($0.value.utf8))
                    }
                    do throws(SystemError) {
                        try Journal.send(fields)
                        return true
                    } catch {
                        return false
                    }
                })
        } else {
            let text = ReadableText(
                isColoured: Terminal.isTerminal(2)
                    && (Environment.value("NO_COLOR") ?? "").isEmpty)
            sinks.append(
                try Self.lines(to: 2, .standardError, losses) { text.line(for: $0) })
        }
        if writesJSON {
            sinks.append(try Self.lines(to: 1, .standardOutput, losses) { $0.json })
        }
    }

    /// Makes room for a snapshot of this many apps.
    func makeRoom(apps: Int) {
        for sink in sinks { sink.makeRoom(apps: apps) }
    }

    /// Hands an entry to every reader.
    func publish(_ entry: Entry) {
        for sink in sinks { sink.publish(entry) }
    }

    /// Waits until every reader has everything, but no longer than `timeout` for each.
    func drain(timeout: Duration) {
        for sink in sinks { _ = sink.drain(timeout: timeout) }
    }

    private static func lines(
        to descriptor: Int32, _ reader: EntryReader, _ losses: LossReport<EntryReader>,
        format: @escaping @Sendable (Entry) -> String
    ) throws(SystemError) -> EntrySink {
        let stream = StreamWriter(descriptor: descriptor)
        // Used by the sink's thread alone, but the compiler cannot know.
        let writer = Mutex(LineWriter { bytes throws(SystemError) in try stream.write(bytes) })
        return try EntrySink(reader: reader, losses: losses) { entry in
            writer.withLock { $0.writeLine(format(entry)) }
        }
    }
}
