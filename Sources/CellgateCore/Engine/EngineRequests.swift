/// What programs and people ask for, and whether they may.
extension Engine {
    /// A request that waits for its authorization.
    struct WaitingRequest: Equatable, Sendable {
        var request: Request
        let client: ClientID
        let right: Right
        let moment: WallTime
    }

    /// Takes a request in: answers it, refuses it, or has its caller authorized first.
    mutating func take(
        _ id: RequestID, _ request: Request, from caller: Caller, at now: Instant,
        _ moment: WallTime
    ) -> [Directive] {
        guard evaluated != nil else { return reply(id, .refused(.notReady)) }
        let client = meet(caller)
        guard caller.isPrivileged || allow(caller.client, at: now) else {
            return reply(id, .refused(.limitsExceeded))
        }
        guard !caller.isPrivileged, let right = right(for: request, of: client.app) else {
            return perform(
                id, request, from: caller.client, seesAll: caller.isPrivileged, at: now, moment)
        }
        guard client.waiting < Self.greatestWaiting else {
            return reply(id, .refused(.limitsExceeded))
        }
        clients[caller.client]?.waiting += 1
        waitingRequests[id] = WaitingRequest(
            request: request, client: caller.client, right: right, moment: moment)
        return [.authorize(id, right)]
    }

    /// Takes an authorization in, and performs or refuses what waited for it.
    mutating func take(
        _ authorization: Authorization, of id: RequestID, at now: Instant
    ) -> [Directive] {
        guard let waiting = waitingRequests.removeValue(forKey: id) else { return [] }
        clients[waiting.client]?.waiting -= 1
        switch authorization {
        case .granted:
            return perform(
                id, waiting.request, from: waiting.client, seesAll: true, at: now,
                waiting.moment)
        case .refused:
            return reply(id, .refused(.accessDenied(waiting.right)))
        case .questionNeeded:
            return reply(id, .refused(.authenticationRequired(waiting.right)))
        case .failed(let reason):
            return reply(id, .refused(.authorizationFailed(waiting.right, reason: reason)))
        }
    }

    /// Forgets a client that is gone; nobody waits for the answers to what it asked.
    mutating func forget(_ client: ClientID) -> [Directive] {
        clients.remove(client)
        waitingRequests = waitingRequests.filter { $0.value.client != client }
        return giveUpWaits(of: client) + removeAgent(client) + releaseGuidance(of: client)
    }

    /// Tells where the daemon is to be found, once for each change.
    mutating func take(_ state: BusState) -> [Directive] {
        let before = publication.bus
        guard state != before else { return [] }
        publication.bus = state
        switch state {
        case .serving:
            let publish = Directive.publish(
                entry(
                    .busChanged, cause: .request,
                    message: "programs can ask on D-Bus, as org.cellgate.Cellgate1"))
            // Another daemon may have had the name meanwhile, and have stored choices.
            return before == nil ? [publish] : [publish, .readRecords]
        case .unavailable(let reason):
            return [
                .publish(
                    entry(
                        .busChanged, cause: .request, priority: .warning,
                        message: "programs cannot ask on D-Bus, which is tried again: \(reason)"))
            ]
        }
    }

    /// Forgets all clients: the bus is gone.
    mutating func forgetClients() -> [Directive] {
        for agent in agents.inOrder { prompts.release(agent.client) }
        agents.removeAll()
        clients.removeAll()
        waitingRequests = [:]
        let hadWaits = !waits.remove { _ in true }.isEmpty
        let advice = Array(guidance.values) + Array((simulation?.guidance ?? [:]).values)
        let holders = Set(advice.compactMap(\.holder)).sorted()
        return (hadWaits ? [.disarm(.wait)] : []) + holders.flatMap { releaseGuidance(of: $0) }
    }

    /// Answers what cannot be answered any more, since the daemon ends.
    mutating func refuseWaiting() -> [Directive] {
        let ids =
            Array(waitingRequests.keys) + waits.remove { _ in true }.map(\.id)
            + pending.replies.map(\.id)
            + recordChanges.giveUp().compactMap(\.request)
        waitingRequests = [:]
        pending.replies = []
        return ids.sorted().flatMap { reply($0, .refused(.notReady)) }
    }

    mutating func reply(_ id: RequestID, _ reply: Reply) -> [Directive] {
        statistics.count(.requests)
        if case .refused = reply { statistics.count(.refusals) }
        return [.reply(id, reply)]
    }

    private static let greatestWaiting = 16

    /// Notes the caller, whose process may belong to another app than before.
    private mutating func meet(_ caller: Caller) -> Clients.Client {
        var client = clients[caller.client] ?? Clients.Client()
        client.isPrivileged = caller.isPrivileged
        if client.process != caller.process || clients[caller.client] == nil {
            client.process = caller.process
            client.app = caller.process.flatMap(table.app(of:))
        }
        clients[caller.client] = client
        return client
    }

    /// Whether the client has not asked too often.
    private mutating func allow(_ client: ClientID, at now: Instant) -> Bool {
        clients[client]?.bucket.take(at: now) == nil
    }

