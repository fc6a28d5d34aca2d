/// What one reading of all configuration files came to.
package struct PolicyReading: Codable, Equatable, Sendable {
    /// The settings; nil where `cellgated.conf` or a drop-in has an error.
    package var configuration: Configuration?
    /// The apps; one whose file has an error stands as ``PolicyStanding/invalid``.
    package var table: PolicyTable
    /// In the order of files and lines.
    package var diagnostics: [Diagnostic]

    package init(configuration: Configuration?, table: PolicyTable, diagnostics: [Diagnostic]) {
        self.configuration = configuration
        self.table = table
        self.diagnostics = diagnostics
    }

    /// Whether a diagnostic is an error.
    package var hasErrors: Bool {
        diagnostics.contains { $0.severity == .error }
    }
}
