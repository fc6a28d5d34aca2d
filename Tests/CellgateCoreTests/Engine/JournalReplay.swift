import CellgateCore

/// The state as somebody knows it who reads nothing but the journal: a snapshot, and the changes
/// after it.
struct JournalReplay: Equatable {
    /// The path's fields.
    private(set) var path: [Entry.Field] = []
    /// Each app's fields.
    private(set) var apps: [String: [Entry.Field]] = [:]

    mutating func read(_ entry: Entry) {
        let appNames: Set<EntryField> = [
            .app, .restrictedState, .unknownReason, .choice, .choiceSource, .available, .reason,
        ]
        let rest = entry.details.filter {
            !appNames.contains($0.name) && ![.merged, .simulated].contains($0.name)
        }
        switch entry.event {
        case .pathChanged:
            path = rest
        case .snapshot, .appChanged, .restrictionChanged:
            path = rest
            if let app = entry.app {
                apps[app] = entry.details.filter { appNames.contains($0.name) }
            }
        case .started, .refresh, .configLoaded, .configError, .interfaceHint, .netlinkResync,
            .entriesLost, .stopped, .permissionRequired, .busChanged, .promptRequested,
            .promptAnswered, .promptWaiting, .guidanceChanged, .probeFinished, .measuresWarning,
            .simulationChanged:
            break
        }
    }
}
