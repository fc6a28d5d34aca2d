/// The answers that the kernel gave to an evaluation's questions.
///
/// Rules and device hints hold until an event outdates them; everything else is asked anew for
/// each evaluation.
package struct KernelAnswers: Equatable, Sendable {
    private var answers: [KernelQuestion: KernelAnswer] = [:]

    package init() {}

    /// Adds answers; a later answer to the same question replaces the earlier.
    package mutating func add(_ more: [KernelQuestion: KernelAnswer]) {
        answers.merge(more) { _, later in later }
    }

    /// Forgets all that events do not announce, so that the next evaluation asks again.
    package mutating func forgetRoutes() {
        answers = answers.filter { question, answer in
            switch (question, answer) {
            // An answer that failed is no knowledge.
            case (_, .failed): false
            case (.rules, _), (.device, _): true
            case (.lookup, _), (.defaultRoutes, _), (.hasGatewayedHostRoute, _), (.nexthop, _),
                (.source, _):
                false
            }
        }
    }

    /// Forgets what a change outdates.
    package mutating func forget(_ change: NetworkChange) {
        if let link = change.outdatedDevice { answers[.device(link)] = nil }
        if let family = change.outdatedRules { answers[.rules(family)] = nil }
    }

    /// What is left of the look-up's answer that ends first; nil where all last.
    ///
    /// A route counts even where it leads out by no usable link, since it may hide others.
    package var shortestLifetime: Duration? {
        answers.values.compactMap { answer in
            if case .lookup(.route(let route)) = answer { route.expires } else { nil }
        }.min()
    }

    /// The answers to `questions`, in their order.
    ///
    /// - Throws: ``Unanswered`` with those of `questions` that have none.
    package func require(
        _ questions: [KernelQuestion]
    ) throws(Unanswered) -> [KernelAnswer] {
        var missing: [KernelQuestion] = []
        var found: [KernelAnswer] = []
        found.reserveCapacity(questions.count)
        for question in questions {
            if let answer = answers[question] {
                found.append(answer)
            } else {
                missing.append(question)
            }
        }
        guard missing.isEmpty else { throw Unanswered(missing) }
        return found
    }

    /// The routes that look-ups found, in their order; nil where one leads nowhere.
    ///
    /// Only unicast leads out, so a route of another type reads as rejected.
    package func lookups(
        _ lookups: [RouteLookup]
    ) throws(Unanswered) -> [RouteLookupResult] {
        try require(lookups.map { .lookup($0) }).map { answer in
            switch answer {
            case .lookup(.route(let route)) where route.type != .unicast: .rejected
            case .lookup(let result): result
            case .failed(let errno): .failed(errno: errno)
            case .rules, .routes, .flag, .hops, .source, .device: .failed(errno: 0)
            }
        }
    }

    /// The rules of a family in order of priority; none where they could not be read.
    package func rules(_ family: AddressFamily) throws(Unanswered) -> [RoutingRule] {
        guard case .rules(let rules) = try require([.rules(family)])[0] else { return [] }
        return rules
    }

    /// The default routes of a table, best first; none where they could not be read.
    package func defaultRoutes(
        _ family: AddressFamily, table: UInt32, link: LinkIndex? = nil
    ) throws(Unanswered) -> [Route] {
        let question = KernelQuestion.defaultRoutes(family, table: table, link: link)
        guard case .routes(let routes) = try require([question])[0] else { return [] }
        return routes
    }

    /// The hops of a nexthop object; none where it is gone.
    package func hops(nexthop id: UInt32) throws(Unanswered) -> [RouteHop] {
        guard case .hops(let hops) = try require([.nexthop(id)])[0] else { return [] }
        return hops
    }

    /// The source address of an unbound socket; nil where the kernel finds none.
    package func source(for destination: IPAddress) throws(Unanswered) -> IPAddress? {
        guard case .source(let source) = try require([.source(destination: destination)])[0]
        else { return nil }
        return source
    }

    /// Whether each of `links` has a gatewayed host route, in either family.
    package func haveGatewayedHostRoutes(_ links: [LinkIndex]) throws(Unanswered) -> [Bool] {
        let questions = links.flatMap { link in
            AddressFamily.allCases.map { KernelQuestion.hasGatewayedHostRoute($0, link) }
        }
        let answers = try require(questions)
        return links.indices.map { at in
            answers[2 * at...2 * at + 1].contains(.flag(true))
        }
    }

    /// What drivers say of a link; nothing where they could not be asked.
    package func device(_ link: LinkIndex) throws(Unanswered) -> DeviceHints {
        guard case .device(let hints) = try require([.device(link)])[0] else {
            return DeviceHints()
        }
        return hints
    }
}
