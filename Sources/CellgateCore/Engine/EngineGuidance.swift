/// Advice to change an app's choice, and what is measured of it.
extension Engine {
    /// Where the advice about an app stands.
    package func guidanceState(of app: AppID) -> GuidanceState { guidance[app]?.state ?? .none }

    /// What is true of an app, for its advice; nil before the first evaluation.
    private func facts(of app: AppID) -> Guidance.Facts? {
        currentState(of: app).map {
            Guidance.Facts(
                state: $0, isLocked: obstacle(to: app) != nil,
                cooldown: configuration.firstUse.guidanceCooldown)
        }
    }

    /// Something has happened for which an app's user may be advised.
    mutating func advise(
        about app: AppID, because trigger: Guidance.Trigger, cause: Cause, at now: Instant
    ) -> [Directive] {
        guard let facts = facts(of: app) else { return [] }
        return change(app, cause) { $0.take(trigger, facts, at: now) } + showGuidance()
    }

    /// Follows what an evaluation has changed.
    ///
    /// - Parameters:
    ///   - isPathNew: Whether the path is another one.
    ///   - isRefresh: Whether it is the return to the foreground.
    mutating func followGuidance(
        isPathNew: Bool, isRefresh: Bool, at now: Instant
    ) -> [Directive] {
        guard !guidance.isEmpty else { return [] }
        let cause = firstCause
        var directives: [Directive] = []
        for app in guidance.keys.sorted() {
            guard let facts = facts(of: app) else { continue }
            let holder = guidance[app]?.holder
            var end: (withdraws: ClientID?, succeeds: Bool) = (nil, false)
            directives += change(app, cause) { end = $0.follow(facts) }
            directives += withdrawGuidance(from: end.withdraws, app)
            if end.succeeds {
                directives += succeed(app, by: holder, at: now)
            } else if isRefresh {
                directives += change(app, cause) { $0.refresh(facts) }
            }
            if isPathNew {
                directives += change(app, cause) { $0.take(.pathChange, facts, at: now) }
            }
        }
        return directives + showGuidance()
    }

    /// Has agents show what is to be shown and nobody shows yet.
    mutating func showGuidance() -> [Directive] {
        let inOrder = agents.inOrder.map(\.client)
        guard let first = inOrder.first else { return [] }
        simulation?.handOverGuidance(to: first, or: agents)
        var directives: [Directive] = []
        for app in guidance.filter({ $0.value.due != nil }).keys.sorted() {
            // Whoever shows it already replaces it: never two (R62).
            let agent =
                guidance[app]?.holder.flatMap { agents.contains($0) ? $0 : nil }
                ?? inOrder.first { $0 != guidance[app]?.failed } ?? first
            guard let kind = guidance[app]?.handOver(to: agent) else { continue }
            directives.append(.guide(agent, note(kind, of: app)))
        }
        return directives
    }

    /// Takes in what happened to advice.
    mutating func take(
        _ event: GuidanceEvent, about app: AppID, from client: ClientID, at now: Instant
    ) -> [Directive] {
        guard event != .ask else {
            return advise(about: app, because: .explicit, cause: .request, at: now)
        }
        guard let before = guidance[app] else { return [] }
        var isShown = false
        var isClicked = false
        var directives = change(app, .request) { advice in
            switch event {
            case .shown: isShown = advice.show(by: client)
            case .clicked:
                // Of what was never told to be shown, it is seen by the click.
                isShown = advice.show(by: client)
                isClicked = advice.click()
            case .dismissed: advice.dismiss()
            case .ask: break
            }
        }
        if isShown {
            if !isSimulating {
                measures.noteShown(app, at: now, window: configuration.firstUse.measureWindow)
                statistics.count(.guidanceShown)
            }
            // Somebody else shows it: never two (R62).
            if before.holder != client { directives += withdrawGuidance(from: before.holder, app) }
        }
        if isClicked, !isSimulating, measures.noteClicked(app) {
            statistics.count(.guidanceClicked)
        }
        return directives + publishWarnings(at: now)
    }

