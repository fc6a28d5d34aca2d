/// What is told to whoever asks or has subscribed: what was published last, so that journal, replies
/// and signals tell the same story.
extension Engine {
    /// Everything about one app, known or not; nil before the first evaluation.
    package func report(of app: AppID) -> AppReport? {
        publication.told?.report(of: app)
    }

    /// Whether an app's file matches processes by their user's name.
    package var matchesUserNames: Bool {
        table.apps.values.contains { policy in
            policy.match.users.contains { UInt32($0) == nil }
        }
    }

    /// Everything about the device; nil before the first evaluation.
    package func deviceReport() -> DeviceReport? {
        var statistics = statistics
        statistics.set(.agents, to: agents.agents.count)
        statistics.set(
            .openPrompts, to: prompts.prompts.values.count(where: { $0.answer == nil }))
        return publication.told?.deviceReport(statistics)
    }

    /// The apps that reports are of, in the order of their ids.
    var toldApps: [AppID] { publication.told?.evaluated.apps.keys.sorted() ?? [] }

    /// Tells subscribers where advice has come to since they were told last.
    mutating func signalGuidance() -> [Directive] {
        guard let told = publication.told, told.guidance != guidance else { return [] }
        return signalSubscribers()
    }

    /// Tells subscribers what differs from what they were told last, once that is published.
    mutating func signalSubscribers() -> [Directive] {
        guard var told = Told(self) else { return [] }
        let before = publication.told
        if let before { told.keepStandings(of: before) }
        publication.told = told
        // What has changed of very many apps takes time to find.
        guard let before, clients.hasSubscribers || !publication.permissionRequired.isEmpty else {
            return []
        }
        let isSameDevice = told.isSameDevice(as: before)
        let changed = told.changedApps(from: before)
        if !isSameDevice || !changed.isEmpty {
            publication.permissionRequired = publication.permissionRequired.filter {
                before.evaluated.apps[$0] == told.evaluated.apps[$0]
                    && before.evaluated.path == told.evaluated.path
            }
        }
        // Apps that are not listed have advice, too, and only their own processes are told of it.
        guard
            !isSameDevice || !changed.isEmpty || clients.hasMovedSubscriber
                || told.guidance != before.guidance
        else { return [] }
        let subscribers = clients.subscribers
        var directives: [Directive] = []
        if !isSameDevice, !subscribers.isEmpty {
            let old = before.deviceReport(statistics)
            directives.append(
                .signal(
                    subscribers.map(\.id),
                    .device(from: old, to: told.deviceReport(statistics))))
        }
        let all = subscribers.filter { $0.scope == .all }.map(\.id)
        for app in all.isEmpty ? [] : changed {
            directives.append(
                .signal(all, .app(from: before.report(of: app), to: told.report(of: app))))
        }
        for (id, client, scope) in subscribers where scope == .own {
            guard let app = client.app else {
                if let left = client.toldApp { directives.append(.signal([id], .left(left))) }
                continue
            }
            let old = before.report(of: client.toldApp ?? app)
            let new = told.report(of: app)
            if client.toldApp != app || !new.hasSameFacts(as: old) {
                directives.append(.signal([id], .app(from: old, to: new)))
            }
        }
        clients.noteTold()
        for case .signal(let clients, _) in directives { statistics.count(.signals, clients.count) }
        return directives
    }
}

/// All that reports are made of, as it was when the last evaluation was published.
struct Told: Equatable, Sendable {
    let evaluated: Engine.Evaluated
    let generation: UInt64
    private(set) var standings: Standings
    let profile: Profile
    let radio: CellularRadio
    let table: PolicyTable
    let records: RecordTable
    let hasErrorsInFiles: Bool
    let networkProbeURL: String
    let guidance: [AppID: Guidance]
    let settingsCommand: [String]
    let simulation: [String]