    // MARK: Answers

    private mutating func perform(
        _ id: RequestID, _ request: Request, from client: ClientID, seesAll: Bool,
        at now: Instant, _ moment: WallTime
    ) -> [Directive] {
        let own = clients[client]?.app
        switch request {
        case .device: return reply(id, deviceReport().map(Reply.device) ?? .refused(.notReady))
        case .apps: return reply(id, .apps(toldApps.compactMap(report(of:))))
        case .visibleApps:
            return reply(id, .names(seesAll ? toldApps : own.map { [$0] } ?? []))
        case .app(let app):
            return (app == own ? query(app) : []) + answer(id, about: app, own: own) { .app($0) }
        case .appOf(let process):
            return answer(id, about: process.flatMap(table.app(of:)), isKnown: false) { .app($0) }
        case .appOfUnit(let unit):
            return answer(id, about: table.app(of: unit), isKnown: false) { .app($0) }
        case .ownApp:
            return query(own) + answer(id, about: own, own: own) { .app($0) }
        case .explain(let app):
            let told = publication.told
            return answer(id, about: app, own: own, isKnown: !app.isUnit) {
                .explanation(
                    Explanation(
                        $0, profile: told?.profile ?? .cellular, radio: told?.radio ?? .init()))
            }
        case .classify(let app, let code):
            return answer(id, about: app, own: own, isKnown: !app.isUnit) {
                .failure(FailureClass(code, of: $0.state))
            }
        case .reportFailure(let code):
            guard let own else { return reply(id, .refused(.noApp)) }
            let (directives, failure) = take(code, of: own, at: now)
            return directives
                + reply(id, failure.map(Reply.failure) ?? .refused(.notReady))
        case .probe: return wait(id, for: own, of: client, .probe, at: now)
        case .requestDecision: return wait(id, for: own, of: client, .decision, at: now)
        case .networkProbeFinished:
            guard own != nil else { return reply(id, .refused(.noApp)) }
            return noteNetworkProbe(at: now) + reply(id, .done)
        case .registerAgent(let seat): return registerAgent(client, seat, for: id)
        case .unregisterAgent: return removeAgent(client) + reply(id, .done)
        case .guidanceEvent(let app, let event):
            guard app == own || agents.contains(client) || seesAll else {
                return reply(id, .refused(.accessDenied(.agent)))
            }
            return take(event, about: app, from: client, at: now) + reply(id, .done)
        case .refresh:
            pending.replies.append((id: id, reply: .done, awaitsRecords: true))
            return handleRefresh()
        case .setChoice(let app, let choice):
            if let refusal = obstacle(to: app) { return reply(id, .refused(refusal)) }
            // A real choice counts, whatever was simulated for the app.
            let directives = endSimulation(of: app)
            // Who takes a decision back is asked again, where that is not so already.
            let isAsked = choice == .undecided ? prompts.isOpen(app) : isAsked(app)
            return directives
                + change(
                    app, to: Record(choice: choice, isAsked: isAsked, changed: moment), for: id)
        case .clearRecord(let app): return change(app, to: nil, for: id)
        case .simulate(let step): return simulate(step, for: id, at: now, moment)
        case .subscribe(.all) where !clients.mayFollowAll(client):
            return reply(id, .refused(.limitsExceeded))
        case .subscribe(let scope):
            clients[client]?.subscription = scope
            clients[client]?.toldApp = own
            return reply(id, .done)
        case .unsubscribe:
            clients[client]?.subscription = nil
            return reply(id, .done)
        }
    }

    /// The caller reads its own app's state, which may count as use of the network (R16).
    private mutating func query(_ own: AppID?) -> [Directive] {
        guard configuration.firstUse.promptsOnQuery, let own else { return [] }
        return use(by: own)
    }

    /// Answers about an app; its own app is known to a caller although the files name it nowhere.
    private mutating func answer(
        _ id: RequestID, about app: AppID?, own: AppID? = nil, isKnown: Bool = true,
        _ answer: (AppReport) -> Reply
    ) -> [Directive] {
        guard let app else { return reply(id, .refused(.noApp)) }
        guard publication.told?.evaluated.apps[app] != nil || app == own || !isKnown else {
            let suggestion = Spelling.nearest(
                to: app.rawValue, among: toldApps.map(\.rawValue))
            return reply(id, .refused(.unknownApp(app, suggestion: suggestion.map { AppID($0) })))
        }
        return reply(id, report(of: app).map(answer) ?? .refused(.notReady))
    }

    /// A failed request of an app, and what it means; nil before the first publication. Where it lacks the permission, that is told once, until
    /// what it can reach changes (R74).
    mutating func take(
        _ code: FailureCode, of app: AppID, at now: Instant
    ) -> (directives: [Directive], failure: FailureClass?) {
        guard let report = report(of: app) else { return ([], nil) }
        let failure = FailureClass(code, of: report.state)
        var directives: [Directive] = []
        if failure == .permission, publication.permissionRequired.insert(app).inserted {
            directives.append(
                .publish(
                    entry(
                        .permissionRequired, cause: .request,
                        message: report.state.permissionRequiredSentence(of: app),
                        details: report.state.fields(of: app) + report.path.fields)))
        }
        if code.isCandidate {
            directives += advise(about: app, because: .failedRequest, cause: .request, at: now)
        }
        // It has used the network, and nobody has decided (R14, R32).
        if failure == .undecided { directives += use(by: app) }
        return (directives, failure)
    }