    /// Takes the advice about an app away and forgets it: its record is cleared.
    mutating func dropGuidance(of app: AppID) -> [Directive] {
        guard let advice = guidance[app] else { return [] }
        return change(app, .request) { $0 = Guidance() }
            + withdrawGuidance(from: advice.holder, app)
    }

    /// What a client showed, others may show: it is gone.
    mutating func releaseGuidance(of client: ClientID) -> [Directive] {
        simulation?.releaseGuidance(of: client)
        return guidance.filter { $0.value.holder == client }.keys.sorted().flatMap { app in
            change(app, .request) { $0.release(client) }
        }
    }

    /// An agent could not show advice: it is brought up again by the next trigger, and not by this.
    mutating func failGuidance(of app: AppID, by agent: ClientID) -> [Directive] {
        var isMissing = false
        let directives = change(app, .request) { isMissing = $0.fail(by: agent) }
        // One that only did not tell in time must not show it beside the next (R62).
        return directives + (isMissing ? withdrawGuidance(from: agent, app) : [])
    }

    /// Changes the advice about an app, and tells where that makes a difference.
    mutating func change(
        _ app: AppID, _ cause: Cause, _ body: (inout Guidance) -> Void
    ) -> [Directive] {
        let before = guidance[app] ?? Guidance()
        var advice = before
        body(&advice)
        guard advice != before else { return [] }
        // Any process can be an app: of one with nothing to say nothing is kept.
        guidance[app] = advice == Guidance() ? nil : advice
        guard advice.state != before.state else { return [] }
        return [
            .publish(
                entry(
                    .guidanceChanged, cause: cause,
                    message: "\(app): advice about mobile data is \(advice.state.rawValue)",
                    details: [
                        Entry.Field(.app, app.rawValue),
                        Entry.Field(.guidance, advice.state.rawValue),
                        Entry.Field(.guideShown, advice.wasShown.yesOrNo),
                        Entry.Field(.guideClicked, advice.wasClicked.yesOrNo),
                        Entry.Field(.guideResolved, (advice.state == .resolved).yesOrNo),
                    ]))
        ]
    }

    func withdrawGuidance(from client: ClientID?, _ app: AppID) -> [Directive] {
        // An app that shows its own advice sees its state change, and needs no telling.
        guard let client, agents.contains(client) else { return [] }
        return [.withdrawGuidance(client, app)]
    }

    private mutating func succeed(
        _ app: AppID, by holder: ClientID?, at now: Instant
    ) -> [Directive] {
        if !isSimulating, measures.noteResolved(app) { statistics.count(.guidanceResolved) }
        let agent =
            holder.flatMap { agents.contains($0) ? $0 : nil } ?? agents.inOrder.first?.client
        return (agent.map { [.guide($0, note(.success, of: app))] } ?? [])
            + publishWarnings(at: now)
    }

    func note(_ kind: GuidanceNote.Kind, of app: AppID) -> GuidanceNote {
        GuidanceNote(app: app, name: table.apps[app]?.name ?? app.rawValue, kind: kind)
    }

    // MARK: Measures

    /// How probes and advice have come out within the window.
    package var measureCounts: MeasureCounts { measures.counts }

    /// Publishes what the measures warn of.
    mutating func publishWarnings(at now: Instant) -> [Directive] {
        guard !isSimulating else { return [] }
        let warnings = measures.warnings(
            at: now, window: configuration.firstUse.measureWindow)
        return warnings.map { warning in
            let message =
                switch warning {
                case .adviceRarelyResolves(let resolved, let clicked):
                    "of \(clicked) that went to the settings, \(resolved) changed the choice"
                case .undeterminedShareRises(let recent, let before):
                    "\(recent) % of the latest probes came to no result, \(before) % before"
                }
            return .publish(
                entry(.measuresWarning, cause: .request, priority: .warning, message: message))
        }
    }
}
