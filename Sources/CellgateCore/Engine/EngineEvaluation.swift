/// What follows from the inputs: the path, and each app's state on it.
extension Engine {
    /// Evaluates what the turn made dirty and publishes what that changed.
    mutating func evaluate(at now: Instant) -> [Directive] {
        guard !pending.causes.isEmpty else { return signalGuidance() }
        guard pending.isNetworkDirty else {
            return realPath.map { commit($0, at: now) } ?? []
        }
        if inquiry.isEmpty { answers.forgetRoutes() }
        do {
            let result = try PathEvaluation(
                network: network, configuration: configuration, answers: answers,
                metered: metered, modemLinks: modemLinks, isRoaming: radio.isRoaming,
                supportsDNS: supportsDNS
            ).evaluate()
            // Never disarmed: an evaluation too many does no harm.
            let expiry = result.expires.map {
                Directive.arm(.routeExpiry, at: now + $0 + Self.expiryMargin)
            }
            let cause = firstCause
            return (expiry.map { [$0] } ?? []) + commit(result.path, at: now)
                + hintAtModems(on: result.path, cause: cause)
        } catch {
            inquiry = error.questions
            return [.ask(inquiry)]
        }
    }

    /// Takes the kernel's answers over and goes on with the evaluation.
    mutating func take(
        _ given: [KernelQuestion: KernelAnswer], at now: Instant
    ) -> [Directive] {
        // What was asked before an event came in says nothing of what holds now.
        guard !inquiry.isEmpty else { return [] }
        for question in inquiry {
            if case .failed(let errno) = given[question] ?? .failed(errno: 0) {
                return giveUpInquiry("the kernel gave no answer (errno \(errno))", at: now)
            }
        }
        answers.add(given)
        return evaluate(at: now)
    }

    /// That the kernel could not be asked says nothing of the network: the last path stays (R37),
    /// and it is tried again.
    private mutating func giveUpInquiry(_ reason: String, at now: Instant) -> [Directive] {
        inquiry = []
        let directives = interpret(resync.fail(reason, at: now))
        guard let realPath else { return directives + [.exit(code: 1)] }
        return directives + commit(realPath, at: now)
    }

    /// Makes the kernel's path the one in force, or what is simulated in its place, with every app's
    /// state on it, and publishes what changed.
    private mutating func commit(_ real: NetworkPath, at now: Instant) -> [Directive] {
        generation += 1
        statistics.count(.evaluations)
        let isRealPathNew = real != realPath
        realPath = real
        let path = simulation?.path(over: real) ?? real
        // The end of a simulation is no change of the path.
        let isPathNew = simulation?.isEnding == true ? isRealPathNew : path != evaluated?.path
        followRealGuidance(isPathNew: isRealPathNew, at: now)
        if path != evaluated?.path || pending.isPolicyDirty || simulation?.isDirty == true {
            let before = evaluated
            let next = Evaluated(path: path, apps: states(on: path))
            standings.note(
                from: before, to: next, AppReport.Standing(since: now, cause: firstCause))
            evaluated = next
            if before != evaluated, before != publication.published { publication.overtaken += 1 }
        }
        var directives = publish(at: now) + signalSubscribers()
        simulation?.isDirty = false
        directives += followPrompts() + completeWaits(at: now)
        directives += followGuidance(
            isPathNew: isPathNew, isRefresh: pending.snapshot == .refresh, at: now)
        directives += signalGuidance() + publishEndOfSimulation()
        simulation?.isForeground = false
        let held = pending.replies.filter { $0.awaitsRecords && isReadingRecords }
        for due in pending.replies where !(due.awaitsRecords && isReadingRecords) {
            directives += reply(due.id, due.reply)
        }
        pending = Pending(readingCause: pending.readingCause, replies: held)
        inquiry = []
        // What is simulated is in force at once: a question that was due has been asked.
        guard simulation?.isDirty == true else { return directives }
        pending.causes.insert(.request)
        return directives + commit(real, at: now)
    }

    /// The cause that is told of this evaluation.
    var firstCause: Cause { Cause.allCases.first { pending.causes.contains($0) } ?? .network }

    /// The state of every app; apps of the same permission share one evaluation.
    private func states(on path: NetworkPath) -> [AppID: AppState] {
        let records = recordsInForce
        let radio = radioInForce
        var known: [Permission: AppState] = [:]
        func state(_ permission: Permission) -> AppState {
            if let state = known[permission] { return state }
            let state = AppState(
                permission, on: path, under: configuration.profile, radio: radio)
            known[permission] = state
            return state
        }
        var states: [AppID: AppState] = [:]
        states.reserveCapacity(table.apps.count)
        for (app, policy) in table.apps {
            states[app] = state(Permission(policy.standing, record: records.apps[app]))
        }
        for (app, record) in records.apps where states[app] == nil {
            states[app] = state(Permission(nil, record: record))
        }
        return states
    }

    /// How much later than told a route is looked for again.
    ///
    /// The kernel tells a lifetime in hundredths of a second, rounded down, and ends it at a tick of
    /// its own, which may be one more. In the last hundredth it says 0, as of routes without an
    /// end: looked for then, the route would be taken for one.
    private static let expiryMargin = Duration.milliseconds(20)
}
