package import CellgateCore

/// A kernel's network as one value: links, addresses, routes, rules and nexthop objects, with the
/// kernel's answers to look-ups and its silence about many a change.
///
/// An operation returns what the kernel would announce of it. One that the kernel would refuse
/// changes nothing and returns nothing. The same suite of tests holds it and the
/// real kernel to one contract.
package struct SimulatedKernel: Equatable, Sendable {
    /// The present; routes with a lifetime depend on it.
    package private(set) var now = Instant.zero
    var links: [LinkIndex: SimulatedLink] = [:]
    /// In the order in which they came.
    var addresses: [Address] = []
    /// In the order in which they came.
    var routes: [SimulatedRoute] = []
    /// In order of priority.
    var rules: [AddressFamily: [SimulatedRule]] = [:]
    var nexthops: [UInt32: SimulatedNexthop] = [:]
    /// `net.ipv4.nexthop_compat_mode`: whether a route tells the hops of its nexthop object.
    package var showsHopsOfObjects = true
    private var lastIndex: UInt32 = 0

    static let localTable: UInt32 = 255
    static let mainTable: UInt32 = 254
    static let loopback = LinkIndex(1)

    /// A network namespace with nothing but the loopback link, which is up.
    package init() {
        for family in AddressFamily.allCases {
            var tables: [(priority: UInt32, table: UInt32)] = [
                (0, Self.localTable), (32_766, Self.mainTable),
            ]
            if family == .ipv4 { tables.append((32_767, 253)) }
            rules[family] = tables.map { priority, table in
                SimulatedRule(rule: RoutingRule(priority: priority, action: .lookup(table: table)))
            }
        }
        addLink("lo", kind: nil) { link in
            link.hardware = .loopback
            link.isSilentOnState = true
        }
        setUp(Self.loopback)
        add(Address(link: Self.loopback, local: .v4(0x7F00_0001), prefixLength: 8, scope: .host))
        add(
            Address(
                link: Self.loopback, local: .v6(high: 0, low: 1), prefixLength: 128, scope: .host))
    }

    /// What full dumps of links and addresses tell.
    package func dump() -> NetworkDump {
        NetworkDump(
            links: links.values.sorted { $0.index < $1.index }.map(update),
            addresses: addresses.filter { $0.family == .ipv4 }
                + addresses.filter { $0.family == .ipv6 })
    }

    /// The index of a link; nil where no link has this name.
    package func index(of name: String) -> LinkIndex? {
        links.values.first { $0.name == InterfaceName(name) }?.index
    }

    /// Lets time pass. The kernel removes a route about half a minute after its end, and only then
    /// says so.
    @discardableResult
    package mutating func advance(to instant: Instant) -> [NetworkEvent] {
        now = max(now, instant)
        let collected = routes.filter { route in
            route.expiry.map { $0 + .seconds(29) <= now } ?? false
        }
        routes.removeAll { collected.contains($0) }
        return announce(collected)
    }

    // MARK: Links

    /// Adds a link, which is down; its name must be new.
    @discardableResult
    package mutating func addLink(
        _ name: String, kind: LinkKind? = nil,
        configure: (inout SimulatedLink) -> Void = { _ in }
    ) -> [NetworkEvent] {
        guard index(of: name) == nil else { return [] }
        lastIndex += 1
        var link = SimulatedLink(index: LinkIndex(lastIndex), name: InterfaceName(name))
        link.kind = kind
        if [.tun, .wireguard, .xfrm, .gre, .ipip].contains(kind) {
            link.hardware = .none
            link.isSilentOnState = true
        }
        configure(&link)
        return changingLinks { $0[link.index] = link }
    }

    /// Changes a link in any way; what depends on it follows.
    @discardableResult
    package mutating func change(
        _ name: String, _ body: (inout SimulatedLink) -> Void
    ) -> [NetworkEvent] {
        guard let index = index(of: name), var link = links[index] else { return [] }
        body(&link)
        return changingLinks { $0[index] = link }
    }

    /// A message with two attributes, as a Wi-Fi driver sends them in passing.
    package func wirelessEvent(of name: String) -> [NetworkEvent] {
        guard let link = index(of: name).flatMap({ links[$0] }) else { return [] }
        let whole = update(of: link)
        var fragment = LinkUpdate(
            index: whole.index, hardware: whole.hardware, flags: whole.flags, isComplete: false)
        fragment.name = whole.name
        return [.link(fragment)]
    }

    /// IPv4's connected routes come back with the link, its other routes do not.
    @discardableResult
    mutating func setUp(_ index: LinkIndex) -> [NetworkEvent] {
        guard links[index]?.isUp == false else { return [] }
        let events = changingLinks { $0[index]?.isUp = true }
        markHops(of: index, dead: false)
        for address in addresses where address.link == index { addConnectedRoutes(of: address) }
        return events
    }

    /// IPv4's routes go in silence and its addresses stay; IPv6's addresses and routes go and say
    /// so.
    @discardableResult
    mutating func setDown(_ index: LinkIndex) -> [NetworkEvent] {
        guard links[index]?.isUp == true else { return [] }
        var events = changingLinks { $0[index]?.isUp = false }
        for address in addresses where address.link == index && address.family == .ipv6 {
            events += remove(address)
        }
        markHops(of: index, dead: true)
        let gone = routes.filter { route in
            !(route.route.family == .ipv4 && route.route.table == Self.localTable)
                && isDead(route, without: index)
        }
        routes.removeAll { gone.contains($0) }
        removeNexthops(of: index)
        return events + announce(gone.filter { $0.route.family == .ipv6 })
    }

    /// Removes a link, and the other end where it is one of a veth pair.
    @discardableResult
    mutating func removeLink(_ index: LinkIndex) -> [NetworkEvent] {
        guard let link = links[index], index != Self.loopback else { return [] }
        var events = setDown(index)
        for address in addresses where address.link == index { events += remove(address) }
        events += changingLinks { links in
            links[index] = nil
            for other in links.keys {
                if links[other]?.master == index { links[other]?.master = nil }
                if links[other]?.peer == index { links[other]?.peer = nil }
                if links[other]?.activePort == index { links[other]?.activePort = nil }
            }
        }
        for other in links.values where other.lower == index && other.tunnel == nil {
            events += removeLink(other.index)
        }
        if let peer = link.peer { events += removeLink(peer) }
        return events
    }

    /// Tells of every link that reads otherwise than before.
    private mutating func changingLinks(
        _ body: (inout [LinkIndex: SimulatedLink]) -> Void
    ) -> [NetworkEvent] {
        let before = links.mapValues(update)
        body(&links)
        let after = links.mapValues(update)
        let removed = before.keys.filter { after[$0] == nil }.sorted()
        let changed = after.values.filter { before[$0.index] != $0 }
        return removed.map { .linkRemoved($0) }
            + changed.sorted { $0.index < $1.index }.map { .link($0) }
    }
}
