/// What is told, to whom and when.
extension Engine {
    /// Publishes what the evaluation in force changed, and what was asked for.
    mutating func publish(at now: Instant) -> [Directive] {
        guard let evaluated else { return [] }
        let cause = firstCause
        var directives: [Directive] = []
        if let published = publication.published {
            directives += publishChanges(from: published, to: evaluated, cause: cause, at: now)
            if let snapshot = pending.snapshot {
                directives += snapshotEntries(of: evaluated, cause: snapshot).map { .publish($0) }
            }
            directives += publishStatus(of: evaluated)
            if pending.isReloading { directives.append(.notify(.ready)) }
        } else {
            directives.append(.publish(startedEntry(of: evaluated)))
            directives += snapshotEntries(of: evaluated, cause: .start).map { .publish($0) }
            directives += publishStatus(of: evaluated) + [.serve, .notify(.ready)]
            directives += armSnapshot(at: now)
            publication.published = evaluated
        }
        return directives
    }

    /// Publishes each change once, or holds the set back where too many came before it.
    private mutating func publishChanges(
        from published: Evaluated, to evaluated: Evaluated, cause: Cause, at now: Instant
    ) -> [Directive] {
        let changes = Publication.changes(
            from: published, to: evaluated, profile: configuration.profile, radio: radioInForce)
        // What somebody asked for is not held back.
        let isAsked =
            pending.snapshot != nil || pending.isReloading || pending.causes.contains(.decision)
            || simulation?.isDirty == true
        if !changes.isEmpty, !isAsked, let next = publication.bucket.take(at: now) {
            publication.withheldCause = publication.withheldCause ?? cause
            return [.arm(.publication, at: next)]
        }
        let first = cause == .timer ? publication.withheldCause ?? cause : cause
        var directives = publish(changes, to: evaluated, cause: first)
        if pending.snapshot == .refresh {
            directives.append(.publish(refreshEntry(changes: changes.count)))
        }
        return directives
    }

    /// Publishes at the end what was held back, so that the last state always arrives.
    mutating func publishWithheld() -> [Directive] {
        guard let evaluated, let published = publication.published else { return [] }
        let changes = Publication.changes(
            from: published, to: evaluated, profile: configuration.profile, radio: radioInForce)
        return publish(changes, to: evaluated, cause: publication.withheldCause ?? .network)
    }

    private mutating func publish(
        _ changes: [Publication.Change], to evaluated: Evaluated, cause: Cause
    ) -> [Directive] {
        guard !changes.isEmpty else { return [] }
        let merged = publication.overtaken
        statistics.count(.changesMerged, merged)
        publication.overtaken = 0
        publication.withheldCause = nil
        publication.published = evaluated
        return changes.map { .publish(entry($0, of: evaluated, cause: cause, merged: merged)) }
    }

    /// Whether the files, as they were last read, have errors.
    var hasErrorsInFiles: Bool {
        publication.diagnostics.contains { $0.severity == .error }
    }

    private mutating func publishStatus(of evaluated: Evaluated) -> [Directive] {
        var status = Self.status(of: evaluated)
        if hasErrorsInFiles { status += "; the files have errors" }
        if isSimulating { status += " (simulated)" }
        guard status != publication.status else { return [] }
        publication.status = status
        return [.notify(.status(status))]
    }

    /// `wifi via wlan0; 12 apps: 9 available, 3 without mobile data`.
    static func status(of evaluated: Evaluated) -> String {
        let count = evaluated.apps.count
        guard count > 0 else { return "\(evaluated.path.summary); no apps" }
        let tally = Dictionary(grouping: evaluated.apps.values, by: \.availability)
        let parts = Availability.allCases.compactMap { availability in
            tally[availability].map { "\($0.count) \(availability.statusWord)" }
        }
        let noun = count == 1 ? "app" : "apps"
        return "\(evaluated.path.summary); \(count) \(noun): \(parts.joined(separator: ", "))"
    }

    // MARK: Entries

