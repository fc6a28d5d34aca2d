package import CellgateCore
package import JSON

/// The form of the records on disk: a JSON object with the form's version and a record an app.
///
/// ```json
/// {"version": 1,
///  "apps": {"org.example.Maps": {"choice": "wifiOnly", "asked": true, "changed": 1764520000000000}}}
/// ```
///
/// `asked` and `changed` (microseconds since 1970 in UTC) may be missing. Members that this program
/// does not know mean nothing to it, and stay.
package enum RecordFile {
    /// The version of the form that this program writes and reads.
    package static let version: Int64 = 1

    /// What a file's bytes are worth.
    package enum Contents: Equatable, Sendable {
        /// The records, and what is wrong with single ones.
        case records(RecordTable, [Diagnostic])
        /// A later version wrote it; it has to stay as it is.
        case future(version: Int64)
        /// It is none, and where that shows.
        case damaged(line: Int?, message: String)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - path: Where it is, for diagnostics.
    package static func decode(_ bytes: [UInt8], path: String) -> Contents {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONParser.parse(bytes)
        } catch {
            return .damaged(line: error.line, message: error.message)
        }
        guard case .integer(let version)? = document["version"], version >= 1 else {
            return .damaged(line: nil, message: "it has no \"version\" that is a whole number")
        }
        guard version <= Self.version else { return .future(version: version) }
        guard case .object(let apps)? = document["apps"] else {
            return .damaged(line: nil, message: "it has no \"apps\" that is an object")
        }
        var records = RecordTable()
        var diagnostics: [Diagnostic] = []
        for (name, record) in apps.sorted(by: { $0.key < $1.key }) {
            guard let app = AppID(fileName: Array((name.text + ".conf").utf8)) else {
                diagnostics.append(
                    Diagnostic(
                        severity: .error, file: path, line: nil,
                        message: "\(JSONText.quote(name.text)) cannot be an app's id; left out"))
                continue
            }
            records.apps[app] = self.record(record) { severity, message in
                diagnostics.append(
                    Diagnostic(
                        severity: severity, file: path, line: nil, app: app, message: message))
            }
        }
        return .records(records, diagnostics)
    }

    /// A record, and what is wrong with it.
    private static func record(
        _ value: JSONValue, report: (Diagnostic.Severity, String) -> Void
    ) -> Record {
        var record = Record(choice: nil)
        if case .string(let text)? = value["choice"] { record.choice = Choice(rawValue: text) }
        if record.choice == nil {
            let accepted = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            report(
                .error,
                "\"choice\" is \(shown(value["choice"])), but may be: \(accepted); "
                    + "the app is unavailable")
        }
        switch value["asked"] {
        case .bool(let isAsked)?: record.isAsked = isAsked
        case nil: break
        case let other?:
            report(
                .warning,
                "\"asked\" is \(shown(other)), but may be: true, false")
        }
        switch value["changed"] {
        case .integer(let microseconds)? where microseconds >= 0:
            record.changed = WallTime(microseconds: microseconds)
        case nil: break
        case let other?:
            report(
                .warning,
                "\"changed\" is \(shown(other)), but may be: the microseconds since 1970, "
                    + "a whole number that is not negative")
        }
        return record
    }

    private static func shown(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): JSONText.quote(text)
        case let other?: other.kind
        case nil: "nothing"
        }
    }

    /// Writes a file: records that have changed, and for all others what an older file holds.
    ///
    /// What stays of the older file stays as it is: invalid choices, names that are no app's id,
    /// members that this program does not know.
    ///
    /// - Parameters:
    ///   - records: The records, of which those in `changed` count. One without a choice keeps the
    ///     invalid one that the older file has.
    ///   - changed: The apps whose records are written anew, or left out where there is none.
    ///   - older: The bytes of the older file; anything else than records counts as none.
    /// - Throws: ``JSONWritingError`` where an app's id cannot stand in JSON.
    package static func encode(
        _ records: RecordTable, changed: Set<AppID>, onto older: [UInt8]
    ) throws(JSONWritingError) -> [UInt8] {
        var document: [JSONName: JSONValue] = [:]
        var apps: [JSONName: JSONValue] = [:]
        if let value = try? JSONParser.parse(older), case .object(let members) = value {
            document = members
            if case .object(let members)? = value["apps"] { apps = members }
        }
        for app in changed {
            let name = JSONName(app.rawValue)
            let old = apps[name]
            apps[name] = records.apps[app].map { .object(members(of: $0, onto: old)) }
        }
        document["version"] = .integer(version)
        document["apps"] = .object(apps)
        return try JSONWriter.write(.object(document))
    }

    private static func members(of record: Record, onto old: JSONValue?) -> [JSONName: JSONValue] {
        var members: [JSONName: JSONValue] = [:]
        members["choice"] = record.choice.map { .string($0.rawValue) } ?? old?["choice"]
        if record.isAsked { members["asked"] = .bool(true) }
        if let changed = record.changed { members["changed"] = .integer(changed.microseconds) }
        return members
    }
}
