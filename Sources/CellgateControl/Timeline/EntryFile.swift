internal import CellgateCore
internal import CellgateRecording
internal import JSON
package import Posix

/// Reads entries from JSON lines, as `journalctl -o json` writes them, or those that a recording of
/// the daemon's leads to.
///
/// Source: the Journal JSON Format of systemd's "Journal Export Formats": a value is a string; an
/// array of bytes, where it is no text; an array of values, where the field stands more than once;
/// null, where it is too long.
package struct EntryFile {
    /// What the file is called in messages.
    private let name: String
    private let bytes: [UInt8]

    /// A file that cannot be read as entries.
    package struct Fault: Error, Equatable {
        /// The file, the line and what is wrong with it.
        package let message: String
    }

    /// 1 GiB: all of it is read at once.
    private static let greatestSize = 1 << 30
    /// Later than this are years of five digits, which nothing shows.
    static let latestTime: UInt64 = 253_402_300_800_000_000

    /// Reads a file.
    ///
    /// - Parameter path: `-` for standard input.
    package init(path: String) throws(SystemError) {
        guard path == "-" else {
            self.init(
                name: path, bytes: try TextFile.read(path: path, limit: Self.greatestSize))
            return
        }
        var bytes: [UInt8] = []
        while let more = StandardStreams.readAvailable(), bytes.count < Self.greatestSize {
            bytes += more
        }
        self.init(name: "standard input", bytes: bytes)
    }

    /// The contents of a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Hands on all entries of the daemon, in order; others are passed over.
    ///
    /// - Throws: ``Fault`` for a line that is no JSON object, and an entry without a time.
    package func read(_ take: (TimelineEntry) -> Void) throws(Fault) {
        if isRecording { return try replay(take) }
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else {
                continue
            }
            if let entry = try entry(Array(line), number) { take(entry) }
        }
    }

    /// Whether the first line that is not blank is the header of a recording.
    private var isRecording: Bool {
        let first = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first ?? []
        var reader = RecordingReader(Array(first), file: name)
        return (try? reader.next()) != nil
    }

    /// Hands on what a recording leads to, at the times of day that its header counts from.
    private func replay(_ take: (TimelineEntry) -> Void) throws(Fault) {
        var reader = RecordingReader(bytes, file: name)
        var replay = Replay()
        var begin: Int64?
        do throws(RecordingError) {
            while let line = try reader.next() {
                if case .header(let header) = line { begin = header.recorded }
                let entries = replay.take(line)
                guard let time = line.time(from: begin) else {
                    if entries.isEmpty { continue }
                    throw RecordingError(diagnostic: Self.timeless(name))
                }
                for entry in entries {
                    let values = Dictionary(
                        entry.fields.map { ($0.name.rawValue, $0.value) }
                    ) { first, _ in first }
                    if let entry = TimelineEntry(time: time, values) { take(entry) }
                }
            }
        } catch {
            throw Fault(message: "\(error.diagnostic)")
        }
    }

    private static func timeless(_ name: String) -> Diagnostic {
        Diagnostic(
            severity: .error, file: name, line: 1,
            message: "the header does not say when it was recorded: \"recorded\", microseconds "
                + "since 1970 UTC")
    }

    private func entry(_ line: [UInt8], _ number: Int) throws(Fault) -> TimelineEntry? {
        let object: JSONValue
        do throws(JSONError) {
            object = try JSONParser.parse(line)
        } catch {
            throw fault(number, error.message)
        }
        guard case .object = object else {
            throw fault(number, "expected an object, found \(object.kind)")
        }
        guard object[EntryField.event.rawValue] != nil else { return nil }
        guard let time = object["__REALTIME_TIMESTAMP"].flatMap(Self.text).flatMap(UInt64.init),
            time < Self.latestTime
        else {
            throw fault(
                number, "the entry has no time: __REALTIME_TIMESTAMP, microseconds since 1970 UTC")
        }
        var values: [String: String] = [:]
        for field in TimelineEntry.fieldNames {
            values[field] = object[field].flatMap(Self.text)
        }
        return TimelineEntry(time: time, values)
    }

    private func fault(_ line: Int, _ message: String) -> Fault {
        Fault(message: "\(name):\(line): \(message)")
    }

    /// A value as text; of several the first, and nil for what is too long.
    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .array(let elements):
            let bytes = elements.compactMap { element -> UInt8? in
                guard case .integer(let number) = element else { return nil }
                return UInt8(exactly: number)
            }
            if bytes.count == elements.count { return String(decoding: bytes, as: UTF8.self) }
            return elements.lazy.compactMap(text).first
        case .null, .bool, .real, .object: return nil
        }
    }
}

extension RecordingLine {
    /// The time of day of an input, in microseconds since 1970 UTC; nil for other lines, where the
    /// begin is not known, and for times that nothing shows.
    ///
    /// - Parameter begin: The time of day that times are counted from.
    fileprivate func time(from begin: Int64?) -> UInt64? {
        guard case .input(_, let time) = self, let begin else { return nil }
        let (seconds, attoseconds) = time.components
        let (microseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowsToo) = microseconds.addingReportingOverflow(
            attoseconds / 1_000_000_000_000)
        let (moment, overflowsLast) = sum.addingReportingOverflow(begin)
        guard !overflows, !overflowsToo, !overflowsLast, moment >= 0,
            moment < EntryFile.latestTime
        else { return nil }
        return UInt64(moment)
    }
}
