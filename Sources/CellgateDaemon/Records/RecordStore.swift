package import CellgateCore
internal import Posix

/// Reads the users' choices from the state directory.
///
/// A store that is damaged at the start is set aside under another name, and one of a later version
/// is left as it is: nothing is ever lost. One that is damaged while the daemon runs stays, too, and
/// so do the choices in force.
package struct RecordStore {
    private let directory: String
    /// Whether a reading came before.
    private var wasRead = false

    /// - Parameter directory: The state directory; it need not exist.
    package init(directory: String) {
        self.directory = directory
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
        let path = directory + "/records.json"
        guard Directory.entryExists(path: path) else {
            return RecordReading(records: RecordTable())
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try TextFile.read(path: path, limit: Self.greatestSize)
        } catch {
            return RecordReading(
                records: nil, diagnostics: [diagnostic(path, "it cannot be read: \(error.reason)")])
        }
        switch RecordFile.decode(bytes, path: path) {
        case .records(let records, let diagnostics):
            return RecordReading(records: records, diagnostics: diagnostics)
        case .future(let version):
            let message =
                "its version is \(version), but this program reads \(RecordFile.version); "
                + "its choices do not count, and it stays as it is"
            return RecordReading(records: nil, diagnostics: [diagnostic(path, message)])
        case .damaged(let line, let message):
            return RecordReading(
                records: nil,
                diagnostics: [diagnostic(path, line: line, message + "; " + consequence(path))])
        }
    }

    /// What becomes of a damaged store.
    private func consequence(_ path: String) -> String {
        wasRead ? "the choices in force stay" : setAside(path)
    }

    /// Renames a damaged store to the first free name, and says so.
    private func setAside(_ path: String) -> String {
        for number in 1...Self.greatestNumber {
            let name = "\(path).damaged-\(number)"
            guard !Directory.entryExists(path: name) else { continue }
            do throws(SystemError) {
                try Directory.rename(path, to: name)
                return "it is kept as \(name), and the records begin anew"
            } catch {
                return "it cannot be set aside: \(error.reason); its choices do not count"
            }
        }
        return "there are \(Self.greatestNumber) damaged ones already; its choices do not count"
    }

    private func diagnostic(_ path: String, line: Int? = nil, _ message: String) -> Diagnostic {
        Diagnostic(severity: .error, file: path, line: line, message: message)
    }

    private static let greatestSize = 64 << 20
    private static let greatestNumber = 100
}

extension String {
    /// Whether it begins with a slash, whatever follows that.
    fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}
