import CNetlink
import CellgateCore

@testable import CellgateSimulation
@testable import Netlink

/// The simulated kernel as what a captured one told has it: it follows the messages, and where the
/// kernel is silent it does what it is made for.
extension SimulatedKernel {
    /// The kernel that answered these dumps.
    init(_ dump: Capture.Dump, devices: [LinkIndex: DeviceHints]) throws {
        self.init()
        links = [:]
        addresses = []
        routes = []
        rules = [:]
        for message in dump.messages { try follow(message, devices: devices) }
    }

    /// Does what a message tells.
    mutating func follow(_ message: [UInt8], devices: [LinkIndex: DeviceHints]) throws {
        let header = try message.span.load(nlmsghdr.self)
        let body = message.span.extracting(16..<Int(header.nlmsg_len))
        switch Int(header.nlmsg_type) {
        case RTM_NEWLINK:
            if let update = try LinkDecoder.update(body) { follow(update, devices) }
        case RTM_DELLINK:
            if let update = try LinkDecoder.update(body) { removeLink(update.index) }
        case RTM_NEWADDR:
            if let address = try AddressDecoder.address(message: body) { keep(address) }
        case RTM_DELADDR:
            if let address = try AddressDecoder.address(message: body) { remove(address) }
        case RTM_NEWROUTE:
            let replaces = Int32(header.nlmsg_flags) & NLM_F_REPLACE != 0
            if let route = try route(body) { put(route, replacing: replaces) }
        case RTM_DELROUTE:
            if let route = try route(body) { _ = delete(route, metric: route.route.metric) }
        case RTM_NEWRULE:
            if let family = try RuleDecoder.family(body), let rule = try RuleDecoder.rule(body) {
                rules[family, default: []].append(SimulatedRule(rule: rule))
                rules[family]?.sort { $0.rule.priority < $1.rule.priority }
            }
        case RTM_DELRULE:
            if let family = try RuleDecoder.family(body), let rule = try RuleDecoder.rule(body) {
                _ = delete(SimulatedRule(rule: rule), priority: rule.priority, family)
            }
        case RTM_NEWNEXTHOP:
            let told = try NexthopDecoder.nexthop(body)
            var nexthop = SimulatedNexthop(hop: told.hop, group: told.members)
            nexthop.isBlackhole = told.hop == nil && told.members.isEmpty
            _ = put(nexthop, id: told.id, replacing: true)
        case RTM_DELNEXTHOP:
            _ = deleteNexthop(try NexthopDecoder.nexthop(body).id)
        default:
            break
        }
    }

    private mutating func follow(_ update: LinkUpdate, _ devices: [LinkIndex: DeviceHints]) {
        let index = update.index
        var link = links[index] ?? SimulatedLink(index: index, name: InterfaceName(""))
        link.name = update.name ?? link.name
        link.hardware = update.hardware
        link.hints = devices[index] ?? DeviceHints()
        links[index] = link
        if update.flags.contains(.up) {
            links[index]?.isUp = true
            markHops(of: index, dead: false)
        } else {
            setDown(index)
        }
    }

    /// Unlike with ``add(_:)`` no route comes with it: the captured kernel tells of that.
    private mutating func keep(_ address: Address) {
        if let at = addresses.firstIndex(where: { $0.hasSameIdentity(as: address) }) {
            addresses[at] = address
        } else {
            addresses.append(address)
        }
    }

    /// A route that is told again without a word on replacing has another lifetime.
    private mutating func put(_ route: SimulatedRoute, replacing: Bool) {
        let at = routes.firstIndex { held in
            held.route.family == route.route.family && held.route.table == route.route.table
                && held.destination == route.destination && held.route.metric == route.route.metric
                && held.route.type == route.route.type
                && (replacing || held.route.hops == route.route.hops)
        }
        if let at {
            routes[at] = route
        } else {
            routes.append(route)
        }
    }

    /// The route with what only the kernel needs to know of it.
    private func route(_ message: Span<UInt8>) throws -> SimulatedRoute? {
        guard var route = try RouteDecoder.route(message) else { return nil }
        let lifetime = route.expires
        route.expires = nil
        var held = SimulatedRoute(route: route)
        held.expiry = lifetime.map { now + $0 }
        try message.forEachAttribute(from: MemoryLayout<rtmsg>.size) {
            type, value throws(Undecodable) in
            if type == RTA_PREFSRC.number {
                held.preferredSource = try AddressDecoder.address(value)
            }
        }
        return held
    }
}
