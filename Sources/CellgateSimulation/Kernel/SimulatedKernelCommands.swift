package import CellgateCore

/// The part of ip(8) that the simulated kernel understands, so that one script sets up both it and
/// the real kernel.
extension SimulatedKernel {
    /// Runs one `ip` command, without the `ip`: `route add default dev wwan0`. One that the kernel
    /// would refuse does nothing, and so does an empty line.
    ///
    /// - Throws: where a word is not understood.
    @discardableResult
    package mutating func perform(_ line: String) throws(CommandFault) -> [NetworkEvent] {
        var words = CommandWords(line)
        let family: AddressFamily? = words.take("-6") ? .ipv6 : words.take("-4") ? .ipv4 : nil
        guard let object = words.next() else { return [] }
        let command = words.next() ?? ""
        switch (object, command) {
        case ("link", "add"), ("tuntap", "add"): return try addLink(&words)
        case ("link", "del"): return linkIndex(&words).map { removeLink($0) } ?? []
        case ("link", "set"): return try setLink(&words)
        case ("addr", "add"), ("addr", "del"):
            return try changeAddress(&words, adding: command == "add")
        case ("addr", "flush"): return flush(&words)
        case ("route", _): return try changeRoute(&words, command, family)
        case ("rule", _): return try changeRule(&words, command, family ?? .ipv4)
        case ("nexthop", _): return try changeNexthop(&words, command)
        default:
            throw CommandFault(
                "'\(object)\(command.isEmpty ? "" : " ")\(command)' is not understood; \(Self.commands)"
            )
        }
    }

    private func linkIndex(_ words: inout CommandWords) -> LinkIndex? {
        _ = words.take("dev")
        return words.next().flatMap { index(of: $0) }
    }

    // MARK: Links and addresses

    /// `wlan0 type veth peer name p1`, `vlan5 link wlan0 type vlan id 5`, `dev tun0 mode tun`.
    private mutating func addLink(_ words: inout CommandWords) throws(CommandFault)
        -> [NetworkEvent]
    {
        _ = words.take("dev")
        let name = words.next() ?? ""
        var lower: LinkIndex?
        var kind: LinkKind?
        var peer: String?
        while let word = words.next() {
            switch word {
            case "link": lower = linkIndex(&words)
            case "type": kind = words.next().map(LinkKind.init(rawValue:))
            case "mode":
                // Without a program that reads from it, such a link has no carrier.
                let isTap = words.next() == "tap"
                return addLink(name, kind: .tun) { link in
                    link.isTap = isTap
                    link.hardware = isTap ? .ethernet : .none
                    link.hasCarrier = false
                }
            case "peer": _ = words.take("name"); peer = words.next()
            case "id": _ = words.next()
            default: throw CommandFault(unknown: word)
            }
        }
        guard let peer else {
            return addLink(name, kind: kind) { $0.lower = lower }
        }
        let events = addLink(peer, kind: kind) + addLink(name, kind: kind)
        guard !events.isEmpty else { return [] }
        let (end, otherEnd) = (index(of: name), index(of: peer))
        return events + change(name) { $0.peer = otherEnd } + change(peer) { $0.peer = end }
    }

    private mutating func setLink(_ words: inout CommandWords) throws(CommandFault)
        -> [NetworkEvent]
    {
        _ = words.take("dev")
        guard let name = words.next(), let index = index(of: name) else { return [] }
        switch words.next() {
        case "up": return setUp(index)
        case "down": return setDown(index)
        case "name":
            guard let new = words.next(), self.index(of: new) == nil else { return [] }
            return change(name) { $0.name = InterfaceName(new) }
        case "master":
            let master = linkIndex(&words)
            return change(name) { $0.master = master }
        case "nomaster":
            return change(name) { $0.master = nil }
        case let word: throw CommandFault(unknown: word)
        }
    }

