internal import CNetlink
package import CellgateCore
internal import Glibc

/// The asking socket: dumps of links and addresses, and the questions of an evaluation.
///
/// Every call waits for the kernel, which answers within the asking system call; a lost answer is
/// an error after five seconds. It belongs to one thread.
package final class NetlinkInquiry {
    /// How often an interrupted dump is tried before its data are used as they are.
    private static let dumpTries = 4
    /// How many look-ups are sent at once: their answers fit even the smallest receive buffer.
    private static let lookupsPerBatch = 32
    /// How deep groups of nexthop objects are followed; the kernel allows no group in a group.
    private static let nexthopDepth = 2

    /// The socket; nil after an error, when the next question opens another.
    private var current: NetlinkConversation?

    /// Opens the socket.
    ///
    /// - Throws: ``NetlinkError`` where that fails.
    package init() throws(NetlinkError) {
        current = try NetlinkConversation(protocolNumber: NETLINK_ROUTE)
    }

    /// All links, then all addresses.
    ///
    /// - Throws: ``NetlinkError`` where the kernel cannot be asked.
    package func dump() throws(NetlinkError) -> NetworkDump {
        var links: [LinkUpdate] = []
        let linkDump = try dumped("links", start: { links = [] }) {
            let request = RequestMessage(
                type: RTM_GETLINK, flags: NLM_F_DUMP, header: ifinfomsg())
            // Without a mask the dump can end early, before a link with many virtual functions.
            request.put(IFLA_EXT_MASK, UInt32(RTEXT_FILTER_VF | RTEXT_FILTER_SKIP_STATS))
            return request
        } read: { message throws(Undecodable) in
            if let update = try LinkDecoder.update(message) { links.append(update) }
        }
        var addresses: [Address] = []
        let addressDump = try dumped("addresses", start: { addresses = [] }) {
            RequestMessage(type: RTM_GETADDR, flags: NLM_F_DUMP, header: ifaddrmsg())
        } read: { message throws(Undecodable) in
            if let address = try AddressDecoder.address(message: message) {
                addresses.append(address)
            }
        }
        return NetworkDump(
            links: links, addresses: addresses,
            isInterrupted: linkDump.isInterrupted || addressDump.isInterrupted,
            undecodable: linkDump.undecodable + addressDump.undecodable)
    }

    /// The kernel's answers, one to each question.
    ///
    /// ``KernelQuestion/device(_:)`` is not for the routing socket and gets
    /// ``KernelAnswer/failed(errno:)`` with `EOPNOTSUPP`.
    package func answers(to questions: [KernelQuestion]) -> [KernelQuestion: KernelAnswer] {
        var answers: [KernelQuestion: KernelAnswer] = [:]
        var lookups: [RouteLookup] = []
        for question in questions {
            do throws(NetlinkError) {
                switch question {
                case .lookup(let lookup):
                    lookups.append(lookup)
                case .rules(let family):
                    answers[question] = .rules(try rules(of: family))
                case .defaultRoutes(let family, let table, let link):
                    answers[question] = .routes(
                        try defaultRoutes(of: family, table: table, through: link))
                case .hasGatewayedHostRoute(let family, let link):
                    answers[question] = .flag(try hasGatewayedHostRoute(of: family, through: link))
                case .nexthop(let id):
                    answers[question] = .hops(try hops(ofNexthop: id, depth: Self.nexthopDepth))
                case .source(let destination):
                    answers[question] = .source(try SourceAddress.chosen(for: destination))
                case .device:
                    answers[question] = .failed(errno: EOPNOTSUPP)
                }
            } catch {
                answers[question] = .failed(errno: error.errno)
            }
        }
        for start in stride(from: 0, to: lookups.count, by: Self.lookupsPerBatch) {
            let batch = lookups[start..<min(start + Self.lookupsPerBatch, lookups.count)]
            for (lookup, answer) in zip(batch, results(of: Array(batch))) {
                answers[.lookup(lookup)] = answer
            }
        }
        return answers
    }

    private func results(of batch: [RouteLookup]) -> [KernelAnswer] {
        do throws(NetlinkError) {
            return try conversing { conversation throws(NetlinkError) in
                try RouteQuestions.results(of: batch, from: conversation)
            }.map { .lookup($0) }
        } catch {
            return batch.map { _ in .failed(errno: error.errno) }
        }
    }

    private func rules(of family: AddressFamily) throws(NetlinkError) -> [RoutingRule] {
        var rules: [RoutingRule] = []
        do throws(NetlinkError) {
            _ = try dumped("rules", start: { rules = [] }) {
                var header = fib_rule_hdr()
                header.family = family.number
                return RequestMessage(type: RTM_GETRULE, flags: NLM_F_DUMP, header: header)
            } read: { message throws(Undecodable) in
                if let rule = try RuleDecoder.rule(message) { rules.append(rule) }
            }
        } catch  where error.code == .errno(EAFNOSUPPORT) {
            // The kernel runs without this family.
            return []
        }
        return rules
    }

    private func defaultRoutes(
        of family: AddressFamily, table: UInt32, through link: LinkIndex?
    ) throws(NetlinkError) -> [Route] {
        switch family {
        case .ipv4:
            // The dump is abandoned in its midst, so it has a socket of its own.
            let conversation = try NetlinkConversation(protocolNumber: NETLINK_ROUTE)
            return try RouteQuestions.ipv4Defaults(table: table, link: link, from: conversation)
        case .ipv6:
            return try conversing { conversation throws(NetlinkError) in
                try RouteQuestions.ipv6Defaults(table: table, link: link, from: conversation)
            }
        }
    }

    private func hasGatewayedHostRoute(
        of family: AddressFamily, through link: LinkIndex
    ) throws(NetlinkError) -> Bool {
        try conversing { conversation throws(NetlinkError) in
            try RouteQuestions.hasGatewayedHostRoute(family, link: link, from: conversation)
        }
    }

    /// The hops of an object, of a group's members in their order; none where it does not exist.
    private func hops(ofNexthop id: UInt32, depth: Int) throws(NetlinkError) -> [RouteHop] {
        let nexthop = try conversing { conversation throws(NetlinkError) in
            try RouteQuestions.nexthop(id, from: conversation)
        }
        guard let nexthop else { return [] }
        var hops = nexthop.hop.map { [$0] } ?? []
        guard depth > 1 else { return hops }
        for member in nexthop.members {
            hops += try self.hops(ofNexthop: member, depth: depth - 1)
        }
        return hops
    }

    /// Dumps until nothing interrupts it, at most ``dumpTries`` times.
    private func dumped(
        _ subject: String, start: () -> Void, request: () -> RequestMessage,
        read: (Span<UInt8>) throws(Undecodable) -> Void
    ) throws(NetlinkError) -> NetlinkConversation.Dump {
        var dump = NetlinkConversation.Dump()
        for _ in 0..<Self.dumpTries {
            start()
            dump = try conversing { conversation throws(NetlinkError) in
                try conversation.dump(request(), subject: subject) {
                    _, message throws(Undecodable) in
                    try read(message)
                    return true
                }
            }
            if !dump.isInterrupted { break }
        }
        return dump
    }

    /// Hands over the open conversation, or a new one, and gives it up after an error.
    private func conversing<Result>(
        _ body: (NetlinkConversation) throws(NetlinkError) -> Result
    ) throws(NetlinkError) -> Result {
        let conversation: NetlinkConversation
        if let current {
            conversation = current
        } else {
            conversation = try NetlinkConversation(protocolNumber: NETLINK_ROUTE)
        }
        current = nil
        let result = try body(conversation)
        current = conversation
        return result
    }
}

extension AddressFamily {
    /// The number as headers carry it.
    var number: UInt8 {
        switch self {
        case .ipv4: UInt8(AF_INET)
        case .ipv6: UInt8(AF_INET6)
        }
    }
}
