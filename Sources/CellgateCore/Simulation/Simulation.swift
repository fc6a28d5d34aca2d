/// What is simulated, beside what is so; never stored, so that a restart ends it (R83).
///
/// While it lasts, prompts, advice and records of apps may be simulated. What was there before is
/// put aside, goes on by what is so, and comes back.
struct Simulation: Equatable, Sendable {
    /// The device's path; nil where it is the kernel's.
    var path: SimulatedPath?
    /// Whether the mobile radios are off; nil where that is what is told.
    var isAirplaneMode: Bool?
    /// The modem; nil where it is what ModemManager says.
    var modem: CellularRadio.Modem?
    /// The apps whose record is simulated.
    private(set) var apps: [AppID: Overlay] = [:]
    /// The advice that holds without the simulation.
    var guidance: [AppID: Guidance]
    /// The step that came last.
    var last: SimulationStep
    /// The apps that use the network as soon as their record is evaluated.
    var users: Set<AppID> = []
    /// Whether something that it changed is still to be evaluated.
    var isDirty = false
    /// Whether the return to the foreground is simulated, and not yet evaluated.
    var isForeground = false
    /// Whether it is over as soon as what is so is evaluated and published.
    var isEnding = false

    /// A record in place of the stored one.
    struct Overlay: Equatable, Sendable {
        /// Nil for a clean one.
        var record: Record?
        /// The prompt that was there before; nobody shows it meanwhile.
        fileprivate(set) var prompt: Prompts.Prompt?
        /// Whether the user leaves the question alone: nobody shows it then.
        var isIgnored = false
    }

    /// Nothing is simulated yet.
    init(_ first: SimulationStep, guidance: [AppID: Guidance]) {
        last = first
        self.guidance = guidance
    }

    /// Puts a record in place of an app's.
    ///
    /// - Parameter prompt: The app's prompt, which is put aside where the record was the real one.
    mutating func cover(_ app: AppID, with record: Record?, prompt: Prompts.Prompt?) {
        if apps[app] == nil { apps[app] = Overlay(prompt: prompt) }
        apps[app]?.record = record
        // A question that is left alone stays so as long as it is open.
        if record?.choice != .undecided || record?.isAsked != true { apps[app]?.isIgnored = false }
    }

    /// Nobody shows the question about the app.
    mutating func ignore(_ app: AppID) { apps[app]?.isIgnored = true }

    /// Ends it for an app; nil where its record is the real one.
    mutating func uncover(_ app: AppID) -> Overlay? {
        users.remove(app)
        return apps.removeValue(forKey: app)
    }

    /// The apps that use the network now, in order, each once.
    mutating func takeUsers() -> [AppID] {
        defer { users = [] }
        return users.sorted()
    }

    /// A client that shows advice is gone.
    mutating func releaseGuidance(of client: ClientID) {
        for app in guidance.keys { guidance[app]?.release(client) }
    }

    /// Notes who would show the advice that waits for the end.
    mutating func handOverGuidance(to first: ClientID, or agents: Agents) {
        for (app, advice) in guidance {
            let holder = advice.holder.flatMap { agents.contains($0) ? $0 : nil } ?? first
            _ = guidance[app]?.handOver(to: holder)
        }
    }

    /// The prompt that is put aside is another one, or there is none.
    mutating func putAside(_ prompt: Prompts.Prompt?, of app: AppID) {
        apps[app]?.prompt = prompt
    }

    /// What the user has answered to a prompt that is put aside is stored.
    mutating func settle(_ app: AppID) {
        if apps[app]?.prompt?.answer != nil { apps[app]?.prompt = nil }
    }

    /// The path that is told.
    func path(over real: NetworkPath) -> NetworkPath {
        let path = path?.networkPath ?? real
        return isAirplaneMode == true || modem == .absent || modem == .withoutSIM
            ? path.withoutCellular : path
    }

    /// The radio that is told.
    func radio(over real: CellularRadio) -> CellularRadio {
        CellularRadio(
            isAirplaneMode: isAirplaneMode ?? real.isAirplaneMode, modem: modem ?? real.modem,
            registration: real.registration)
    }

    /// The records that count.
    func records(over real: RecordTable) -> RecordTable {
        var table = real
        for (app, overlay) in apps { table.apps[app] = overlay.record }
        return table
    }

    /// What is simulated, as the words of steps, the apps in the order of their ids; the last step
    /// where nothing of it lasts. None once it is ending.
    var lines: [String] {
        if isEnding { return [] }
        var steps: [SimulationStep] = []
        if let path { steps.append(.path(path)) }
        if let isAirplaneMode { steps.append(.airplaneMode(isAirplaneMode)) }
        if let modem { steps.append(.modem(modem)) }
        for (app, overlay) in apps.sorted(by: { $0.key < $1.key }) {
            steps.append(overlay.step(app))
        }
        return (steps.isEmpty ? [last] : steps).map(\.text)
    }
}

/// What a simulation comes to, for another engine that goes on in place of one: without the prompts
/// and the advice that were put aside.
package struct SimulatedState: Codable, Equatable, Sendable {
    /// The device's path; nil where it is the kernel's.
    package var path: SimulatedPath?
    /// Whether the mobile radios are off; nil where that is what is told.
    package var isAirplaneMode: Bool?
    /// The modem; nil where it is what ModemManager says.
    package var modem: CellularRadio.Modem?
    /// The apps whose record is simulated, in the order of their ids.
    package var apps: [App]
    /// The step that came last.
    package var last: SimulationStep

    /// An app whose record is simulated.
    package struct App: Codable, Equatable, Sendable {
        package let app: AppID
        /// Nil for a clean one.
        package let record: Record?
        /// Whether the user leaves the question alone.
        package let isIgnored: Bool

        package init(app: AppID, record: Record?, isIgnored: Bool) {
            self.app = app
            self.record = record
            self.isIgnored = isIgnored
        }
    }

    package init(
        path: SimulatedPath?, isAirplaneMode: Bool?, modem: CellularRadio.Modem?, apps: [App],
        last: SimulationStep
    ) {
        self.path = path
        self.isAirplaneMode = isAirplaneMode
        self.modem = modem
        self.apps = apps
        self.last = last
    }
}

extension Simulation {
    /// The same as another engine had it.
    init(_ state: SimulatedState) {
        self.init(state.last, guidance: [:])
        path = state.path
        isAirplaneMode = state.isAirplaneMode
        modem = state.modem
        for app in state.apps {
            apps[app.app] = Overlay(record: app.record, isIgnored: app.isIgnored)
        }
        isDirty = true
    }

    /// Nil where it is ending.
    var state: SimulatedState? {
        guard !isEnding else { return nil }
        return SimulatedState(
            path: path, isAirplaneMode: isAirplaneMode, modem: modem,
            apps: apps.sorted { $0.key < $1.key }.map {
                SimulatedState.App(
                    app: $0.key, record: $0.value.record, isIgnored: $0.value.isIgnored)
            }, last: last)
    }
}

extension Simulation.Overlay {
    /// The step that leads to this record.
    fileprivate func step(_ app: AppID) -> SimulationStep {
        guard let record, let choice = record.choice else { return .reinstall(app) }
        guard choice == .undecided, record.isAsked else { return .choice(app, choice) }
        return isIgnored ? .ignore(app) : .launch(app)
    }
}
