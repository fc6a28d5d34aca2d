/// A question to the kernel's forwarding information base: which route would a packet take?
///
/// Source: rtnetlink(7), `RTM_GETROUTE` with `RTM_F_FIB_MATCH`. It is asked for nobody in
/// particular (`RTA_UID` -1), else rules for a range of users match the asker.
package struct RouteLookup: Codable, Hashable, Sendable {
    package var destination: IPAddress
    /// Ask for traffic bound to this link (`RTA_OIF`); nil for unbound traffic.
    package var link: LinkIndex?
    /// The firewall mark, 0 for none.
    package var mark: UInt32 = 0
    /// The source address of the packet (`RTA_SRC`); nil where the kernel is to choose.
    package var source: IPAddress?

    package init(
        destination: IPAddress, link: LinkIndex? = nil, mark: UInt32 = 0, source: IPAddress? = nil
    ) {
        self.destination = destination
        self.link = link
        self.mark = mark
        self.source = source
    }
}

/// The kernel's answer to a ``RouteLookup``.
package enum RouteLookupResult: Codable, Hashable, Sendable {
    /// The route that matches, of any type.
    case route(Route)
    /// `ENETUNREACH`: no route.
    case noRoute
    /// `EINVAL` (blackhole), `EHOSTUNREACH` (unreachable) or `EACCES` (prohibit): refused.
    case rejected
    /// Any other error, such as `ENODEV` for a link that is gone meanwhile.
    case failed(errno: Int32)
}