    /// What the engine knows; nil before the first evaluation, or where the last is not published.
    init?(_ engine: Engine) {
        guard let evaluated = engine.evaluated, engine.publication.published == evaluated else {
            return nil
        }
        self.evaluated = evaluated
        generation = engine.generation
        standings = engine.standings
        profile = engine.configuration.profile
        radio = engine.radioInForce
        table = engine.table
        records = engine.recordsInForce
        hasErrorsInFiles = engine.hasErrorsInFiles
        networkProbeURL = engine.configuration.firstUse.networkProbeURL
        guidance = engine.guidance
        settingsCommand = engine.configuration.firstUse.settingsCommand
        simulation = engine.simulation?.lines ?? []
    }

    func report(of app: AppID) -> AppReport {
        let policy = table.apps[app]
        var isLocked = false
        if case .choice(_, _, isLocked: true)? = policy?.standing { isLocked = true }
        var report = AppReport(
            app: app, name: policy?.name, state: evaluated.apps[app] ?? strangerState,
            isLocked: isLocked, decided: records.apps[app]?.changed, path: evaluated.path,
            generation: generation, standing: standings.apps[app] ?? standings.path)
        report.isListed = evaluated.apps[app] != nil
        report.guidance = guidance[app]?.state ?? .none
        return report
    }

    /// What came and went without being published has not begun anything anew.
    mutating func keepStandings(of old: Told) {
        guard standings != old.standings else { return }
        if evaluated.path == old.evaluated.path { standings.path = old.standings.path }
        for (app, standing) in old.standings.apps
        where evaluated.apps[app]?.availability == old.evaluated.apps[app]?.availability {
            standings.apps[app] = standing
        }
    }

    /// The state of an app that neither files nor records name.
    private var strangerState: AppState {
        AppState(Permission(nil, record: nil), on: evaluated.path, under: profile, radio: radio)
    }

    func deviceReport(_ statistics: Statistics) -> DeviceReport {
        var report = DeviceReport(
            path: evaluated.path, profile: profile, radio: radio, generation: generation,
            apps: Dictionary(grouping: evaluated.apps.values, by: \.availability)
                .mapValues(\.count),
            standing: standings.path, statistics: statistics,
            hasErrorsInFiles: hasErrorsInFiles, settingsCommand: settingsCommand)
        report.networkProbeURL = networkProbeURL
        report.simulation = simulation
        return report
    }

    /// Whether the same is told of the device, but for counts, and since when.
    func isSameDevice(as old: Told) -> Bool {
        evaluated.path == old.evaluated.path && profile == old.profile && radio == old.radio
            && hasErrorsInFiles == old.hasErrorsInFiles && networkProbeURL == old.networkProbeURL
            && settingsCommand == old.settingsCommand && simulation == old.simulation
    }

    /// The apps of which something else is told, in the order of their ids.
    func changedApps(from old: Told) -> [AppID] {
        guard
            evaluated != old.evaluated || table != old.table || records != old.records
                || guidance != old.guidance
        else { return [] }
        return Set(evaluated.apps.keys).union(old.evaluated.apps.keys).filter {
            !report(of: $0).hasSameFacts(as: old.report(of: $0))
        }.sorted()
    }
}

/// Since when the path and each app are as they are.
struct Standings: Equatable, Sendable {
    var path = AppReport.Standing(since: .zero, cause: .start)
    var apps: [AppID: AppReport.Standing] = [:]

    /// Notes what an evaluation changed.
    mutating func note(
        from old: Engine.Evaluated?, to new: Engine.Evaluated, _ standing: AppReport.Standing
    ) {
        if old?.path != new.path { path = standing }
        guard old?.apps != new.apps else { return }
        for app in apps.keys where new.apps[app] == nil { apps[app] = nil }
        for (app, state) in new.apps where old?.apps[app]?.availability != state.availability {
            apps[app] = standing
        }
    }
}

/// What a subscriber is told.
package enum Signal: Equatable, Sendable {
    case device(from: DeviceReport, to: DeviceReport)
    case app(from: AppReport, to: AppReport)
    /// Its process belongs to no app any more, and did to this one.
    case left(AppID)
}
