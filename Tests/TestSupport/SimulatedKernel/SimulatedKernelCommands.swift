package import CellgateCore

/// The part of ip(8) that the simulated kernel understands, so that one script sets up both it and
/// the real kernel.
///
/// A word that it does not know is a fault of the test and traps.
extension SimulatedKernel {
    /// Runs the lines of a script, each an `ip` command without the `ip`; an empty line does
    /// nothing.
    @discardableResult
    package mutating func run(_ script: String) -> [NetworkEvent] {
        script.split(separator: "\n").flatMap { ip(String($0)) }
    }

    /// Runs one `ip` command: `route add default dev wwan0`. One that the kernel would refuse does
    /// nothing.
    @discardableResult
    package mutating func ip(_ line: String) -> [NetworkEvent] {
        var words = Words(line)
        let family: AddressFamily? = words.take("-6") ? .ipv6 : words.take("-4") ? .ipv4 : nil
        guard let object = words.next() else { return [] }
        let command = words.next() ?? ""
        switch (object, command) {
        case ("link", "add"), ("tuntap", "add"): return addLink(&words)
        case ("link", "del"): return linkIndex(&words).map { removeLink($0) } ?? []
        case ("link", "set"): return setLink(&words)
        case ("addr", "add"), ("addr", "del"):
            return changeAddress(&words, adding: command == "add")
        case ("addr", "flush"): return flush(&words)
        case ("route", _): return changeRoute(&words, command, family)
        case ("rule", _): return changeRule(&words, command, family ?? .ipv4)
        case ("nexthop", _): return changeNexthop(&words, command)
        default: preconditionFailure("not understood: ip \(line)")
        }
    }

    private func linkIndex(_ words: inout Words) -> LinkIndex? {
        _ = words.take("dev")
        return words.next().flatMap { index(of: $0) }
    }

    // MARK: Links and addresses

    /// `wlan0 type veth peer name p1`, `vlan5 link wlan0 type vlan id 5`, `dev tun0 mode tun`.
    private mutating func addLink(_ words: inout Words) -> [NetworkEvent] {
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
            default: preconditionFailure("not understood: \(word)")
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

    private mutating func setLink(_ words: inout Words) -> [NetworkEvent] {
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
        case let word: preconditionFailure("not understood: \(word ?? "nothing")")
        }
    }