    /// The next entry.
    mutating func entry(
        _ event: EntryEvent, cause: Cause, priority: Entry.Priority = .notice, message: String,
        details: [Entry.Field] = []
    ) -> Entry {
        publication.sequence += 1
        // Whatever it tells of, it may be caused by what is simulated (R83).
        let mark = simulation == nil ? [] : [Entry.Field(.simulated, "1")]
        return Entry(
            event: event, sequence: publication.sequence, generation: generation, cause: cause,
            priority: priority, message: message, details: details + mark)
    }

    private mutating func entry(
        _ change: Publication.Change, of evaluated: Evaluated, cause: Cause, merged: Int
    ) -> Entry {
        let path = evaluated.path
        let mark = merged > 0 ? [Entry.Field(.merged, String(merged))] : []
        switch change {
        case .path:
            return entry(
                .pathChanged, cause: cause, message: path.sentence, details: path.fields + mark)
        case .permission(let app, let state):
            return entry(
                .restrictionChanged, cause: cause, message: state.permissionSentence(of: app),
                details: state.fields(of: app) + path.fields + mark)
        case .removed(let app, let state):
            return entry(
                .restrictionChanged, cause: cause,
                message: "\(app): no longer in the policy table, so not decided",
                details: state.fields(of: app) + path.fields + mark)
        case .reach(let app, let state):
            return entry(
                .appChanged, cause: cause, message: state.reachSentence(of: app, on: path),
                details: state.fields(of: app) + path.fields + mark)
        }
    }

    /// One entry for the path, and one for each app in the order of their ids.
    private mutating func snapshotEntries(of evaluated: Evaluated, cause: Cause) -> [Entry] {
        let path = evaluated.path
        var entries = [
            entry(
                .snapshot, cause: cause, priority: .info, message: path.sentence,
                details: path.fields)
        ]
        for (app, state) in evaluated.apps.sorted(by: { $0.key < $1.key }) {
            entries.append(
                entry(
                    .snapshot, cause: cause, priority: .info,
                    message: state.reachSentence(of: app, on: path),
                    details: state.fields(of: app) + path.fields))
        }
        return entries
    }

    private mutating func startedEntry(of evaluated: Evaluated) -> Entry {
        entry(
            .started, cause: .start,
            message: "cellgated \(version) started: \(appCount), "
                + "profile \(configuration.profile.rawValue)")
    }

    private mutating func refreshEntry(changes: Int) -> Entry {
        var outcome = changes == 0 ? "nothing changed" : "\(changes) changed"
        if hasErrorsInFiles { outcome += "; the files have errors" }
        return entry(
            .refresh, cause: .refresh, message: "files and network read anew: \(outcome)",
            details: [Entry.Field(.changed, String(changes))])
    }

    /// Tells how many entries a reader did not get.
    mutating func entriesLostEntry(_ count: Int, _ reader: EntryReader) -> Entry {
        let what =
            switch (reader, count) {
            case (.recording, 1): "1 input was lost"
            case (.recording, _): "\(count) inputs were lost"
            case (_, 1): "1 entry was lost"
            default: "\(count) entries were lost"
            }
        return entry(
            .entriesLost, cause: .timer, priority: .warning,
            message: "\(what): \(reader.rawValue) did not take \(count == 1 ? "it" : "them")",
            details: [Entry.Field(.lost, String(count))])
    }

    /// Tells that messages of the kernel were lost and how often, or that it gave no answer.
    mutating func resyncEntry(_ losses: ResyncThrottle.Losses) -> Entry {
        var causes: [String] = []
        if losses.overruns > 0 { causes.append("\(losses.overruns) overrun") }
        if losses.undecodable > 0 { causes.append("\(losses.undecodable) undecodable") }
        if let failure = losses.failure { causes.append(failure) }
        return entry(
            .netlinkResync, cause: .network, priority: .warning,
            message: "messages of the kernel were lost (\(causes.joined(separator: ", "))); "
                + "links, addresses and routes are read anew",
            details: [Entry.Field(.lost, String(losses.overruns + losses.undecodable))])
    }
}

extension Availability {
    /// What the status line says of apps in this state.
    fileprivate var statusWord: String {
        switch self {
        case .available: "available"
        case .notAvailable: "offline"
        case .cellularDenied: "without mobile data"
        case .wifiDenied: "without any network"
        case .undecided: "undecided"
        case .invalid: "invalid"
        }
    }
}
