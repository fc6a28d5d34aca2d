/// First use: the question to the user, and who waits for the answer.
extension Engine {
    /// An app's state as it was evaluated last, known or not.
    func currentState(of app: AppID) -> AppState? {
        guard let evaluated else { return nil }
        return evaluated.apps[app]
            ?? AppState(
                Permission(nil, record: record(of: app)), on: evaluated.path,
                under: configuration.profile, radio: radioInForce)
    }

    /// The app uses the network, or wants to: asks the user about it where that is due, or stores
    /// the answer that could not be stored.
    mutating func use(by app: AppID) -> [Directive] {
        retryAnswers(of: app) + ask(about: app, cause: .request)
    }

    /// Asks the user about an app that uses the network where that is due, once in the life of its
    /// record (R14–R17).
    private mutating func ask(about app: AppID, cause: Cause) -> [Directive] {
        // What is still to be stored counts: a choice on its way is not to be overwritten.
        let record = latestRecord(of: app)
        let isOpen = record.map { $0.choice == .undecided && !$0.isAsked } ?? true
        guard isOpen, let state = currentState(of: app), state.availability == .undecided,
            obstacle(to: app) == nil, prompts[app] == nil
        else { return [] }
        guard hasRoom(for: app) else { return warnOfBound(at: app, cause: cause) }
        let asked = Record(choice: .undecided, isAsked: true, changed: record?.changed)
        var directives: [Directive] = []
        if isSimulating {
            directives = cover(app, with: asked)
        } else {
            statistics.count(.prompts)
            recordChanges.add(RecordChanges.Change(app: app, record: asked, request: nil))
        }
        _ = prompts.add(app)
        directives.append(.publish(promptEntry(app, state, cause: cause)))
        return directives + storeNext() + showPrompts()
    }

    /// That the user is asked.
    mutating func promptEntry(_ app: AppID, _ state: AppState, cause: Cause) -> Entry {
        entry(
            .promptRequested, cause: cause, message: state.promptSentence(of: app),
            details: state.fields(of: app))
    }

    /// That the user has answered.
    mutating func answerEntry(_ app: AppID, _ choice: Choice) -> Entry {
        entry(
            .promptAnswered, cause: .decision,
            message: "\(app): the user chose \(choice.words) when asked",
            details: [Entry.Field(.app, app.rawValue), Entry.Field(.choice, choice.rawValue)])
    }

    /// Gives prompts to the agents that are to show them. Whoever has shown one until now takes it
    /// away first: never two.
    mutating func showPrompts() -> [Directive] {
        let clients = clients
        let assigned = prompts.assign(to: agents.inOrder) { clients[$0]?.app }
        return assigned.flatMap { assignment -> [Directive] in
            let app = assignment.app
            let question = PromptQuestion(
                app: app, name: table.apps[app]?.name ?? app.rawValue,
                asksAboutWifi: configuration.profile == .anyNetwork)
            return (assignment.former.map { [.cancelPrompt($0, app)] } ?? [])
                + [.prompt(assignment.question.agent, question, assignment.question.id)]
        }
    }

    /// Takes an agent's answer in; not one that comes late, to a question that is settled, or that
    /// the agent does not show any more.
    mutating func take(
        _ answer: PromptAnswer, to id: AskID, about app: AppID, from agent: ClientID,
        at now: Instant, _ moment: WallTime
    ) -> [Directive] {
        guard prompts[app]?.question == Prompts.Question(agent: agent, id: id) else { return [] }
        if case .undelivered = answer {
            prompts.pause(at: app)
            return showPrompts() + armRetry(at: now)
        }
        // Its own app's it may have become by new files.
        guard case .choice(let choice) = answer, choice != .undecided, clients[agent]?.app != app
        else {
            prompts.fail(app)
            return showPrompts()
        }
        guard simulation?.apps[app] == nil else {
            _ = prompts.remove(app)
            return takeSimulated(choice, about: app, at: now, moment)
        }
        let record = Record(choice: choice, isAsked: true, changed: moment)
        prompts.answer(app, record)
        installations.forget(app)
        if choice != .wifiAndCellular {
            guidance[app, default: Guidance()].refuse(at: now)
            simulation?.guidance[app, default: Guidance()].refuse(at: now)
        }
        recordChanges.add(RecordChanges.Change(app: app, record: record, request: nil))
        return [.publish(answerEntry(app, choice))] + storeNext() + showPrompts()
    }

    /// Stores again what could not be stored: the user is not asked twice because a disk was full.
    /// Until then the app stays pending.
    ///
    /// - Parameter app: Only this one's; nil for all.
    mutating func retryAnswers(of app: AppID? = nil) -> [Directive] {
        let answers = prompts.answers.filter {
            (app == nil || app == $0.app) && !recordChanges.concern($0.app)
        }
        guard !answers.isEmpty else { return [] }
        for (app, record) in answers {
            recordChanges.add(
                RecordChanges.Change(app: app, record: record, request: nil, isRetry: true))
        }
        return storeNext()
    }

