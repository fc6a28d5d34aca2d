/// Finds the usable default routes of one family by look-ups, the kernel's preferred first.
///
/// The kernel is asked twice: unbound, which says where traffic goes, and bound to each candidate
/// link, which says where it could go. A candidate is operational and has an address that traffic
/// can come from. What these two leave out is completed by ``complete(_:missing:unbound:)``.
struct RouteSearch {
    let family: AddressFamily
    let network: NetworkState
    let classifier: InterfaceClassifier
    let probes: RouteProbes
    let answers: KernelAnswers

    /// A link and the default route that leads out by it.
    struct UsableRoute: Equatable {
        let link: LinkIndex
        let route: Route
        /// The place of the rule that leads to the route; lower is asked first.
        let position: Int
    }

    /// What the kernel says of one region of the address space.
    struct RegionAnswer {
        /// The address that was asked for.
        let probe: IPAddress
        let result: RouteLookupResult

        var route: Route? {
            if case .route(let route) = result { route } else { nil }
        }
    }

    /// The usable routes, one a link, the kernel's preferred first; none where a region of the
    /// address space has no way out, whatever single links offer.
    func find() throws(Unanswered) -> [UsableRoute] {
        let candidates = candidates
        try askTheUsual(candidates)
        let policy = RoutingPolicy(try answers.rules(family))
        let unbound = try regions()
        let hasDefault = unbound.allSatisfy { $0.route != nil }

        var found: [LinkIndex: UsableRoute] = [:]
        var missing = candidates
        if hasDefault {
            (found, missing) = try bound(candidates, unbound.map(\.probe), policy)
            let search = RouteCompletion(search: self, policy: policy, unbound: unbound)
            search.addPreferred(to: &found, missing: &missing)
            try search.addHiddenDefaults(to: &found, missing: &missing)
            try search.removeUnreachable(from: &found)
        }
        var preferred =
            unbound.compactMap(\.route)
            .min { $0.destinationLength < $1.destinationLength }
            .map { $0.hops.map(\.link) } ?? []
        if family == .ipv6, !missing.isEmpty {
            let search = RouteCompletion(search: self, policy: policy, unbound: unbound)
            try search.addSourceSpecific(to: &found, missing: missing, isBehindDefault: hasDefault)
            if !hasDefault, !found.isEmpty {
                guard let link = try search.linkOfChosenSource() else { return [] }
                preferred = [link]
            }
        }
        return try order(found.values.sorted { $0.link < $1.link }, preferred: preferred)
    }

    /// For each region of the address space the answer that tells of its default route.
    ///
    /// An address under a longer prefix (a blackholed range, a host route) says nothing of the
    /// default, so the next one is asked; a full routing table has only long prefixes, and then
    /// they count.
    func regions(mark: UInt32 = 0) throws(Unanswered) -> [RegionAnswer] {
        let regions = probes.regions(family)
        let first = try answers.lookups(
            regions.map { RouteLookup(destination: $0[0], mark: mark) })
        var settled: [RegionAnswer?] = []
        var unsettled: [RouteLookup] = []
        for (region, result) in zip(regions, first) {
            if Self.isDefaultLike(result) {
                settled.append(RegionAnswer(probe: region[0], result: result))
            } else {
                settled.append(nil)
                unsettled += region.dropFirst().map { RouteLookup(destination: $0, mark: mark) }
            }
        }
        var further = try answers.lookups(unsettled)[...]
        for at in regions.indices where settled[at] == nil {
            let results = [first[at]] + further.prefix(regions[at].count - 1)
            further = further.dropFirst(regions[at].count - 1)
            let choice =
                results.firstIndex(where: Self.isDefaultLike)
                ?? results.firstIndex { if case .route = $0 { false } else { true } } ?? 0
            settled[at] = RegionAnswer(probe: regions[at][choice], result: results[choice])
        }
        return settled.compactMap(\.self)
    }

    /// Whether traffic could leave by the link, were there a route.
    func isCandidate(_ link: Link) -> Bool {
        link.isOperational && link.hardware != .loopback && link.kind != .vrf
            && link.portKind != .vrf && !network.sources(family, of: link.index).isEmpty
    }

    private var candidates: [LinkIndex] {
        network.addresses.keys.filter { index in
            network.links[index].map(isCandidate) ?? false
        }
        .sorted()
    }

    /// Makes sure that what nearly every evaluation needs is asked in one round.
    private func askTheUsual(_ candidates: [LinkIndex]) throws(Unanswered) {
        let firsts = probes.regions(family).map { $0[0] }
        _ = try answers.require(
            [.rules(family)] + firsts.map { .lookup(RouteLookup(destination: $0)) }
                + candidates.flatMap { link in
                    firsts.map { .lookup(RouteLookup(destination: $0, link: link)) }
                })
    }

    /// Asks for each candidate by itself. All regions must lead out by it, and a rule that unbound
    /// traffic meets must lead to its table.
    private func bound(
        _ candidates: [LinkIndex], _ destinations: [IPAddress], _ policy: RoutingPolicy
    ) throws(Unanswered) -> (found: [LinkIndex: UsableRoute], missing: [LinkIndex]) {
        let results = try answers.lookups(
            candidates.flatMap { link in
                destinations.map { RouteLookup(destination: $0, link: link) }
            })
        var found: [LinkIndex: UsableRoute] = [:]
        var missing: [LinkIndex] = []
        for (at, link) in candidates.enumerated() {
            let results = results[at * destinations.count..<(at + 1) * destinations.count]
            let routes = zip(destinations, results).compactMap { destination, result in
                if case .route(let route) = result { (destination, route) } else { nil }
            }
            guard routes.count == destinations.count,
                let (destination, route) = routes.min(by: {
                    $0.1.destinationLength < $1.1.destinationLength
                }), let position = policy.position(of: route, to: destination)
            else {
                missing.append(link)
                continue
            }
            found[link] = UsableRoute(link: link, route: route, position: position)
        }
        return (found, missing)
    }

    /// Sorts as the kernel would choose.
    ///
    /// Hops of one multipath route have no order among them: the cellular one comes first, since
    /// traffic may take it. What the unbound look-up says goes before all else.
    private func order(
        _ routes: [UsableRoute], preferred: [LinkIndex]
    ) throws(Unanswered) -> [UsableRoute] {
        var isCellular: [LinkIndex: Bool] = [:]
        if routes.count > 1 {
            for usable in routes {
                isCellular[usable.link] = try classifier.classify(usable.link).type == .cellular
            }
        }
        let winner = preferred.count == 1 ? preferred.first : nil
        func rank(_ usable: UsableRoute) -> [Int] {
            [
                usable.link == winner ? 0 : 1, usable.position,
                -Int(usable.route.destinationLength), Int(usable.route.metric),
                usable.route.preference.rawValue, isCellular[usable.link] == true ? 0 : 1,
                Int(usable.link.rawValue),
            ]
        }
        return routes.map { (rank($0), $0) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
            .map(\.1)
    }

    private static func isDefaultLike(_ result: RouteLookupResult) -> Bool {
        guard case .route(let route) = result else { return false }
        return route.destinationLength <= longestDefault
    }

    /// VPNs replace a default route by several of short prefixes; a longer prefix than this is
    /// taken for a route to a part of the Internet.
    private static let longestDefault: UInt8 = 8
}
