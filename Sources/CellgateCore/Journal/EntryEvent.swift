/// What an entry of the journal is about: the value of `CELLGATE_EVENT`.
package enum EntryEvent: String, CaseIterable, Sendable {
    /// The daemon is up and has evaluated once.
    case started
    /// The device's network path is another one.
    case pathChanged = "path-changed"
    /// What an app may do, or can do now, is another thing.
    case appChanged = "app-changed"
    /// An app's permission to use mobile data is another one, whatever the path.
    case restrictionChanged = "restriction-changed"
    /// A request of an app failed because the app may not use mobile data.
    case permissionRequired = "permission-required"
    /// The user is asked whether an app may use mobile data.
    case promptRequested = "prompt-requested"
    /// The user has answered.
    case promptAnswered = "prompt-answered"
    /// Somebody waits for an answer that has not come.
    case promptWaiting = "prompt-waiting"
    /// Advice to change an app's choice is due, shown, or over.
    case guidanceChanged = "guidance-changed"
    /// An app's probe of its permission came to its end.
    case probeFinished = "probe-finished"
    /// Probes or advice come to less than they did.
    case measuresWarning = "measures-warning"
    /// Something is simulated from now on, or the simulation is over.
    case simulationChanged = "simulation-changed"
    /// Policy and network were read again on request.
    case refresh
    /// The state of the path or of one app, without a change.
    case snapshot
    /// Configuration and policy were read and are in force.
    case configLoaded = "config-loaded"
    /// A configuration or policy file has an error.
    case configError = "config-error"
    /// A link that looks like Ethernet may be a modem, and nobody says so.
    case interfaceHint = "interface-hint"
    /// The kernel's events were incomplete, and the network was read anew.
    case netlinkResync = "netlink-resync"
    /// The daemon can be asked on D-Bus, or cannot any more.
    case busChanged = "bus-changed"
    /// Entries did not reach the journal.
    case entriesLost = "entries-lost"
    /// The daemon ends.
    case stopped

    /// The entry's `MESSAGE_ID`: 128 bits as 32 lower-case hexadecimal digits, drawn at random and
    /// never changed, so that queries and the texts of the catalog stay valid
    /// (`systemd/cellgate.catalog`; systemd.journal-fields(7)).
    package var messageID: String {
        switch self {
        case .started: "7e6662c4def04f109fad1d2e690851ea"
        case .pathChanged: "299dc1d0130f442bab9aa7a557e9e6ae"
        case .appChanged: "3d871cde39a34b3b8073f288719a54ad"
        case .restrictionChanged: "9d404032e65c47c6be4b91950ee78064"
        case .permissionRequired: "9e37e58c2b6c423c81d43dc97e1805a7"
        case .promptRequested: "93326d717adb4bcb930c06d28fa37d37"
        case .promptAnswered: "ac9e3552d836477da585861887f8d503"
        case .promptWaiting: "5b93a3d188e24fac995c5f7993fc3d70"
        case .guidanceChanged: "2b919c3ed1314dcfae9f9fdba98c96c4"
        case .probeFinished: "8cc23591d2194583abce4e2c6d539046"
        case .measuresWarning: "63d234fba9f5479e9398397d23adf223"
        case .simulationChanged: "f2f456262d8b4d6f955655974ef74fec"
        case .refresh: "584d51b726d34b34bb812b38e92a0b92"
        case .snapshot: "db0bfcb7ad834252b0b15cdd1faf3526"
        case .configLoaded: "e04b3c41353b4adebc48cc5c5db4639c"
        case .configError: "c89aa95439ee4de2b6b050e2b63e6603"
        case .interfaceHint: "a2b94bc393d94e948bc69669ee8cd55a"
        case .netlinkResync: "499916d44cc5410c8cc01ca3419cbb9b"
        case .busChanged: "6a96b17ca4544573a17f4a9b176ca61b"
        case .entriesLost: "819edfdd0ba0464eb2c79ab0eef17ed5"
        case .stopped: "02e0eb6cd8074b95abdcca94cf72b63a"
        }
    }
}
