/// What the kernel told of the network, decoded.
package enum NetworkEvent: Codable, Equatable, Sendable {
    /// `RTM_NEWLINK`: a link came or changed.
    case link(LinkUpdate)
    /// `RTM_DELLINK`: a link is gone from this network namespace.
    case linkRemoved(LinkIndex)
    /// `RTM_NEWADDR`.
    case address(Address)
    /// `RTM_DELADDR`.
    case addressRemoved(Address)
    /// A route that may matter, a nexthop object or an IPv6 router's neighbour entry changed: a
    /// cause to ask the kernel again, and nothing to remember.
    case routesChanged
    /// `RTM_NEWRULE` or `RTM_DELRULE`: the rules of this family must be read anew.
    case rulesChanged(AddressFamily)
}

/// All links and addresses of the network namespace, as full dumps tell them.
package struct NetworkDump: Codable, Equatable, Sendable {
    package var links: [LinkUpdate]
    package var addresses: [Address]
    /// Whether a dump stayed interrupted (`NLM_F_DUMP_INTR`) after all retries, so that it may
    /// lack something and another one is due.
    package var isInterrupted: Bool
    /// How many messages could not be read: what they describe is missing here, and a further dump
    /// would hardly help.
    package var undecodable: Int

    package init(
        links: [LinkUpdate], addresses: [Address], isInterrupted: Bool = false,
        undecodable: Int = 0
    ) {
        self.links = links
        self.addresses = addresses
        self.isInterrupted = isInterrupted
        self.undecodable = undecodable
    }
}
