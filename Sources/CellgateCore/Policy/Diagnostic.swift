/// Something to say about a place in a configuration file.
package struct Diagnostic: Codable, Equatable, Sendable, CustomStringConvertible {
    /// How bad it is.
    package enum Severity: String, Codable, Sendable {
        /// The file's value is not used.
        case error
        /// It is left out of account, and the rest holds.
        case warning
    }

    package let severity: Severity
    /// The file's path as the reader gave it.
    package let file: String
    /// The line, from 1; nil where it is about the file as a whole.
    package let line: Int?
    /// The app whose file it is; nil for `cellgated.conf`, its drop-ins, and a file of `apps.d` whose
    /// name is no app's id.
    package let app: AppID?
    /// What is wrong, and what would be accepted.
    package let message: String

    package init(
        severity: Severity, file: String, line: Int?, app: AppID? = nil, message: String
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.app = app
        self.message = message
    }

    /// As compilers print it: `FILE:LINE: error: MESSAGE`, on one line whatever the file holds.
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(severity.rawValue): \(message)".asLine
    }
}
