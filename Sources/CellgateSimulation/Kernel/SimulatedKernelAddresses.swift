package import CellgateCore

/// Addresses, and the routes that come and go with them.
extension SimulatedKernel {
    /// Adds an address, or changes the flags of one that is there.
    @discardableResult
    package mutating func add(_ address: Address) -> [NetworkEvent] {
        guard links[address.link] != nil else { return [] }
        if let at = addresses.firstIndex(where: { $0.hasSameIdentity(as: address) }) {
            addresses[at] = address
        } else {
            addresses.append(address)
            var route = Route(
                family: address.family, table: Self.localTable,
                destinationLength: address.family.addressBits, hops: [RouteHop(link: address.link)])
            route.type = .other
            route.destination = address.local
            routes.append(SimulatedRoute(route: route, origin: address))
            if links[address.link]?.isUp == true { addConnectedRoutes(of: address) }
        }
        return [.address(address)]
    }

    /// Removes an address. With a link's last IPv4 address all its IPv4 routes go, in silence.
    @discardableResult
    package mutating func remove(_ address: Address) -> [NetworkEvent] {
        guard let at = addresses.firstIndex(where: { $0.hasSameIdentity(as: address) }) else {
            return []
        }
        let held = addresses.remove(at: at)
        var events: [NetworkEvent] = [.addressRemoved(held)]
        routes.removeAll { $0.origin?.hasSameIdentity(as: held) == true }
        let dependent = routes.filter { $0.preferredSource == held.local }
        routes.removeAll { dependent.contains($0) }
        events += announce(dependent)
        let isLast = !addresses.contains { $0.link == held.link && $0.family == .ipv4 }
        if held.family == .ipv4, isLast {
            markHops(of: held.link, dead: true, family: .ipv4)
            let gone = routes.filter {
                $0.route.family == .ipv4 && isDead($0, without: held.link)
            }
            routes.removeAll { gone.contains($0) }
            if links[held.link]?.isUp == true {
                markHops(of: held.link, dead: false, family: .ipv4)
            }
        }
        return events
    }

    /// The connected route of an address, unless it is the address of a single host.
    mutating func addConnectedRoutes(of address: Address) {
        guard address.prefixLength < address.family.addressBits, !address.local.isLinkLocal,
            address.link != Self.loopback
        else { return }
        let prefix = Prefix(address: address.peer ?? address.local, length: address.prefixLength)
        var route = Route(
            family: address.family, table: Self.mainTable, destinationLength: prefix.length,
            hops: [RouteHop(link: address.link)])
        route.destination = prefix.network
        route.metric = address.family == .ipv6 ? 256 : 0
        let connected = SimulatedRoute(route: route, origin: address)
        if !routes.contains(where: { $0.route == route }) { routes.append(connected) }
    }
}
