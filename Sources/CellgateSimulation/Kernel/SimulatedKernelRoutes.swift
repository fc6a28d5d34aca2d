internal import CellgateCore

/// Routes, rules and nexthop objects.
extension SimulatedKernel {
    /// What to do where a route of the same destination, metric and table exists.
    enum RouteInsertion {
        /// Refuse (`ip route add`).
        case add
        /// Put it beside: IPv4 behind the other, IPv6 as a further hop.
        case append
        /// Put it in its place, which no deletion announces.
        case replace
    }

    mutating func insert(_ new: SimulatedRoute, _ insertion: RouteInsertion) -> [NetworkEvent] {
        guard isPossible(new) else { return [] }
        var new = new
        let same = routes.firstIndex { isSamePlace($0, new) }
        switch (insertion, same) {
        case (.add, _?):
            return []
        case (.replace, let at?):
            routes[at] = new
        case (.append, let at?) where new.route.family == .ipv6:
            new.route.hops = routes[at].route.hops + new.route.hops
            routes[at] = new
        case (.add, nil), (.replace, nil), (.append, _):
            routes.append(new)
        }
        return announce([new])
    }

    /// Removes the best route that fits: a nil metric or no hops stand for any.
    mutating func delete(_ pattern: SimulatedRoute, metric: UInt32?) -> [NetworkEvent] {
        let at = routes.indices.filter { index in
            let route = routes[index]
            return route.route.table == pattern.route.table
                && route.destination == pattern.destination && route.source == pattern.source
                && route.route.family == pattern.route.family
                && metric.map { $0 == route.route.metric } ?? true
                && pattern.route.hops.allSatisfy { hop in
                    hops(of: route).contains { other in
                        other.link == hop.link
                            && hop.gateway.map { $0 == other.gateway } ?? true
                    }
                }
        }
        .min { routes[$0].route.metric < routes[$1].route.metric }
        guard let at else { return [] }
        let found = routes[at]
        if found.route.family == .ipv6, found.route.hops.count > 1, !pattern.route.hops.isEmpty {
            let gone = pattern.route.hops
            routes[at].route.hops.removeAll { hop in
                gone.contains {
                    $0.link == hop.link && ($0.gateway == nil || $0.gateway == hop.gateway)
                }
            }
        } else {
            routes.remove(at: at)
        }
        return announce([found])
    }

    /// One cause to ask anew where any of `routes` is announced at all.
    func announce(_ routes: [SimulatedRoute]) -> [NetworkEvent] {
        routes.contains(where: \.isAnnounced) ? [.routesChanged] : []
    }

    /// The hops of a route, those of its nexthop object included.
    func hops(of route: SimulatedRoute) -> [RouteHop] {
        route.route.nexthopID.map(hops(nexthop:)) ?? route.route.hops
    }

    /// The hops of a nexthop object, of a group's members in their order.
    func hops(nexthop id: UInt32) -> [RouteHop] {
        guard let nexthop = nexthops[id] else { return [] }
        return nexthop.hop.map { [$0] } ?? nexthop.group.flatMap(hops(nexthop:))
    }

    /// Marks the hops of routes by a link as usable or not.
    mutating func markHops(of link: LinkIndex, dead: Bool, family: AddressFamily? = nil) {
        for at in routes.indices where family.map({ $0 == routes[at].route.family }) ?? true {
            guard routes[at].route.type == .unicast else { continue }
            routes[at].route.hops = routes[at].route.hops.map { hop in
                hop.link == link
                    ? RouteHop(link: hop.link, gateway: hop.gateway, isDead: dead) : hop
            }
        }
    }

    /// Whether a route has no hop but by `link`, or only dead ones.
    func isDead(_ route: SimulatedRoute, without link: LinkIndex) -> Bool {
        let hops = hops(of: route)
        return hops.contains { $0.link == link }
            && hops.allSatisfy { $0.isDead || $0.link == link }
    }