    /// `10.1.0.2/24 dev wlan0`, `fd00:1::2/64 dev wlan0 nodad`.
    private mutating func changeAddress(
        _ words: inout CommandWords, adding: Bool
    ) throws(CommandFault) -> [NetworkEvent] {
        let prefix = try words.prefix()
        var peer: IPAddress?
        var length = prefix.length
        var flags: AddressFlags = prefix.address.family == .ipv6 ? [.tentative] : []
        var link: LinkIndex?
        while let word = words.next() {
            switch word {
            case "peer":
                let other = try words.prefix()
                guard other.address.family == prefix.address.family else {
                    throw CommandFault("the peer's address is of another family")
                }
                (peer, length) = (other.address, other.length)
            case "dev": link = words.next().flatMap { index(of: $0) }
            case "nodad": flags = []
            default: throw CommandFault(unknown: word)
            }
        }
        guard let link else { return [] }
        let isLinkLocal = prefix.address.family == .ipv6 && prefix.address.isLinkLocal
        let address = Address(
            link: link, local: prefix.address, peer: peer, prefixLength: length,
            scope: isLinkLocal ? .link : .universe, flags: flags)
        guard adding else { return remove(address) }
        return addresses.contains { $0.hasSameIdentity(as: address) } ? [] : add(address)
    }

    private mutating func flush(_ words: inout CommandWords) -> [NetworkEvent] {
        guard let link = linkIndex(&words) else { return [] }
        return addresses.filter { $0.link == link }.flatMap { remove($0) }
    }

    // MARK: Routes

    private mutating func changeRoute(
        _ words: inout CommandWords, _ command: String, _ named: AddressFamily?
    ) throws(CommandFault) -> [NetworkEvent] {
        let types: [String: RouteType] = [
            "unreachable": .reject, "prohibit": .reject, "blackhole": .reject, "throw": .other,
        ]
        let word = words.peek ?? ""
        let type = types[word] ?? .unicast
        if types[word] != nil { _ = words.next() }
        let destination = try words.take("default") ? nil : words.prefix()
        let family = named ?? destination?.address.family ?? .ipv4
        guard destination.map({ $0.address.family == family }) ?? true else {
            throw CommandFault("the destination is of another family")
        }
        var new = SimulatedRoute(
            route: Route(
                family: family, table: Self.mainTable,
                destinationLength: destination?.length ?? 0, hops: []))
        new.route.type = type
        new.isThrow = word == "throw"
        new.route.destination = new.route.destinationLength == 0 ? nil : destination?.network
        var metric: UInt32?
        var hops: [(gateway: IPAddress?, link: LinkIndex?)] = []
        var namesUnknownLink = false
        while let word = words.next() {
            switch word {
            case "nexthop": hops.append((nil, nil))
            case "via":
                _ = words.take("inet6")
                if hops.isEmpty { hops.append((nil, nil)) }
                hops[hops.count - 1].gateway = try words.address()
            case "dev":
                if hops.isEmpty { hops.append((nil, nil)) }
                hops[hops.count - 1].link = words.next().flatMap { index(of: $0) }
                if hops[hops.count - 1].link == nil { namesUnknownLink = true }
            case "metric": metric = try words.number()
            case "table": new.route.table = try words.number()
            case "src": new.preferredSource = try words.address()
            case "nhid": new.route.nexthopID = try words.number()
            case "expires": new.expiry = now + .seconds(Int64(try words.number()))
            case "pref": new.route.preference = words.preference()
            case "from":
                let source = try words.prefix()
                new.source = source
                new.route.sourceLength = source.length
            default: throw CommandFault(unknown: word)
            }
        }
        guard !namesUnknownLink else { return [] }
        new.route.hops = hops.compactMap { hop in
            (hop.link ?? hop.gateway.flatMap(linkTo)).map {
                RouteHop(link: $0, gateway: hop.gateway)
            }
        }
        if family == .ipv6, type != .unicast {
            new.route.hops = [RouteHop(link: Self.loopback)]
        }
        if command == "del" {
            if type != .unicast { new.route.hops = [] }
            return delete(new, metric: metric)
        }
        // 0 is no metric of IPv6.
        new.route.metric = metric ?? (family == .ipv6 ? 1_024 : 0)
        switch command {
        case "add": return insert(new, .add)
        case "append": return insert(new, .append)
        case "replace": return insert(new, .replace)
        default: throw CommandFault("'route \(command)' is not understood; \(Self.commands)")
        }
    }

