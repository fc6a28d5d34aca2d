package import CellgateCore

/// What the simulated kernel and the real one have to agree on: scripts of `ip` commands, and what
/// the kernel then answers.
package enum KernelContract {
    /// A script, and questions with their answers in words.
    package struct Scenario: Sendable, CustomStringConvertible {
        package let name: String
        /// `ip` commands without the `ip`, one a line.
        package let script: String
        package let expected: [(question: Question, answer: String)]

        package var description: String { name }

        init(_ name: String, _ script: String, _ expected: [(Question, String)]) {
            self.name = name
            self.script = script
            self.expected = expected
        }
    }

    /// A question with links by name, since the kernels number theirs differently.
    package enum Question: Sendable {
        /// Where a packet goes: unbound, or bound to a link.
        case way(String, by: String? = nil, mark: UInt32 = 0, from: String? = nil)
        case defaults(AddressFamily, table: UInt32 = 254, by: String? = nil)
        case rules(AddressFamily)
        case nexthop(UInt32)
        case hostRoute(AddressFamily, by: String)
        case source(of: String)
        /// What a dump says of a link and its addresses but link-local ones. Whether it is running
        /// the kernel finds out a moment later, so that is left out.
        case link(String)
    }

    /// The answer to a question in words.
    ///
    /// - Parameters:
    ///   - dump: Of the kernel that is asked.
    ///   - ask: Asks it.
    package static func answer(
        to question: Question, dump: NetworkDump,
        ask: (KernelQuestion) -> KernelAnswer?
    ) -> String {
        let words = Words(dump: dump)
        switch question {
        case .way(let destination, let link, let mark, let source):
            guard let destination = IPAddress(destination) else { return "no address" }
            return words.text(
                ask(
                    .lookup(
                        RouteLookup(
                            destination: destination, link: link.flatMap(words.index), mark: mark,
                            source: source.flatMap { IPAddress($0) }))))
        case .defaults(let family, let table, let link):
            return words.text(
                ask(.defaultRoutes(family, table: table, link: link.flatMap(words.index))))
        case .rules(let family):
            return words.text(ask(.rules(family)))
        case .nexthop(let id):
            return words.text(ask(.nexthop(id)))
        case .hostRoute(let family, let link):
            guard let link = words.index(link) else { return "no link" }
            return words.text(ask(.hasGatewayedHostRoute(family, link)))
        case .source(let destination):
            guard let destination = IPAddress(destination) else { return "no address" }
            return words.text(ask(.source(destination: destination)))
        case .link(let name):
            return words.text(link: name)
        }
    }

    /// Answers in words, with links by name.
    private struct Words {
        let dump: NetworkDump

        func index(_ name: String) -> LinkIndex? {
            dump.links.first { $0.name == InterfaceName(name) }?.index
        }

        func text(_ answer: KernelAnswer?) -> String {
            switch answer {
            case .lookup(.route(let route)): text(route)
            case .lookup(.noRoute): "no route"
            case .lookup(.rejected): "rejected"
            case .lookup(.failed(let errno)): "failed \(errno)"
            case .routes(let routes): routes.map(text).joined(separator: "; ")
            case .rules(let rules): rules.map(text).joined(separator: "; ")
            case .hops(let hops): hops.map(text).joined(separator: ", ")
            case .flag(let flag): flag ? "yes" : "no"
            case .source(let source): source.map(\.description) ?? "none"
            case .device, .failed, nil: "no answer"
            }
        }

        func text(link name: String) -> String {
            guard let link = dump.links.first(where: { $0.name == InterfaceName(name) }) else {
                return "none"
            }
            var parts: [String] = []
            if link.flags.contains(.up) { parts.append("up") }
            if link.flags.contains(.lowerUp) { parts.append("carrier") }
            if let kind = link.kind { parts.append(kind.rawValue) }
            if let master = link.master { parts.append("in \(self.name(master))") }
            parts += dump.addresses
                .filter { $0.link == link.index && !$0.local.isLinkLocal }
                .map { "\($0.local)/\($0.prefixLength)" }.sorted()
            return parts.joined(separator: " ")
        }

        private func text(_ route: Route) -> String {
            var parts: [String] = []
            switch route.type {
            case .unicast: break
            case .reject: parts.append("reject")
            case .other: parts.append("other")
            }
            parts.append(
                route.destinationLength == 0
                    ? "default"
                    : "\(route.destination?.description ?? "?")/\(route.destinationLength)")
            if route.sourceLength > 0 { parts.append("from /\(route.sourceLength)") }
            if let id = route.nexthopID { parts.append("object \(id)") }
            parts += route.hops.map(text)
            // Until a first rule is added, IPv4's local table is a part of its main one.
            let table = route.type == .other ? "" : "table \(route.table) "
            parts.append("\(table)metric \(route.metric)")
            if route.preference != .medium { parts.append("\(route.preference)") }
            return parts.joined(separator: " ")
        }

        private func text(_ hop: RouteHop) -> String {
            let gateway = hop.gateway.map { "via \($0) " } ?? ""
            return "\(gateway)dev \(name(hop.link))\(hop.isDead ? " dead" : "")"
        }

        private func text(_ rule: RoutingRule) -> String {
            var parts = ["\(rule.priority):"]
            if rule.isInverted { parts.append("not") }
            if rule.markMask != 0 { parts.append("mark \(rule.mark)") }
            if rule.hasOutputInterface { parts.append("oif") }
            if let users = rule.userIDs { parts.append("users \(users)") }
            if rule.hasOtherSelector { parts.append("other") }
            switch rule.action {
            case .lookup(let table): parts.append("table \(table)")
            case .reject: parts.append("reject")
            case .other: parts.append("nothing")
            }
            if let length = rule.suppressedPrefixLength { parts.append("suppress \(length)") }
            return parts.joined(separator: " ")
        }

        private func name(_ index: LinkIndex) -> String {
            dump.links.first { $0.index == index }?.name?.description ?? "#\(index)"
        }
    }
}