    private func isSamePlace(_ one: SimulatedRoute, _ other: SimulatedRoute) -> Bool {
        one.route.family == other.route.family && one.route.table == other.route.table
            && one.destination == other.destination && one.source == other.source
            && one.route.metric == other.route.metric
    }

    /// Whether the kernel would take the route: its links are up and its objects exist.
    private func isPossible(_ new: SimulatedRoute) -> Bool {
        if let id = new.route.nexthopID { return nexthops[id] != nil }
        guard new.route.type == .unicast else { return true }
        return !new.route.hops.isEmpty
            && new.route.hops.allSatisfy { hop in
                links[hop.link]?.isUp == true
                    && (hop.gateway.map { canReach($0, by: hop.link) } ?? true)
            }
    }

    /// Whether a gateway is on the link.
    private func canReach(_ gateway: IPAddress, by link: LinkIndex) -> Bool {
        gateway.isLinkLocal
            || routes.contains { route in
                route.route.type == .unicast && route.destination.contains(gateway)
                    && hops(of: route).contains { $0.link == link && $0.gateway == nil }
                    && route.destination.length > 0
            }
    }

    // MARK: Rules

    /// Adds a rule behind those of its priority. A nil priority is one less than the first that is
    /// not 0.
    mutating func add(
        _ rule: SimulatedRule, priority: UInt32?, _ family: AddressFamily
    ) -> [NetworkEvent] {
        var rule = rule
        var list = rules[family] ?? []
        rule.rule.priority =
            priority ?? list.dropFirst().first.map { max($0.rule.priority, 1) - 1 } ?? 0
        let at = list.firstIndex { $0.rule.priority > rule.rule.priority } ?? list.count
        guard !list.contains(rule) else { return [] }
        list.insert(rule, at: at)
        rules[family] = list
        return [.rulesChanged(family)]
    }

    /// Removes the first rule that fits; a nil priority stands for any.
    mutating func delete(
        _ rule: SimulatedRule, priority: UInt32?, _ family: AddressFamily
    ) -> [NetworkEvent] {
        let at = rules[family]?.firstIndex { held in
            var other = rule
            other.rule.priority = priority ?? held.rule.priority
            return held == other
        }
        guard let at else { return [] }
        rules[family]?.remove(at: at)
        return [.rulesChanged(family)]
    }

    // MARK: Nexthop objects

    /// Adds a nexthop object, or replaces it, which moves its routes without a word on them. A
    /// group has no groups, and what is no group does not become one.
    mutating func put(
        _ nexthop: SimulatedNexthop, id: UInt32, replacing: Bool
    ) -> [NetworkEvent] {
        guard replacing || nexthops[id] == nil,
            nexthop.hop.map({ links[$0.link]?.isUp == true }) ?? true,
            nexthop.group.allSatisfy({ nexthops[$0]?.group.isEmpty == true }),
            nexthops[id].map({ $0.group.isEmpty == nexthop.group.isEmpty }) ?? true
        else { return [] }
        nexthops[id] = nexthop
        return [.routesChanged]
    }

    /// Removes a nexthop object, and its routes without a word on IPv4's.
    mutating func deleteNexthop(_ id: UInt32) -> [NetworkEvent] {
        guard nexthops[id] != nil else { return [] }
        removeNexthop(id)
        return [.routesChanged]
    }

    /// Removes the nexthop objects by a link that goes down.
    mutating func removeNexthops(of link: LinkIndex) {
        for (id, nexthop) in nexthops where nexthop.hop?.link == link { removeNexthop(id) }
    }

    private mutating func removeNexthop(_ id: UInt32) {
        nexthops[id] = nil
        routes.removeAll { $0.route.nexthopID == id }
        for (group, nexthop) in nexthops where nexthop.group.contains(id) {
            let rest = nexthop.group.filter { $0 != id }
            nexthops[group]?.group = rest
            if rest.isEmpty { removeNexthop(group) }
        }
    }
}
