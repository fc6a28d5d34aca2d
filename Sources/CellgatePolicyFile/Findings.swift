internal import CellgateCore

/// The diagnostics of one file, of which there is only so much to say.
struct Findings {
    /// How many are kept before the rest is cut; a file that is none of ours has one a line.
    static let limit = 50

    private let file: String
    private let app: AppID?
    private var kept: [Diagnostic] = []
    private var omittedWarnings = 0
    private var isCut = false

    /// - Parameter app: the app whose file it is, if any.
    init(file: String, app: AppID? = nil) {
        self.file = file
        self.app = app
    }

    private(set) var hasErrors = false

    /// Whether enough is said: the file is in error, and no more would be kept.
    var areExhausted: Bool { hasErrors && kept.count >= Self.limit }

    /// Adds an error; without a line it is about the whole file.
    mutating func error(line: Int? = nil, _ message: String) {
        hasErrors = true
        add(.error, line, message)
    }

    /// Adds a warning; without a line it is about the whole file. Past the limit it is counted, and
    /// its text is not even made.
    mutating func warning(line: Int? = nil, _ message: @autoclosure () -> String) {
        if kept.count < Self.limit {
            add(.warning, line, message())
        } else {
            omittedWarnings += 1
        }
    }

    /// Notes that the rest of the file was not read, since they are exhausted.
    mutating func cut() {
        isCut = true
    }

    /// All in the order of lines, those of the whole file first; and at the end what was left out.
    var diagnostics: [Diagnostic] {
        let ordered = kept.enumerated().sorted { left, right in
            (left.element.line ?? 0, left.offset) < (right.element.line ?? 0, right.offset)
        }
        var all = ordered.map(\.element)
        if omittedWarnings > 0 {
            all.append(diagnostic(.warning, nil, "\(omittedWarnings) more warnings are left out"))
        }
        if isCut {
            all.append(diagnostic(.error, nil, "too many faults; the rest of the file is not read"))
        }
        return all
    }

    private mutating func add(_ severity: Diagnostic.Severity, _ line: Int?, _ message: String) {
        kept.append(diagnostic(severity, line, message))
    }

    private func diagnostic(
        _ severity: Diagnostic.Severity, _ line: Int?, _ message: String
    ) -> Diagnostic {
        Diagnostic(severity: severity, file: file, line: line, app: app, message: message)
    }
}
