/// The users' records, one independent record an app (R9).
package struct RecordTable: Codable, Equatable, Sendable {
    package var apps: [AppID: Record]

    package init(apps: [AppID: Record] = [:]) {
        self.apps = apps
    }
}

/// What is kept of a user's decision about one app.
package struct Record: Codable, Hashable, Sendable {
    /// The user's choice; undecided where the user was asked and has not answered; nil where the
    /// stored value is none of the enumeration (R13).
    package var choice: Choice?
    /// Whether the user was asked: that happens once in a record's life (R15).
    package var isAsked: Bool
    /// When the record was last changed; nil where that is not known.
    package var changed: WallTime?

    package init(choice: Choice?, isAsked: Bool = false, changed: WallTime? = nil) {
        self.choice = choice
        self.isAsked = isAsked
        self.changed = changed
    }
}

/// What one reading of the records came to.
package struct RecordReading: Codable, Equatable, Sendable {
    /// The records; nil where they could not be read, and then those in force stay.
    package var records: RecordTable?
    /// What is wrong, in the order of the file.
    package var diagnostics: [Diagnostic]

    package init(records: RecordTable?, diagnostics: [Diagnostic] = []) {
        self.records = records
        self.diagnostics = diagnostics
    }
}
