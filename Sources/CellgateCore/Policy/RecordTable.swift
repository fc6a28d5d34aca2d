/// The users' choices, one independent record an app (R9).
package struct RecordTable: Equatable, Sendable {
    /// The user's choice for each app that has one; nil where the stored value is none of the
    /// enumeration (R13).
    package var choices: [AppID: Choice?]

    package init(choices: [AppID: Choice?] = [:]) {
        self.choices = choices
    }
}

/// What one reading of the records came to.
package struct RecordReading: Equatable, Sendable {
    /// The records; nil where they could not be read, and then those in force stay.
    package var records: RecordTable?
    /// What is wrong, in the order of the file.
    package var diagnostics: [Diagnostic]

    package init(records: RecordTable?, diagnostics: [Diagnostic] = []) {
        self.records = records
        self.diagnostics = diagnostics
    }
}
