package import CellgateCore

/// Look-ups in the tables, as `net/ipv4/fib_trie.c` and `net/ipv6/ip6_fib.c` make them.
extension SimulatedKernel {
    /// The kernel's answers, one to each question.
    package func answers(
        to questions: [KernelQuestion]
    ) -> [KernelQuestion: KernelAnswer] {
        Dictionary(questions.map { ($0, answer(to: $0)) }) { first, _ in first }
    }

    private func answer(to question: KernelQuestion) -> KernelAnswer {
        switch question {
        case .rules(let family):
            return .rules((rules[family] ?? []).map(\.rule))
        case .lookup(let lookup):
            return .lookup(result(of: lookup))
        case .defaultRoutes(let family, let table, let link):
            let defaults = routes.filter { route in
                route.route.family == family && route.route.table == table
                    && route.route.destinationLength == 0
                    && (link.map { link in shown(route).hops.contains { $0.link == link } } ?? true)
            }
            return .routes(sortedByMetric(defaults).map(shown))
        case .hasGatewayedHostRoute(let family, let link):
            return .flag(
                routes.contains { route in
                    route.route.family == family && route.route.type == .unicast
                        && route.route.destinationLength == family.addressBits
                        && hops(of: route).contains { $0.link == link && $0.gateway != nil }
                })
        case .nexthop(let id):
            return .hops(hops(nexthop: id))
        case .source(let destination):
            return .source(source(for: destination))
        case .device(let link):
            return .device(links[link]?.hints ?? DeviceHints())
        }
    }

    /// Walks the rules until one of their tables answers.
    private func result(of lookup: RouteLookup) -> RouteLookupResult {
        let family = lookup.destination.family
        if let link = lookup.link, family == .ipv4 {
            // ENODEV.
            guard let link = links[link] else { return .failed(errno: 19) }
            guard link.isUp else { return .noRoute }
        }
        for rule in rules[family] ?? [] where matches(rule, lookup) {
            switch rule.rule.action {
            case .reject: return .rejected
            case .other: continue
            case .lookup(let table):
                switch search(table, lookup) {
                case .none, .goOn: continue
                case .rejected: return .rejected
                case .route(let route):
                    if let suppressed = rule.rule.suppressedPrefixLength,
                        route.route.destinationLength <= suppressed
                    {
                        continue
                    }
                    return .route(shown(route))
                }
            }
        }
        // IPv4 then takes the destination for one on the link, which is no route: EHOSTUNREACH.
        return lookup.link != nil && family == .ipv4 ? .rejected : .noRoute
    }

    private func matches(_ rule: SimulatedRule, _ lookup: RouteLookup) -> Bool {
        var isMatch = (rule.rule.mark ^ lookup.mark) & rule.rule.markMask == 0
        if let name = rule.outputInterface {
            isMatch = isMatch && lookup.link.flatMap { links[$0]?.name } == name
        }
        // The look-up is for nobody in particular, whom no range but the whole one holds.
        if let users = rule.rule.userIDs { isMatch = isMatch && users == 0...UInt32.max }
        if let source = rule.source {
            isMatch = isMatch && (lookup.source.map(source.contains) ?? (source.length == 0))
        } else if rule.rule.hasOtherSelector {
            isMatch = false
        }
        return isMatch != rule.rule.isInverted
    }

    private enum Found {
        case route(SimulatedRoute)
        case rejected
        /// `throw`: this table has nothing to say.
        case goOn
    }

    private func search(_ table: UInt32, _ lookup: RouteLookup) -> Found? {
        let candidates = routes.filter { route in
            route.route.table == table && route.destination.contains(lookup.destination)
                && (route.expiry.map { $0 > now } ?? true)
        }
        switch lookup.destination.family {
        case .ipv4: return searchIPv4(sortedByMetric(candidates), lookup)
        case .ipv6: return searchIPv6(sortedByMetric(candidates), lookup)
        }
    }

    /// Longest prefix, then metric. A route through a nexthop object that does not fit hides those
    /// behind it of the same destination.
    private func searchIPv4(_ candidates: [SimulatedRoute], _ lookup: RouteLookup) -> Found? {
        var hidden: [IPAddress] = []
        for route in byLength(candidates) where !hidden.contains(route.destination.network) {
            if route.isThrow { return .goOn }
            if route.route.type == .reject { return .rejected }
            if let id = route.route.nexthopID, nexthops[id]?.isBlackhole == true {
                return .rejected
            }
            if hasHop(route, lookup.link) { return .route(route) }
            if route.route.nexthopID != nil { hidden.append(route.destination.network) }
        }
        return nil
    }

