/// What was published, and what holds it back.
struct Publication: Equatable, Sendable {
    /// The number of the last entry.
    var sequence: UInt64 = 0
    /// What the published entries come to; nil before the first.
    var published: Engine.Evaluated?
    /// 16 sets of changes at once, then one in each quarter of a second: a flapping interface does
    /// not flood the journal.
    var bucket = TokenBucket(capacity: 16, interval: .milliseconds(250))
    /// How many states came and went since the last set of changes without being published.
    var overtaken = 0
    /// What caused the first state that was held back.
    var withheldCause: Cause?
    /// What everybody is told who asks or has subscribed; nil before the first publication.
    var told: Told?
    /// The apps that were told to lack the permission since what they can reach last changed.
    var permissionRequired: Set<AppID> = []
    /// Whether the daemon can be asked on the bus, as it was told last; nil before.
    var bus: BusState?
    /// The status line that the service manager has.
    var status: String?
    /// The diagnostics that were published last.
    var diagnostics: [Diagnostic] = []
    /// The same for the records.
    var recordDiagnostics: [Diagnostic] = []

    /// The links that were told to look like modems, as long as they are there.
    var hinted: Set<LinkIndex> = []

    /// A fact that differs between what was published and what holds.
    enum Change: Equatable, Sendable {
        case path
        /// The app's permission; its state is what it is now.
        case permission(AppID, AppState)
        /// What the app can reach.
        case reach(AppID, AppState)
        /// The app is no longer in the table; its state is that of an undecided app.
        case removed(AppID, AppState)
    }

    /// What differs, the path first, then the apps in the order of their ids.
    static func changes(
        from old: Engine.Evaluated, to new: Engine.Evaluated, profile: Profile,
        radio: CellularRadio
    ) -> [Change] {
        var changes: [Change] = old.path == new.path ? [] : [.path]
        guard old.apps != new.apps else { return changes }
        let removed = old.apps.keys.filter { new.apps[$0] == nil }
        let touched = new.apps.filter { old.apps[$0.key] != $0.value }.keys + removed
        for app in touched.sorted() {
            guard let state = new.apps[app] else {
                let nobody = Permission(choice: .undecided, source: .default)
                changes.append(
                    .removed(app, AppState(nobody, on: new.path, under: profile, radio: radio)))
                continue
            }
            let before = old.apps[app]
            if !(before.map(state.hasSamePermission) ?? false) {
                changes.append(.permission(app, state))
            }
            if !(before.map(state.hasSameReach) ?? false) { changes.append(.reach(app, state)) }
        }
        return changes
    }
}
