internal import CNetlink
internal import CellgateCore
internal import Glibc

/// What is asked about routes, each question in its one conversation.
///
/// Under strict checking a dump of routes can be narrowed by table, protocol and output link, and
/// by nothing else: "default routes only" cannot be asked for.
enum RouteQuestions {
    /// Looks routes up, all in one datagram.
    ///
    /// - Returns: One result a look-up, in the same order.
    static func results(
        of lookups: [RouteLookup], from conversation: NetlinkConversation
    ) throws(NetlinkError) -> [RouteLookupResult] {
        var routes: [Int: Route] = [:]
        let answers = try conversation.ask(
            lookups.count, subject: "routes", request: { request(lookups[$0]) }
        ) { position, message throws(Undecodable) in
            routes[position] = try RouteDecoder.route(message)
        }
        return answers.enumerated().map { position, answer in
            switch answer {
            case .message:
                routes[position].map { .route($0) } ?? .failed(errno: EBADMSG)
            case .undecodable:
                .failed(errno: EBADMSG)
            case .refused(let errno, let isExplained):
                refusal(errno, isExplained: isExplained)
            }
        }
    }

    /// What an error says of the network.
    private static func refusal(_ errno: Int32, isExplained: Bool) -> RouteLookupResult {
        switch errno {
        case ENETUNREACH: .noRoute
        // An explanation means that the request was bad, and a black hole gives none.
        case EINVAL where !isExplained: .rejected
        case EHOSTUNREACH, EACCES: .rejected
        default: .failed(errno: errno)
        }
    }

    private static func request(_ lookup: RouteLookup) -> RequestMessage {
        let family = lookup.destination.family
        var header = rtmsg()
        header.rtm_family = family.number
        header.rtm_dst_len = family.addressBits
        header.rtm_src_len = lookup.source == nil ? 0 : family.addressBits
        // IPv6 refuses the second flag under strict checking, and names the table anyway.
        let flags = family == .ipv4 ? RTM_F_FIB_MATCH | RTM_F_LOOKUP_TABLE : RTM_F_FIB_MATCH
        header.rtm_flags = UInt32(flags)
        let request = RequestMessage(type: RTM_GETROUTE, header: header)
        request.put(RTA_DST.number, lookup.destination)
        if let source = lookup.source { request.put(RTA_SRC.number, source) }
        if let link = lookup.link { request.put(RTA_OIF.number, link.rawValue) }
        if lookup.mark != 0 { request.put(RTA_MARK.number, lookup.mark) }
        // For nobody in particular, else rules for a range of users match this process.
        request.put(RTA_UID.number, .max)
        return request
    }

    /// A table's default routes for IPv4, best first.
    ///
    /// A dump begins with 0.0.0.0, so it is left as soon as another destination comes up.
    static func ipv4Defaults(
        table: UInt32, link: LinkIndex?, from conversation: NetlinkConversation
    ) throws(NetlinkError) -> [Route] {
        var defaults: [Route] = []
        try dump(.ipv4, table: table, link: nil, from: conversation) { route in
            if route.destinationLength == 0 { defaults.append(route) }
            return route.destination?.isUnspecified ?? true
        }
        return bestFirst(defaults.filter { leads($0, through: link) })
    }

    /// A table's default routes for IPv6, best first; the kernel picks those of the link.
    static func ipv6Defaults(
        table: UInt32, link: LinkIndex?, from conversation: NetlinkConversation
    ) throws(NetlinkError) -> [Route] {
        var defaults: [Route] = []
        try dump(.ipv6, table: table, link: link, from: conversation) { route in
            if route.destinationLength == 0 { defaults.append(route) }
            return true
        }
        return bestFirst(defaults.filter { leads($0, through: link) })
    }

    /// Whether a route to one host leads through the link and a gateway.
    static func hasGatewayedHostRoute(
        _ family: AddressFamily, link: LinkIndex, from conversation: NetlinkConversation
    ) throws(NetlinkError) -> Bool {
        var isFound = false
        try dump(family, table: nil, link: link, from: conversation) { route in
            if route.type == .unicast, route.destinationLength == family.addressBits,
                route.hops.contains(where: { $0.link == link && $0.gateway != nil })
            {
                isFound = true
            }
            // Read to the end, so that the conversation can go on.
            return true
        }
        return isFound
    }

    /// A nexthop object; nil where there is none of this id.
    static func nexthop(
        _ id: UInt32, from conversation: NetlinkConversation
    ) throws(NetlinkError) -> Nexthop? {
        var nexthop: Nexthop?
        let answers = try conversation.ask(
            1, subject: "nexthop",
            request: { _ in
                let request = RequestMessage(type: RTM_GETNEXTHOP, header: nhmsg())
                request.put(NHA_ID, id)
                return request
            }
        ) { _, message throws(Undecodable) in
            nexthop = try NexthopDecoder.nexthop(message)
        }
        switch answers.first {
        case .message:
            return nexthop
        case .refused(ENOENT, _):
            return nil
        case .refused(let errno, _):
            throw NetlinkError(
                operation: "ask for", subject: "nexthop \(id)", code: .errno(errno))
        case .undecodable, nil:
            throw NetlinkError(
                operation: "ask for", subject: "nexthop \(id)", code: .errno(EBADMSG))
        }
    }

    /// Dumps routes until `body` returns false; a table that does not exist has none.
    private static func dump(
        _ family: AddressFamily, table: UInt32?, link: LinkIndex?,
        from conversation: NetlinkConversation, _ body: (Route) -> Bool
    ) throws(NetlinkError) {
        var header = rtmsg()
        header.rtm_family = family.number
        let request = RequestMessage(type: RTM_GETROUTE, flags: NLM_F_DUMP, header: header)
        if let table { request.put(RTA_TABLE.number, table) }
        if let link { request.put(RTA_OIF.number, link.rawValue) }
        do throws(NetlinkError) {
            _ = try conversation.dump(request, subject: "routes") {
                _, message throws(Undecodable) in
                guard let route = try RouteDecoder.route(message) else { return true }
                return body(route)
            }
        } catch  where error.code == .errno(ENOENT) {
            return
        }
    }

    /// Whether a route may lead through the link: a route of which only the nexthop object is known
    /// may.
    private static func leads(_ route: Route, through link: LinkIndex?) -> Bool {
        guard let link, !route.hops.isEmpty || route.nexthopID == nil else { return true }
        return route.hops.contains { $0.link == link }
    }

    /// By metric; equal ones in the kernel's order.
    private static func bestFirst(_ routes: [Route]) -> [Route] {
        routes.enumerated()
            .sorted { ($0.element.metric, $0.offset) < ($1.element.metric, $1.offset) }
            .map(\.element)
    }
}
