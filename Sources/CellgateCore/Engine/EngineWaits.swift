/// Who waits for a decision: probes of the permission, and waits on a critical path.
extension Engine {
    /// Begins a wait for a decision about an app, which completes exactly once: by the decision or
    /// at its end.
    mutating func wait(
        _ id: RequestID, for app: AppID?, of client: ClientID, _ kind: Waits.Kind,
        at now: Instant
    ) -> [Directive] {
        guard let app, let state = currentState(of: app) else {
            return reply(id, .refused(.noApp))
        }
        let times = configuration.firstUse
        let limit = kind == .probe ? times.probeTimeout : times.decisionTimeout
        // A probe joins the one that is under way, and ends with it (R29).
        let first = kind == .probe ? waits.probe(of: app) : nil
        waits.add(
            id,
            Waits.Wait(
                app: app, client: client, kind: kind, started: first?.started ?? now,
                deadline: first?.deadline ?? now + limit))
        if state.restrictedState != .unknown { return completeWaits(at: now) }
        return use(by: app) + armWaits()
    }

    /// Completes the waits that have their answer, or are over.
    mutating func completeWaits(at now: Instant) -> [Directive] {
        guard !waits.isEmpty else { return [] }
        let states = Dictionary(
            uniqueKeysWithValues: Set(waits.waits.values.map(\.app)).map {
                ($0, currentState(of: $0)?.restrictedState ?? .unknown)
            })
        let done = waits.remove { wait in
            states[wait.app] != .unknown || wait.deadline <= now
        }
        guard !done.isEmpty else { return [] }
        var directives: [Directive] = []
        var probed: Set<AppID> = []
        for (id, wait) in done {
            let result = (states[wait.app] ?? .unknown).permission
            let cost = min(now.since(wait.started), wait.deadline.since(wait.started))
            let outcome = ProbeOutcome(
                result: result, cost: cost, network: evaluated?.path.preferred?.type)
            switch wait.kind {
            case .probe:
                if probed.insert(wait.app).inserted {
                    directives += publish(outcome, of: wait.app, at: now)
                }
            case .decision:
                if result == .undetermined { directives += hint(wait.app) }
            }
            directives += reply(id, .probe(outcome))
        }
        return directives + armWaits()
    }

    /// The timer ran out: completes what is over, and waits on for the rest.
    mutating func endWaits(at now: Instant) -> [Directive] {
        let directives = completeWaits(at: now)
        return directives.isEmpty ? armWaits() : directives
    }

    /// Gives up what a client waits for that is gone.
    mutating func giveUpWaits(of client: ClientID) -> [Directive] {
        waits.remove { $0.client == client }.isEmpty ? [] : armWaits()
    }

    private func armWaits() -> [Directive] {
        [waits.nextDeadline.map { .arm(.wait, at: $0) } ?? .disarm(.wait)]
    }

    private mutating func publish(
        _ outcome: ProbeOutcome, of app: AppID, at now: Instant
    ) -> [Directive] {
        if !isSimulating { count(outcome.result, at: now) }
        let (seconds, attoseconds) = outcome.cost.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        var details = [
            Entry.Field(.app, app.rawValue),
            Entry.Field(.probeResult, outcome.result.rawValue),
            Entry.Field(.probeCost, String(milliseconds)),
            Entry.Field(.probeNetwork, outcome.networkName),
        ]
        // What came to no result is told with all that may explain it (R60).
        if outcome.result == .undetermined {
            if let reason = currentState(of: app)?.unknownReason {
                details.append(Entry.Field(.unknownReason, reason.rawValue))
            }
            details.append(Entry.Field(.modem, radioInForce.modem.rawValue))
        }
        var directives: [Directive] = [
            .publish(
                entry(
                    .probeFinished, cause: .request, priority: .info,
                    message: "\(app): the probe says \(outcome.result.rawValue)",
                    details: details))
        ]
        if outcome.result == .denied {
            directives += advise(about: app, because: .probe, cause: .request, at: now)
        }
        return directives + publishWarnings(at: now)
    }

    private mutating func count(_ result: PermissionResult, at now: Instant) {
        measures.noteProbe(result, at: now, window: configuration.firstUse.measureWindow)
        switch result {
        case .granted: statistics.count(.probesGranted)
        case .denied: statistics.count(.probesDenied)
        case .undetermined: statistics.count(.probesUndetermined)
        }
    }

    /// Explains once that the user may be looking at a question (R35), in other words than for a
    /// refusal (R67).
    private mutating func hint(_ app: AppID) -> [Directive] {
        guard prompts.hint(app) else { return [] }
        return [
            .publish(
                entry(
                    .promptWaiting, cause: .timer,
                    message: "\(app): nobody has decided yet whether it may use this network; a "
                        + "question about it may be on the screen, and the settings answer it, too",
                    details: [Entry.Field(.app, app.rawValue)]))
        ]
    }
}

/// What a probe of the permission, or a wait for a decision, came to.
package struct ProbeOutcome: Equatable, Sendable {
    package let result: PermissionResult
    /// How long it took; at most the timeout.
    package let cost: Duration
    /// What the device's traffic used at its end; nil without a network.
    package let network: InterfaceType?

    package init(result: PermissionResult, cost: Duration, network: InterfaceType?) {
        self.result = result
        self.cost = cost
        self.network = network
    }

    /// wifi, cellular, wired or none (R76).
    package var networkName: String {
        switch network {
        case .wifi: "wifi"
        case .cellular: "cellular"
        case .wiredEthernet, .other, .loopback: "wired"
        case nil: "none"
        }
    }
}
