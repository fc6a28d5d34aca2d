/// What is simulated, in place of what is so (R83, R84).
extension Engine {
    /// Whether something is simulated, and is not just about to end.
    var isSimulating: Bool { simulation?.isEnding == false }

    /// The radio that is told.
    var radioInForce: CellularRadio { simulation?.radio(over: radio) ?? radio }

    /// The records that count.
    var recordsInForce: RecordTable { simulation?.records(over: records) ?? records }

    /// The record that counts for an app; nil for none.
    func record(of app: AppID) -> Record? {
        if let overlay = simulation?.apps[app] { return overlay.record }
        return records.apps[app]
    }

    /// The same as it will be when all is stored.
    func latestRecord(of app: AppID) -> Record? {
        if let overlay = simulation?.apps[app] { return overlay.record }
        return recordChanges.latest(of: app, else: records.apps[app])
    }

    /// Goes on with the simulation of another engine; nil where that had none.
    mutating func take(_ state: SimulatedState?) {
        simulation = state.map { Simulation($0) }
        pending.causes.insert(.request)
        pending.isNetworkDirty = true
        pending.isPolicyDirty = true
        inquiry = []
    }

    /// An app's state without the simulation; nil before the first evaluation.
    private func realState(of app: AppID) -> AppState? {
        guard let realPath else { return nil }
        let permission = Permission(table.apps[app]?.standing, record: records.apps[app])
        return AppState(permission, on: realPath, under: configuration.profile, radio: radio)
    }

    /// Lets the prompts that wait for the end of the simulation follow what is so, as those that are
    /// in force do.
    mutating func followPromptsAside() {
        for (app, overlay) in (simulation?.apps ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let state = realState(of: app) else { continue }
            let isOpen = isOpenToQuestion(app, in: state)
            if overlay.prompt != nil, !isOpen {
                simulation?.putAside(nil, of: app)
            } else if overlay.prompt == nil, isOpen, state.unknownReason == .pending,
                pending.isPolicyDirty, !recordChanges.concern(app)
            {
                simulation?.putAside(prompts.next(), of: app)
            }
        }
    }

    // MARK: Steps

    /// Takes a step of the simulation.
    mutating func simulate(
        _ step: SimulationStep, for id: RequestID, at now: Instant, _ moment: WallTime
    ) -> [Directive] {
        if let refusal = obstacle(to: step) { return reply(id, .refused(refusal)) }
        guard step != .stop || isSimulating else { return reply(id, .done) }
        // Answered when it is in force and published.
        pending.replies.append((id: id, reply: .done, awaitsRecords: step == .foreground))
        pending.causes.insert(.request)
        var directives: [Directive] = []
        if step == .stop { return stopSimulation() }
        // One that is about to end is over.
        if simulation?.isEnding == true { directives += publishEndOfSimulation() }
        if simulation == nil { simulation = Simulation(step, guidance: guidance) }
        simulation?.last = step
        simulation?.isDirty = true
        directives.append(.publish(simulationEntry(step)))
        return directives + perform(step, at: now, moment)
    }

    /// Why a step cannot be taken; nil where it can.
    private func obstacle(to step: SimulationStep) -> Refusal? {
        guard let app = step.app else { return nil }
        switch step {
        case .choice, .answer, .ignore:
            if let refusal = obstacle(to: app) { return refusal }
        default: break
        }
        let count = simulation?.apps.count ?? 0
        guard simulation?.apps[app] != nil || count < Self.greatestRecords else {
            return .limitsExceeded
        }
        // Any app can be launched; of others a name that nothing has is a mistake.
        if case .launch = step { return nil }
        guard evaluated?.apps[app] == nil, simulation?.apps[app] == nil else { return nil }
        let suggestion = Spelling.nearest(to: app.rawValue, among: toldApps.map(\.rawValue))
        return .unknownApp(app, suggestion: suggestion.map { AppID($0) })
    }

    private mutating func perform(
        _ step: SimulationStep, at now: Instant, _ moment: WallTime
    ) -> [Directive] {
        switch step {
        case .path(let path): simulation?.path = path
        case .handover:
            let isCellular = path?.preferred?.type == .cellular
            simulation?.path = isCellular ? .wifi : .cellular
        case .airplaneMode(let isOn): simulation?.isAirplaneMode = isOn
        case .modem(let modem): simulation?.modem = modem
        case .choice(let app, let choice):
            // As with a real one, who takes a decision back is asked again.
            let isOpen = simulation?.apps[app] != nil && prompts.isOpen(app)
            let isAsked = choice == .undecided ? isOpen : record(of: app)?.isAsked ?? false
            return cover(app, with: Record(choice: choice, isAsked: isAsked, changed: moment))
        case .launch(let app):
            let directives = renew(app)
            simulation?.users.insert(app)
            return directives
        case .reinstall(let app): return renew(app)
        case .answer(let app, let choice):
            let directives = question(app)
            return directives + withdrawPrompt(of: app)
                + takeSimulated(choice, about: app, at: now, moment)
        case .ignore(let app):
            var directives = question(app)
            if let question = prompts.ignore(app) {
                directives.append(.cancelPrompt(question.agent, app))
            }
            simulation?.ignore(app)
            return directives
        case .foreground:
            simulation?.isForeground = true
            return handleRefresh()
        case .failure(let app, let code): return take(code, of: app, at: now).directives
        case .stop: break
        }
        return []
    }

