/// What look-ups by interface cannot see, or see wrongly, and the questions that settle it.
struct RouteCompletion {
    let search: RouteSearch
    let policy: RoutingPolicy
    let unbound: [RouteSearch.RegionAnswer]

    private var answers: KernelAnswers { search.answers }

    /// Adds the links that unbound traffic uses where look-ups by them say otherwise.
    ///
    /// A rule may pass over a table's default (`suppress_prefixlength`) and a look-up by another
    /// link meet a reject route that stands behind it in that table.
    func addPreferred(
        to found: inout [LinkIndex: RouteSearch.UsableRoute], missing: inout [LinkIndex]
    ) {
        let routes = unbound.compactMap { region in region.route.map { (region.probe, $0) } }
        guard
            let (probe, route) = routes.min(by: {
                $0.1.destinationLength < $1.1.destinationLength
            }), let position = policy.position(of: route, to: probe)
        else { return }
        for link in missing
        where routes.allSatisfy({ $0.1.hops.contains { $0.link == link && !$0.isDead } }) {
            found[link] = RouteSearch.UsableRoute(link: link, route: route, position: position)
        }
        missing.removeAll { found[$0] != nil }
    }

    /// Adds worse default routes that look-ups by interface do not find.
    ///
    /// An IPv4 route through a nexthop object ends such a look-up, and a rule for bound sockets
    /// (`oif`) leads it elsewhere. Then the tables' default routes are read.
    func addHiddenDefaults(
        to found: inout [LinkIndex: RouteSearch.UsableRoute], missing: inout [LinkIndex]
    ) throws(Unanswered) {
        let goesThroughObject =
            search.family == .ipv4
            && (unbound.compactMap(\.route) + found.values.map(\.route))
                .contains { $0.nexthopID != nil }
        guard !missing.isEmpty, goesThroughObject || policy.hasOutputInterfaceRule else { return }
        for usable in try reachableDefaults(links: missing) {
            for hop in try hops(of: usable.route) where !hop.isDead && missing.contains(hop.link) {
                found[hop.link] = RouteSearch.UsableRoute(
                    link: hop.link, route: usable.route, position: usable.position)
                missing.removeAll { $0 == hop.link }
            }
        }
    }

    /// The default routes of all tables in the order in which the kernel comes to them, up to the
    /// first that rejects; a table ends at the first of its routes that leads nowhere.
    private func reachableDefaults(
        links: [LinkIndex]
    ) throws(Unanswered) -> [(route: Route, position: Int)] {
        let probe = unbound[0].probe
        var reached: [(route: Route, position: Int)] = []
        for table in policy.tables(to: probe) {
            for route in try defaultRoutes(of: table, links: links)
            where route.typeOfService == 0 && route.sourceLength == 0 {
                guard let position = policy.position(of: route, to: probe) else { continue }
                if route.type != .other { reached.append((route, position)) }
                guard route.type == .unicast else { break }
            }
        }
        let ordered = reached.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
        return Array(ordered.prefix { $0.route.type == .unicast })
    }

    /// Removes what an IPv6 reject route keeps out of reach: what its table has behind it, and what
    /// later rules lead to.
    ///
    /// Such a route is one of the loopback link, so a look-up by another interface passes it by.
    func removeUnreachable(
        from found: inout [LinkIndex: RouteSearch.UsableRoute]
    ) throws(Unanswered) {
        let probe = unbound[0].probe
        guard search.family == .ipv6, !isAllPreferred(found),
            let last = found.values.map(\.position).max(),
            let loopback = search.network.links.values
                .first(where: { $0.hardware == .loopback })?.index,
            try answers.lookups([RouteLookup(destination: probe, link: loopback)])[0] == .rejected
        else { return }
        for table in policy.tables(to: probe) {
            for reject in try answers.defaultRoutes(.ipv6, table: table, link: loopback)
            where reject.type == .reject {
                guard let position = policy.position(of: reject, to: probe), position <= last
                else { continue }
                found = found.filter { _, usable in
                    let route = usable.route
                    guard usable.position == position else { return usable.position < position }
                    return (route.destinationLength, reject.metric)
                        >= (reject.destinationLength, route.metric)
                }
            }
        }
    }

    /// Whether there is only what traffic uses that is bound to nothing, before which is nothing.
    private func isAllPreferred(_ found: [LinkIndex: RouteSearch.UsableRoute]) -> Bool {
        guard found.count <= 1, let link = found.keys.first else { return found.isEmpty }
        return unbound.compactMap(\.route).allSatisfy { $0.hops.map(\.link) == [link] }
    }

    /// Adds IPv6 default routes that hold for one source prefix only (`default from PREFIX`).
    ///
    /// - Parameter isBehindDefault: Whether a default route for all sources exists, which then
    ///   goes first.
    func addSourceSpecific(
        to found: inout [LinkIndex: RouteSearch.UsableRoute], missing: [LinkIndex],
        isBehindDefault: Bool
    ) throws(Unanswered) {
        let pairs = missing.flatMap { link in
            search.network.sources(.ipv6, of: link).map { (link: link, source: $0) }
        }
        let results = try answers.lookups(
            pairs.map { RouteLookup(destination: unbound[0].probe, source: $0.source) })
        for (pair, result) in zip(pairs, results) {
            // With a source given the kernel does not hold to an interface, so the hop is checked.
            guard case .route(let route) = result, route.sourceLength > 0,
                route.hops.contains(where: { $0.link == pair.link })
            else { continue }
            found[pair.link] = RouteSearch.UsableRoute(
                link: pair.link, route: route, position: isBehindDefault ? .max : 0)
        }
    }

    /// Where the source address leads that the kernel gives to an unbound socket; nil where it
    /// leads nowhere.
    ///
    /// Without a default route for all sources the kernel chooses the source first.
    func linkOfChosenSource() throws(Unanswered) -> LinkIndex? {
        let probe = unbound[0].probe
        guard let source = try answers.source(for: probe) else { return nil }
        let result = try answers.lookups([RouteLookup(destination: probe, source: source)])[0]
        guard case .route(let route) = result else { return nil }
        return route.hops.first?.link
    }

    private func defaultRoutes(
        of table: UInt32, links: [LinkIndex]
    ) throws(Unanswered) -> [Route] {
        switch search.family {
        case .ipv4:
            return try answers.defaultRoutes(.ipv4, table: table)
        case .ipv6:
            let questions = links.map {
                KernelQuestion.defaultRoutes(.ipv6, table: table, link: $0)
            }
            _ = try answers.require(questions)
            var routes: [Route] = []
            for link in links {
                routes += try answers.defaultRoutes(.ipv6, table: table, link: link)
            }
            return routes
        }
    }

    private func hops(of route: Route) throws(Unanswered) -> [RouteHop] {
        guard route.hops.isEmpty, let id = route.nexthopID else { return route.hops }
        return try answers.hops(nexthop: id)
    }
}