    /// The link that a gateway is on.
    private func linkTo(_ gateway: IPAddress) -> LinkIndex? {
        routes.first { route in
            route.route.type == .unicast && route.route.destinationLength > 0
                && route.destination.contains(gateway)
        }?.route.hops.first?.link
    }

    // MARK: Rules and nexthop objects

    private mutating func changeRule(
        _ words: inout CommandWords, _ command: String, _ family: AddressFamily
    ) throws(CommandFault) -> [NetworkEvent] {
        var priority: UInt32?
        var new = SimulatedRule(rule: RoutingRule(priority: 0, action: .other))
        while let word = words.next() {
            switch word {
            case "not": new.rule.isInverted = true
            case "from":
                if words.take("all") { continue }
                new.source = try words.prefix()
                new.rule.hasOtherSelector = true
            case "fwmark":
                new.rule.mark = try words.number()
                new.rule.markMask = .max
            case "oif":
                new.outputInterface = words.next().map { InterfaceName($0) }
                new.rule.hasOutputInterface = true
            case "uidrange":
                let bounds = (words.next() ?? "").split(separator: "-").compactMap { UInt32($0) }
                guard bounds.count == 2, bounds[0] <= bounds[1] else {
                    throw CommandFault("'uidrange' wants two numbers, as in 0-999")
                }
                new.rule.userIDs = bounds[0]...bounds[1]
            case "lookup", "table": new.rule.action = .lookup(table: try words.number())
            case "unreachable", "prohibit", "blackhole": new.rule.action = .reject
            case "suppress_prefixlength":
                new.rule.suppressedPrefixLength = UInt8(truncatingIfNeeded: try words.number())
            case "pref": priority = try words.number()
            default: throw CommandFault(unknown: word)
            }
        }
        switch command {
        case "add": return add(new, priority: priority, family)
        case "del": return delete(new, priority: priority, family)
        default: throw CommandFault("'rule \(command)' is not understood; \(Self.commands)")
        }
    }

    /// `add id 1 via 10.1.0.1 dev wlan0`, `replace id 3 group 1/2`.
    private mutating func changeNexthop(
        _ words: inout CommandWords, _ command: String
    ) throws(CommandFault) -> [NetworkEvent] {
        var id: UInt32 = 0
        var nexthop = SimulatedNexthop()
        var gateway: IPAddress?
        while let word = words.next() {
            switch word {
            case "id": id = try words.number()
            case "via": gateway = try words.address()
            case "dev":
                guard let link = words.next().flatMap({ index(of: $0) }) else { return [] }
                nexthop.hop = RouteHop(link: link, gateway: gateway)
            case "group":
                nexthop.group = (words.next() ?? "").split(separator: "/").compactMap { UInt32($0) }
            case "blackhole": nexthop.isBlackhole = true
            default: throw CommandFault(unknown: word)
            }
        }
        switch command {
        case "add": return put(nexthop, id: id, replacing: false)
        case "replace": return put(nexthop, id: id, replacing: true)
        case "del": return deleteNexthop(id)
        default: throw CommandFault("'nexthop \(command)' is not understood; \(Self.commands)")
        }
    }

    private static let commands =
        "write link add, set or del, tuntap add, addr add, del or flush, route add, append, replace "
        + "or del, rule add or del, nexthop add, replace or del"
}
