package import CellgateCore
internal import JSON
internal import Posix

/// Reads and writes the users' records in the state directory.
///
/// A store that is damaged at the start is set aside under another name, and one of a later version
/// is left as it is until the first write sets it aside: nothing is ever lost. One that is damaged
/// while the daemon runs stays until then, too, and so do the choices in force.
///
/// A write changes the records that have changed since the last reading or writing and leaves the
/// others as they are on disk, so that a file that was edited by hand, or could not be read once,
/// keeps what it holds.
///
/// The store locks the directory from the first reading, or from the first write where the
/// directory was missing or another daemon had it. Without the lock nothing is written or set
/// aside: of two daemons, one writes and both read.
package struct RecordStore: Sendable {
    private let directory: String
    private let path: String
    /// Whether a reading or writing came before.
    private var wasRead = false
    private var lock: DirectoryLock?
    /// The file as it was last read or written; empty where there was none.
    private var bytes: [UInt8] = []
    /// The records in force since, by which a write knows what has changed.
    private var records = RecordTable()
    /// The apps of a write that failed: the disk may have their old records or the new.
    private var unsettled: Set<AppID> = []

    /// - Parameter directory: The state directory; it need not exist.
    package init(directory: String) {
        self.directory = directory
        path = directory + "/" + Self.name
    }

    /// The usual state directory: what the service manager made (`$STATE_DIRECTORY`,
    /// systemd.exec(5)), else the user's own (`$XDG_STATE_HOME`, XDG Base Directory
    /// Specification); nil where neither is known.
    package static func usualDirectory(environment: (String) -> String?) -> String? {
        if let state = environment("STATE_DIRECTORY"), state.isAbsolutePath {
            // Several are separated by colons; the unit names one.
            return state.unicodeScalars.split(separator: ":").first.map { String($0) }
        }
        if let home = environment("XDG_STATE_HOME"), home.isAbsolutePath {
            return home + "/cellgate"
        }
        if let home = environment("HOME"), home.isAbsolutePath {
            return home + "/.local/state/cellgate"
        }
        return nil
    }

    /// Reads the records; none where there is no store yet.
    package mutating func read() -> RecordReading {
        defer { wasRead = true }
        // A daemon that only reads needs no lock, and another one's is no fault.
        _ = try? holdLock()
        let found: RecordsOnDisk
        do throws(SystemError) {
            found = try RecordsOnDisk.find(path: path)
        } catch {
            return RecordReading(
                records: nil, diagnostics: [diagnostic("it cannot be read: \(error.reason)")])
        }
        switch found {
        case .nothing:
            keep([], RecordTable())
            return RecordReading(records: RecordTable())
        case .records(let bytes, let records, let diagnostics):
            keep(bytes, records)
            return RecordReading(records: records, diagnostics: diagnostics)
        case .unusable(let unusable):
            let consequence = consequence(unusable)
            return RecordReading(
                records: nil,
                diagnostics: [
                    diagnostic(line: unusable.line, unusable.message + "; " + consequence)
                ])
        }
    }

    /// Writes the records, in a way that neither a power cut nor a killed daemon can tear or undo
    /// once it has returned.
    ///
    /// - Parameters:
    ///   - records: All records that are to be in force.
    ///   - apps: Those whose records are to be as `records` has them whatever is on disk by now.
    /// - Returns: What was set aside to make room.
    /// - Throws: ``RecordWriteError``, and then the records on disk are the old ones, but where the
    ///   disk failed in the very last step; the next write settles that.
    package mutating func write(
        _ records: RecordTable, changing apps: Set<AppID> = []
    ) throws(RecordWriteError) -> [Diagnostic] {
        let found: RecordsOnDisk
        do throws(SystemError) {
            try Directory.make(path: directory)
            try holdLock()
            found = try RecordsOnDisk.find(path: path)
        } catch {
            throw failure(error)
        }
        let changed = changes(to: records).union(apps)
        let bytes: [UInt8]
        do throws(JSONWritingError) {
            bytes = try RecordFile.encode(
                records, changed: changed, onto: found.bytes ?? self.bytes)
        } catch {
            throw RecordWriteError(path: path, reason: error.message)
        }
        unsettled = changed
        do throws(SystemError) {
            let diagnostics = try replace(found, by: bytes)
            keep(bytes, records)
            wasRead = true
            return diagnostics
        } catch {
            throw failure(error)
        }
    }

    private mutating func keep(_ bytes: [UInt8], _ records: RecordTable) {
        self.bytes = bytes
        self.records = records
        unsettled = []
    }

    /// The apps whose records are to be others than those last read or written.
    private func changes(to records: RecordTable) -> Set<AppID> {
        let apps = Set(self.records.apps.keys).union(records.apps.keys)
        return apps.filter { self.records.apps[$0] != records.apps[$0] }.union(unsettled)
    }

    /// Takes the directory's lock unless it is held.
    private mutating func holdLock() throws(SystemError) {
        if let lock, lock.isValid { return }
        lock = nil
        lock = try DirectoryLock(path: directory)
    }

    /// What becomes of a file that cannot be used and was read.
    private func consequence(_ unusable: UnusableFile) -> String {
        if case .future = unusable {
            return "its choices do not count, and it stays as it is"
        }
        if wasRead { return "the choices in force stay" }
        if lock == nil { return "its choices do not count" }
        do throws(SystemError) {
            let name = try setAside(unusable)
            return "it is kept as \(name), and the records begin anew"
        } catch {
            return "it cannot be set aside: \(error.reason); its choices do not count"
        }
    }

    /// Renames a file that cannot be used to the first free name, which it returns.
    private func setAside(_ unusable: UnusableFile) throws(SystemError) -> String {
        for number in 1...Self.greatestNumber {
            let name = "\(path).\(unusable.ending)-\(number)"
            guard try !Directory.entryExists(path: name) else { continue }
            try Directory.rename(path, toFree: name)
            return name
        }
        throw SystemError(
            operation: "rename", subject: "\(path).\(unusable.ending)-\(Self.greatestNumber)",
            code: SystemError.exists)
    }

    /// Puts the file in the place of what is there, and tells what was set aside.
    private func replace(
        _ found: RecordsOnDisk, by bytes: [UInt8]
    ) throws(SystemError) -> [Diagnostic] {
        guard case .unusable(let unusable) = found else {
            try DurableFile.write(bytes, directory: directory, name: Self.name)
            return []
        }
        var name: String?
        do throws(SystemError) {
            // Late, so that a full disk leaves it where it is.
            try DurableFile.write(bytes, directory: directory, name: Self.name) {
                () throws(SystemError) in name = try setAside(unusable)
            }
        } catch {
            // The new file may be in place; if not, what was there comes back.
            if let name, (try? Directory.entryExists(path: path)) == false {
                try? Directory.rename(name, to: path)
            }
            throw error
        }
        let kept = name.map { "; it is kept as \($0), and the choices in force are written anew" }
        return [diagnostic(line: unusable.line, unusable.message + (kept ?? ""))]
    }

    private func failure(_ error: SystemError) -> RecordWriteError {
        RecordWriteError(
            path: path,
            reason: error.isLockedElsewhere
                ? "another daemon has \(directory)" : error.description)
    }

    private func diagnostic(line: Int? = nil, _ message: String) -> Diagnostic {
        Diagnostic(severity: .error, file: path, line: line, message: message)
    }

    private static let name = "records.json"
    private static let greatestNumber = 100
}

/// Records that could not be written.
package struct RecordWriteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file that was to be written.
    package let path: String
    /// What went wrong, and with what, such as `create /s/.records.json.new: Read-only file system
    /// (EROFS)`.
    package let reason: String

    package var description: String { "\(path): \(reason)" }
}

extension String {
    /// Whether it begins with a slash, whatever follows that.
    fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}