    /// Longest destination, then longest source, then metric, then the router's preference. A
    /// reject route is one of the loopback link, and with a source given no link is insisted on.
    private func searchIPv6(_ candidates: [SimulatedRoute], _ lookup: RouteLookup) -> Found? {
        let fitting = candidates.filter { route in
            guard let source = route.source else { return true }
            return lookup.source.map(source.contains) ?? false
        }
        var nodes: [[SimulatedRoute]] = []
        for route in byLength(fitting) {
            if let last = nodes.last?.first, last.destination == route.destination,
                last.source == route.source
            {
                nodes[nodes.count - 1].append(route)
            } else {
                nodes.append([route])
            }
        }
        for node in nodes {
            let usable = node.filter { hasHop($0, lookup.source == nil ? lookup.link : nil) }
            guard let metric = usable.first?.route.metric else { continue }
            let best = usable.filter { $0.route.metric == metric }
                .min { $0.route.preference < $1.route.preference }
            guard let best else { continue }
            if best.isThrow { return .goOn }
            return best.route.type == .reject
                ? .rejected : .route(withHopFirst(best, lookup.link))
        }
        return nil
    }

    /// IPv6's hops are routes of their own, of which the one that was found is told first.
    private func withHopFirst(_ route: SimulatedRoute, _ link: LinkIndex?) -> SimulatedRoute {
        var route = route
        let others = route.route.hops.filter { $0.link != link }
        route.route.hops = route.route.hops.filter { $0.link == link } + others
        return route
    }

    private func hasHop(_ route: SimulatedRoute, _ link: LinkIndex?) -> Bool {
        hops(of: route).contains { !$0.isDead && (link.map(Set([$0.link]).contains) ?? true) }
    }

    /// Longest destinations first, then longest sources; else as they were.
    private func byLength(_ routes: [SimulatedRoute]) -> [SimulatedRoute] {
        sorted(routes) { [-Int($0.route.destinationLength), -Int($0.route.sourceLength)] }
    }

    private func sortedByMetric(_ routes: [SimulatedRoute]) -> [SimulatedRoute] {
        sorted(routes) { [Int($0.route.metric)] }
    }

    /// A stable sort.
    private func sorted(
        _ routes: [SimulatedRoute], by key: (SimulatedRoute) -> [Int]
    ) -> [SimulatedRoute] {
        routes.enumerated().map { (key($1) + [$0], $1) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
            .map(\.1)
    }

    /// The route as an answer tells it.
    private func shown(_ held: SimulatedRoute) -> Route {
        var route = held.route
        if let id = route.nexthopID { route.hops = showsHopsOfObjects ? hops(nexthop: id) : [] }
        if let expiry = held.expiry { route.expires = max(expiry.since(now), .zero) }
        return route
    }

    /// The source that an unbound socket gets: one of the route's link, else, where no route holds
    /// for all sources, that of all links which shares most bits with the destination.
    private func source(for destination: IPAddress) -> IPAddress? {
        let candidates = addresses.filter { $0.family == destination.family && $0.isUsableSource }
        switch result(of: RouteLookup(destination: destination)) {
        case .route(let route):
            guard let hop = route.hops.first else { return nil }
            let onLink = candidates.filter { $0.link == hop.link }
            let near = onLink.first { address in
                hop.gateway.map {
                    Prefix(address: address.local, length: address.prefixLength).contains($0)
                } ?? false
            }
            return (near ?? onLink.first)?.local
        case .noRoute where destination.family == .ipv6:
            let best = candidates.map(\.local).max {
                commonBits($0, destination) < commonBits($1, destination)
            }
            guard let best else { return nil }
            let lookup = RouteLookup(destination: destination, source: best)
            if case .route = result(of: lookup) { return best }
            return nil
        case .noRoute, .rejected, .failed:
            return nil
        }
    }

    private func commonBits(_ one: IPAddress, _ other: IPAddress) -> Int {
        guard case .v6(let high, let low) = one, case .v6(let otherHigh, let otherLow) = other
        else { return 0 }
        let upper = (high ^ otherHigh).leadingZeroBitCount
        return upper < 64 ? upper : 64 + (low ^ otherLow).leadingZeroBitCount
    }
}
