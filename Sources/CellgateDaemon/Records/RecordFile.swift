package import CellgateCore
internal import JSON

/// The form of the records on disk: a JSON object with the form's version and the apps' choices.
///
/// ```json
/// {"version": 1, "apps": {"org.example.Maps": {"choice": "wifiOnly"}}}
/// ```
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
            let choice = choice(of: record)
            records.choices[app] = .some(choice)
            if choice == nil {
                diagnostics.append(
                    Diagnostic(
                        severity: .error, file: path, line: nil, app: app,
                        message: invalid(record["choice"])))
            }
        }
        return .records(records, diagnostics)
    }

    private static func choice(of record: JSONValue) -> Choice? {
        guard case .string(let text)? = record["choice"] else { return nil }
        return Choice(rawValue: text)
    }

    private static func invalid(_ value: JSONValue?) -> String {
        let shown =
            switch value {
            case .string(let text): JSONText.quote(text)
            case let other?: other.kind
            case nil: "nothing"
            }
        let accepted = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return "\"choice\" is \(shown), but may be: \(accepted); the app is unavailable"
    }
}