    /// `10.1.0.2/24 dev wlan0`, `fd00:1::2/64 dev wlan0 nodad`.
    private mutating func changeAddress(
        _ words: inout Words, adding: Bool
    ) -> [NetworkEvent] {
        let prefix = words.prefix()
        var peer: IPAddress?
        var length = prefix.length
        var flags: AddressFlags = prefix.address.family == .ipv6 ? [.tentative] : []
        var link: LinkIndex?
        while let word = words.next() {
            switch word {
            case "peer":
                let other = words.prefix()
                (peer, length) = (other.address, other.length)
            case "dev": link = words.next().flatMap { index(of: $0) }
            case "nodad": flags = []
            default: preconditionFailure("not understood: \(word)")
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

    private mutating func flush(_ words: inout Words) -> [NetworkEvent] {
        guard let link = linkIndex(&words) else { return [] }
        return addresses.filter { $0.link == link }.flatMap { remove($0) }
    }

    // MARK: Routes

    private mutating func changeRoute(
        _ words: inout Words, _ command: String, _ named: AddressFamily?
    ) -> [NetworkEvent] {
        let types: [String: RouteType] = [
            "unreachable": .reject, "prohibit": .reject, "blackhole": .reject, "throw": .other,
        ]
        let word = words.peek ?? ""
        let type = types[word] ?? .unicast
        if types[word] != nil { _ = words.next() }
        let destination = words.take("default") ? nil : words.prefix()
        let family = named ?? destination?.address.family ?? .ipv4
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
                hops[hops.count - 1].gateway = words.address()
            case "dev":
                if hops.isEmpty { hops.append((nil, nil)) }
                hops[hops.count - 1].link = words.next().flatMap { index(of: $0) }
                if hops[hops.count - 1].link == nil { namesUnknownLink = true }
            case "metric": metric = words.number()
            case "table": new.route.table = words.number()
            case "src": new.preferredSource = words.address()
            case "nhid": new.route.nexthopID = words.number()
            case "expires": new.expiry = now + .seconds(Int64(words.number()))
            case "pref": new.route.preference = words.preference()
            case "from":
                let source = words.prefix()
                new.source = source
                new.route.sourceLength = source.length
            default: preconditionFailure("not understood: \(word)")
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
        default: preconditionFailure("not understood: route \(command)")
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
        _ words: inout Words, _ command: String, _ family: AddressFamily
    ) -> [NetworkEvent] {
        var priority: UInt32?
        var new = SimulatedRule(rule: RoutingRule(priority: 0, action: .other))
        while let word = words.next() {
            switch word {
            case "not": new.rule.isInverted = true
            case "from":
                if words.take("all") { continue }
                new.source = words.prefix()
                new.rule.hasOtherSelector = true
            case "fwmark":
                new.rule.mark = words.number()
                new.rule.markMask = .max
            case "oif":
                new.outputInterface = words.next().map { InterfaceName($0) }
                new.rule.hasOutputInterface = true
            case "uidrange":
                let bounds = (words.next() ?? "").split(separator: "-").compactMap { UInt32($0) }
                precondition(bounds.count == 2, "no range of users")
                new.rule.userIDs = bounds[0]...bounds[1]
            case "lookup", "table": new.rule.action = .lookup(table: words.number())
            case "unreachable", "prohibit", "blackhole": new.rule.action = .reject
            case "suppress_prefixlength":
                new.rule.suppressedPrefixLength = UInt8(truncatingIfNeeded: words.number())
            case "pref": priority = words.number()
            default: preconditionFailure("not understood: \(word)")
            }
        }
        return command == "add"
            ? add(new, priority: priority, family) : delete(new, priority: priority, family)
    }

    /// `add id 1 via 10.1.0.1 dev wlan0`, `replace id 3 group 1/2`.
    private mutating func changeNexthop(
        _ words: inout Words, _ command: String
    ) -> [NetworkEvent] {
        var id: UInt32 = 0
        var nexthop = SimulatedNexthop()
        var gateway: IPAddress?
        while let word = words.next() {
            switch word {
            case "id": id = words.number()
            case "via": gateway = words.address()
            case "dev":
                guard let link = words.next().flatMap({ index(of: $0) }) else { return [] }
                nexthop.hop = RouteHop(link: link, gateway: gateway)
            case "group":
                nexthop.group = (words.next() ?? "").split(separator: "/").compactMap { UInt32($0) }
            case "blackhole": nexthop.isBlackhole = true
            default: preconditionFailure("not understood: \(word)")
            }
        }
        switch command {
        case "add": return put(nexthop, id: id, replacing: false)
        case "replace": return put(nexthop, id: id, replacing: true)
        default: return deleteNexthop(id)
        }
    }
}

/// The words of a command, read from the front.
private struct Words {
    private var rest: ArraySlice<Substring>

    init(_ line: String) {
        rest = line.split(separator: " ")[...]
    }

    var peek: String? { rest.first.map(String.init) }

    mutating func next() -> String? { rest.popFirst().map(String.init) }

    /// Takes the next word where it is `word`.
    mutating func take(_ word: String) -> Bool {
        guard rest.first.map(String.init) == word else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number() -> UInt32 {
        let word = next() ?? ""
        let names: [String: UInt32] = ["main": 254, "local": 255, "default": 253]
        guard let number = names[word] ?? UInt32(word) else {
            preconditionFailure("no number: \(word)")
        }
        return number
    }

    mutating func address() -> IPAddress {
        let word = next() ?? ""
        guard let address = IPAddress(word) else { preconditionFailure("no address: \(word)") }
        return address
    }

    /// `10.0.0.0/8`; without a length that of a single address.
    mutating func prefix() -> Prefix {
        let parts = (next() ?? "").split(separator: "/").map(String.init)
        guard let address = parts.first.flatMap({ IPAddress($0) }) else {
            preconditionFailure("no prefix: \(parts)")
        }
        let length = parts.count > 1 ? UInt8(parts[1]) : address.family.addressBits
        guard let length, length <= address.family.addressBits else {
            preconditionFailure("no prefix: \(parts)")
        }
        return Prefix(address: address, length: length)
    }

    mutating func preference() -> RouterPreference {
        switch next() {
        case "high": .high
        case "low": .low
        default: .medium
        }
    }
}
