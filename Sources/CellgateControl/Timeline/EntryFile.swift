internal import CellgateCore
internal import JSON
package import Posix

/// Reads entries from JSON lines, as `journalctl -o json` and cellgated write them.
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
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else {
                continue
            }
            if let entry = try entry(Array(line), number) { take(entry) }
        }
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
