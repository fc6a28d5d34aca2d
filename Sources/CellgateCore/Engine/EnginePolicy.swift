/// What the files say, taken over or refused as a whole.
extension Engine {
    /// Takes a reading of the files over.
    ///
    /// At the start an app whose file has an error is unavailable and the others run; only an
    /// unusable `cellgated.conf` ends the start (exit code 78). Later a reading with an error
    /// changes nothing, so that the settings and the table in force stay (R13).
    mutating func take(_ reading: PolicyReading, at now: Instant) -> [Directive] {
        let cause = pending.readingCause ?? .policy
        pending.readingCause = nil
        pending.causes.insert(cause)
        // A refresh that finds the same files says nothing of them (R71).
        let isAsked = cause == .start || cause == .reload
        let isNews = isAsked || reading.diagnostics != publication.diagnostics
        var directives: [Directive] = []
        if isNews {
            directives += reading.diagnostics.map { .publish(entry($0, cause: cause)) }
            publication.diagnostics = reading.diagnostics
        }
        let isUsable = cause == .start ? reading.configuration != nil : !reading.hasErrors
        guard isUsable, let configuration = reading.configuration else {
            return directives + (isNews ? refuse(cause: cause) : [])
        }
        let isNew = configuration != self.configuration || reading.table != table
        let isIntervalNew = configuration.snapshotInterval != self.configuration.snapshotInterval
        if configuration != self.configuration { markNetworkDirty(because: cause) }
        self.configuration = configuration
        if reading.table != table {
            table = reading.table
            clients.rematch(table)
            directives += followPackages(at: now)
        }
        pending.isPolicyDirty = true
        if cause != .start {
            if isNew || isAsked { directives.append(.publish(loadedEntry(cause: cause))) }
            if isIntervalNew { directives += armSnapshot(at: now) }
        }
        return directives
    }

    /// Takes the users' choices over; those in force stay where they could not be read.
    mutating func take(_ reading: RecordReading) -> [Directive] {
        let cause = Cause.allCases.first { pending.causes.contains($0) } ?? .policy
        var directives: [Directive] = []
        isReadingRecords = false
        // Who waits for the reading is answered at the end of this turn.
        if !pending.replies.isEmpty { pending.causes.insert(.request) }
        if reading.diagnostics != publication.recordDiagnostics {
            directives = reading.diagnostics.map { .publish(entry($0, cause: cause)) }
            publication.recordDiagnostics = reading.diagnostics
        }
        if let records = reading.records, records != self.records {
            self.records = records
            followRecordBound()
            pending.causes.insert(.policy)
            pending.isPolicyDirty = true
        }
        return directives
    }

    private mutating func refuse(cause: Cause) -> [Directive] {
        if cause == .start { return [.exit(code: 78)] }
        let message = "the files have errors; the settings and the policy table in force stay"
        return [
            .publish(entry(.configError, cause: cause, priority: .error, message: message))
        ]
    }

    mutating func entry(_ diagnostic: Diagnostic, cause: Cause) -> Entry {
        let details = diagnostic.app.map { [Entry.Field(.app, $0.rawValue)] } ?? []
        return entry(
            .configError, cause: cause,
            priority: diagnostic.severity == .error ? .error : .warning,
            message: diagnostic.description, details: details)
    }

    private mutating func loadedEntry(cause: Cause) -> Entry {
        entry(
            .configLoaded, cause: cause,
            message: "configuration loaded: \(appCount), profile \(configuration.profile.rawValue)")
    }

    /// `1 app`, `12 apps`.
    var appCount: String {
        knownApps == 1 ? "1 app" : "\(knownApps) apps"
    }

    /// How many apps there are, by files and records.
    package var knownApps: Int {
        table.apps.count + records.apps.keys.lazy.filter { table.apps[$0] == nil }.count
    }
}
