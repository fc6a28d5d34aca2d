/// A question that an evaluation puts to the kernel.
///
/// Nothing of routing is remembered from events; it is asked for. Questions are data, so that the
/// core stays pure: an evaluation that lacks an answer throws ``Unanswered``, the shell asks and
/// hands the answers in, and the evaluation runs again from its start.
package enum KernelQuestion: Codable, Hashable, Sendable {
    /// The rules of a family, in order of priority. Answer: ``KernelAnswer/rules(_:)``.
    case rules(AddressFamily)
    /// One look-up. Answer: ``KernelAnswer/lookup(_:)``.
    case lookup(RouteLookup)
    /// The default routes of a table, of an interface where one is named, best first. IPv4's stand
    /// at the head of the dump, which is then abandoned; IPv6 filters by interface in the kernel.
    /// Answer: ``KernelAnswer/routes(_:)``.
    case defaultRoutes(AddressFamily, table: UInt32, link: LinkIndex?)
    /// Whether a gatewayed host route leads through this link, as a VPN client sets it for its
    /// server. Answer: ``KernelAnswer/flag(_:)``.
    case hasGatewayedHostRoute(AddressFamily, LinkIndex)
    /// The hops of a nexthop object or of a group's members.
    /// Answer: ``KernelAnswer/hops(_:)``.
    case nexthop(UInt32)
    /// The source address that an unbound socket gets for this destination (RFC 6724); nil where
    /// there is none. Answer: ``KernelAnswer/source(_:)``.
    case source(destination: IPAddress)
    /// What the drivers say of a link beyond rtnetlink. Answer: ``KernelAnswer/device(_:)``.
    case device(LinkIndex)
}

/// The answer to a ``KernelQuestion``, of the form that the question names.
package enum KernelAnswer: Codable, Hashable, Sendable {
    case rules([RoutingRule])
    case lookup(RouteLookupResult)
    case routes([Route])
    case flag(Bool)
    case hops([RouteHop])
    case source(IPAddress?)
    case device(DeviceHints)
    /// The kernel could not be asked: an error of the socket, not of the network.
    case failed(errno: Int32)
}

/// What an evaluation still has to know.
package struct Unanswered: Error, Equatable, Sendable {
    /// At least one question, each once, in the order in which they came up.
    package let questions: [KernelQuestion]

    package init(_ questions: [KernelQuestion]) {
        precondition(!questions.isEmpty, "nothing is unanswered")
        self.questions = questions
    }
}

/// How questions are written, where the value alone does not say what it is.
extension KernelQuestion {
    // swift-format-ignore: NoLeadingUnderscores
    enum DefaultRoutesCodingKeys: String, CodingKey {
        case _0 = "family"
        case table, link
    }

    // swift-format-ignore: NoLeadingUnderscores
    enum HasGatewayedHostRouteCodingKeys: String, CodingKey {
        case _0 = "family"
        case _1 = "link"
    }
}