    /// Puts a record in place of an app's, whose own prompt waits meanwhile.
    mutating func cover(_ app: AppID, with record: Record?) -> [Directive] {
        var directives: [Directive] = []
        let isFirst = simulation?.apps[app] == nil
        let prompt = prompts[app]
        if isFirst { directives = withdrawPrompt(of: app) }
        simulation?.cover(app, with: record, prompt: prompt?.withoutQuestion)
        simulation?.isDirty = true
        pending.causes.insert(.request)
        return directives
    }

    /// The app is as if it were new.
    private mutating func renew(_ app: AppID) -> [Directive] {
        cover(app, with: nil) + withdrawPrompt(of: app) + dropGuidance(of: app)
    }

    /// Has a question about the app open, which is asked where it is not so yet.
    private mutating func question(_ app: AppID) -> [Directive] {
        let isOpen = prompts.isOpen(app)
        let record = Record(
            choice: .undecided, isAsked: true, changed: record(of: app)?.changed)
        // Nobody has refused anything yet, so there is nothing to advise.
        var directives = cover(app, with: record) + dropGuidance(of: app)
        prompts.add(app)
        if !isOpen, let state = currentState(of: app) {
            directives.append(.publish(promptEntry(app, state, cause: .request)))
        }
        return directives
    }

    /// The user's answer to a question that is simulated.
    mutating func takeSimulated(
        _ choice: Choice, about app: AppID, at now: Instant, _ moment: WallTime
    ) -> [Directive] {
        if choice != .wifiAndCellular { guidance[app, default: Guidance()].refuse(at: now) }
        return cover(app, with: Record(choice: choice, isAsked: true, changed: moment))
            + [.publish(answerEntry(app, choice))]
    }

    // MARK: The end

    /// Ends it: what is so is evaluated and published at the end of the turn.
    private mutating func stopSimulation() -> [Directive] {
        let apps = (simulation?.apps.keys.sorted() ?? [])
        var directives = apps.flatMap { endSimulation(of: $0) }
        let advised = Set(guidance.keys).union(simulation?.guidance.keys.sorted() ?? [])
        for app in advised.sorted() { directives += restoreGuidance(of: app) }
        publication.permissionRequired = []
        simulation?.isEnding = true
        simulation?.path = nil
        simulation?.isAirplaneMode = nil
        simulation?.modem = nil
        simulation?.isDirty = true
        return directives
    }

    /// Ends it for one app, as when its user chooses: its own record counts again.
    mutating func endSimulation(of app: AppID) -> [Directive] {
        guard let overlay = simulation?.uncover(app) else { return [] }
        simulation?.isDirty = true
        pending.causes.insert(.request)
        let directives = withdrawPrompt(of: app)
        if let prompt = overlay.prompt {
            let agents = Set(agents.inOrder.map(\.client))
            prompts.restore(prompt, of: app, agents: agents)
        }
        return directives + restoreGuidance(of: app)
    }

    /// Tells that it is over, once what is so is published; the last entry that carries the mark.
    mutating func publishEndOfSimulation() -> [Directive] {
        guard simulation?.isEnding == true else { return [] }
        defer { simulation = nil }
        return [.publish(simulationEntry(.stop))]
    }

    private mutating func simulationEntry(_ step: SimulationStep) -> Entry {
        entry(
            .simulationChanged, cause: .request,
            message: step == .stop
                ? "the simulation is over; what is told from now on is so"
                : "simulated from now on: \(step.text)",
            details: (step.app.map { [Entry.Field(.app, $0.rawValue)] } ?? [])
                + [Entry.Field(.simulation, step.text)])
    }

    // MARK: Advice

    /// Gives the advice about an app back as it is without the simulation; whoever showed it shows
    /// it again.
    private mutating func restoreGuidance(of app: AppID) -> [Directive] {
        let real = simulation?.guidance[app] ?? Guidance()
        let simulated = guidance[app] ?? Guidance()
        guard real != simulated else { return [] }
        // An app that shows its own advice sees nothing but its state, which may stay the same.
        if let holder = simulated.holder, !agents.contains(holder), simulated.shownKind == .advice,
            real.shownKind == .advice
        {
            return change(app, .request) {
                $0 = real
                $0.move(to: holder)
            }
        }
        var directives = withdrawGuidance(from: simulated.holder, app)
        directives += change(app, .request) { $0 = real }
        if let holder = real.holder, agents.contains(holder), let kind = real.shownKind {
            directives.append(.guide(holder, note(kind, of: app)))
        }
        return directives
    }

    /// Lets the advice that waits for the end of the simulation follow what is so.
    ///
    /// - Parameter isPathNew: Whether the kernel's path is another one.
    mutating func followRealGuidance(isPathNew: Bool, at now: Instant) {
        guard isSimulating else { return }
        let isRefresh = pending.snapshot == .refresh && simulation?.isForeground == false
        for app in simulation?.guidance.keys.sorted() ?? [] {
            guard var advice = simulation?.guidance[app], let state = realState(of: app)
            else { continue }
            let facts = Guidance.Facts(
                state: state, isLocked: obstacle(to: app) != nil,
                cooldown: configuration.firstUse.guidanceCooldown)
            let end = advice.follow(facts)
            if end.succeeds {
                if measures.noteResolved(app) { statistics.count(.guidanceResolved) }
            } else if isRefresh {
                advice.refresh(facts)
            }
            if isPathNew { advice.take(.pathChange, facts, at: now) }
            simulation?.guidance[app] = advice == Guidance() ? nil : advice
        }
        guard let first = agents.inOrder.first?.client else { return }
        simulation?.handOverGuidance(to: first, or: agents)
    }
}