    /// Has what did not work tried again a while later, as long as there is something.
    mutating func armRetry(at now: Instant) -> [Directive] {
        let isDue =
            !prompts.paused.isEmpty || prompts.answers.contains { !recordChanges.concern($0.app) }
        guard isDue != isRetryDue else { return [] }
        isRetryDue = isDue
        return [isDue ? .arm(.retry, at: now + Self.retryPause) : .disarm(.retry)]
    }

    /// Tries again what did not work: to store answers, and to have prompts shown.
    mutating func retry(at now: Instant) -> [Directive] {
        isRetryDue = false
        prompts.endPauses()
        return retryAnswers() + showPrompts() + armRetry(at: now)
    }

    private static let retryPause = Duration.seconds(10)

    /// Withdraws prompts that are settled, and takes up those that an earlier run of the daemon has
    /// left: what is pending stays so until there is an answer (R18).
    mutating func followPrompts() -> [Directive] {
        guard let evaluated else { return [] }
        followPromptsAside()
        var directives: [Directive] = []
        for app in prompts.prompts.keys.sorted() where !isOpenToQuestion(app) {
            directives += withdrawPrompt(of: app)
        }
        if pending.isPolicyDirty || simulation != nil {
            let left = evaluated.apps.filter {
                $0.value.unknownReason == .pending && prompts[$0.key] == nil
                    && isOpenToQuestion($0.key) && !recordChanges.concern($0.key)
            }
            for app in left.keys.sorted() { prompts.add(app) }
        }
        // Whoever waits wants to use the network, and it may have turned cellular (R41).
        for app in Set(waits.waits.values.map(\.app)).sorted() {
            directives += ask(about: app, cause: firstCause)
        }
        for app in simulation?.takeUsers() ?? [] { directives += use(by: app) }
        if pending.snapshot == .refresh { directives += retryAnswers() }
        return directives + showPrompts()
    }

    /// Whether an answer of the user's would count: nobody has decided, and nothing is invalid.
    private func isOpenToQuestion(_ app: AppID) -> Bool {
        currentState(of: app).map { isOpenToQuestion(app, in: $0) } ?? false
    }

    func isOpenToQuestion(_ app: AppID, in state: AppState) -> Bool {
        obstacle(to: app) == nil && state.restrictedState == .unknown
            && state.availability != .invalid
    }

    /// Withdraws an app's prompt, where it has one.
    mutating func withdrawPrompt(of app: AppID) -> [Directive] {
        guard let question = prompts.remove(app)?.question else { return [] }
        return [.cancelPrompt(question.agent, app)]
    }

    // MARK: Agents

    /// Registers an agent, and has it show what waits for one.
    mutating func registerAgent(
        _ client: ClientID, _ seat: AgentSeat, for id: RequestID
    ) -> [Directive] {
        guard agents.register(client, seat) else { return reply(id, .refused(.agentExists)) }
        prompts.forgive(client)
        return reply(id, .done) + showPrompts() + showGuidance()
    }

    /// The user of an agent sits elsewhere, or before another session: prompts follow to the session
    /// that is in front. Advice stays where it is shown (R62).
    mutating func moveAgent(_ client: ClientID, to seat: AgentSeat) -> [Directive] {
        agents.move(client, to: seat)
        // It may not be one yet, while its right to be one is asked about.
        for (id, waiting) in waitingRequests where waiting.client == client {
            if case .registerAgent = waiting.request {
                waitingRequests[id]?.request = .registerAgent(seat)
            }
        }
        return showPrompts()
    }

    /// An agent is gone: what it showed goes to the next (R20).
    mutating func removeAgent(_ client: ClientID) -> [Directive] {
        guard agents.remove(client) else { return [] }
        prompts.release(client)
        return releaseGuidance(of: client) + showPrompts() + showGuidance()
    }

    // MARK: The bound of records

    /// Whether an app may be asked about, which makes a record of it. Those with a file are, always;
    /// of the others, which any process can be, only so many.
    private func hasRoom(for app: AppID) -> Bool {
        table.apps[app] != nil || record(of: app) != nil || !isAtRecordBound
    }

    private var isAtRecordBound: Bool {
        records.apps.count + recordChanges.count + (simulation?.apps.count ?? 0)
            >= Self.greatestRecords
    }

    /// Tells that nobody is asked about an app; once, until there is room again.
    private mutating func warnOfBound(at app: AppID, cause: Cause) -> [Directive] {
        guard !hasWarnedOfRecordBound else { return [] }
        hasWarnedOfRecordBound = true
        return [
            .publish(
                entry(
                    .configError, cause: cause, priority: .warning,
                    message: "\(app): nobody is asked about apps without a file any more, since "
                        + "there are \(Self.greatestRecords) records; cellgatectl clear removes one",
                    details: [Entry.Field(.app, app.rawValue)]))
        ]
    }

    /// Notes where there is room for records again.
    mutating func followRecordBound() {
        if records.apps.count < Self.greatestRecords { hasWarnedOfRecordBound = false }
    }

    /// More records than this, and no new app without a file is asked about.
    static let greatestRecords = 10_000
}

extension Choice {
    /// In a sentence.
    package var words: String {
        switch self {
        case .undecided: "nothing"
        case .wifiAndCellular: "Wi-Fi and mobile data"
        case .wifiOnly: "Wi-Fi only"
        case .off: "no network"
        }
    }
}