    // MARK: Records

    /// Why the user's choice for an app would not count; nil where it would.
    func obstacle(to app: AppID) -> Refusal? {
        switch table.apps[app]?.standing {
        case .choice(_, _, isLocked: true): .locked(app)
        case .invalid: .invalidFile(app)
        case .choice(_, _, isLocked: false), nil: nil
        }
    }

    func isAsked(_ app: AppID) -> Bool {
        recordChanges.latest(of: app, else: records.apps[app])?.isAsked ?? false
    }

    private mutating func change(
        _ app: AppID, to record: Record?, for id: RequestID
    ) -> [Directive] {
        guard recordChanges.count < Self.greatestChanges else {
            return reply(id, .refused(.limitsExceeded))
        }
        guard let record else { return clear(app, for: id) + storeNext() }
        installations.forget(app)
        recordChanges.add(RecordChanges.Change(app: app, record: record, request: id))
        return storeNext()
    }

    /// Clears an app's record, and with it what the user sees of it.
    ///
    /// - Parameter id: The request to answer; nil where nobody waits.
    mutating func clear(_ app: AppID, for id: RequestID?) -> [Directive] {
        let directives = endSimulation(of: app)
        simulation?.guidance[app] = nil
        recordChanges.add(RecordChanges.Change(app: app, record: nil, request: id))
        return directives + withdrawPrompt(of: app) + showPrompts() + dropGuidance(of: app)
    }

    mutating func storeNext() -> [Directive] {
        guard let next = recordChanges.begin(on: records) else { return [] }
        return [.storeRecords(next, changing: Set(recordChanges.underWay.map(\.app)))]
    }

    /// Takes over what was stored, or refuses it; then stores what came meanwhile.
    mutating func take(_ outcome: RecordOutcome, at now: Instant) -> [Directive] {
        let (changes, table) = recordChanges.end()
        // A recording may begin between a table and what became of it: then it is not known here.
        guard !changes.isEmpty else { return [] }
        let requests = changes.compactMap(\.request)
        var directives: [Directive] = []
        switch outcome {
        case .stored(let diagnostics):
            statistics.count(.recordWrites)
            directives = diagnostics.map { .publish(entry($0, cause: .decision)) }
            // All of it: a reading meanwhile may have found what is overwritten by now.
            records = table
            followRecordBound()
            pending.causes.insert(.decision)
            pending.isPolicyDirty = true
            // Answered when it is in force and published, so that nobody reads the old choice after.
            pending.replies += requests.map { (id: $0, reply: .done, awaitsRecords: false) }
            for change in changes where !recordChanges.concern(change.app) {
                prompts.settle(change.app)
                simulation?.settle(change.app)
            }
            // There is room again, it seems.
            directives += retryAnswers()
        case .failed(let reason):
            statistics.count(.recordWriteFailures)
            // A prompt that was to be settled by it is open again.
            pending.causes.insert(.decision)
            pending.isPolicyDirty = true
            // What is only tried again was told.
            if !changes.allSatisfy(\.isRetry) {
                directives.append(
                    .publish(
                        entry(
                            .configError, cause: .decision, priority: .error,
                            message: "a choice could not be stored, and the old one holds: "
                                + reason)))
            }
            for id in requests {
                directives += reply(id, .refused(.storageFailed(reason: reason)))
            }
        }
        return directives + storeNext() + armRetry(at: now)
    }

    private static let greatestChanges = 10_000
}

extension Engine {
    /// The right that a caller needs whose app is `own`; nil where everybody may.
    private func right(for request: Request, of own: AppID?) -> Right? {
        func inspects(_ app: AppID?) -> Right? { app == own && app != nil ? nil : .inspect }
        return switch request {
        case .device, .ownApp, .visibleApps, .reportFailure, .unsubscribe, .subscribe(.own): nil
        case .app(let app), .explain(let app), .classify(let app, _): inspects(app)
        case .appOf(let process): inspects(process.flatMap(table.app(of:)))
        case .appOfUnit(let unit): inspects(table.app(of: unit))
        case .apps, .refresh, .subscribe(.all): .inspect
        case .setChoice, .clearRecord, .simulate: .setChoice
        case .probe, .requestDecision, .networkProbeFinished, .unregisterAgent, .guidanceEvent: nil
        case .registerAgent: .agent
        }
    }
}

/// What polkit says of a request.
package enum Authorization: Codable, Equatable, Sendable {
    case granted
    case refused
    /// It would be granted after a question to the user, which the caller did not allow.
    case questionNeeded
    /// It could not be asked.
    case failed(reason: String)
}
