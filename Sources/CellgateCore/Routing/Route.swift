/// A route, as a look-up or a dump tells it.
///
/// Source: rtnetlink(7), `RTM_NEWROUTE`.
package struct Route: Codable, Hashable, Sendable {
    package var family: AddressFamily
    package var type: RouteType = .unicast
    /// The routing table: `RTA_TABLE`, 254 is main.
    package var table: UInt32
    /// The length of the destination's prefix in bits; 0 is a default route.
    package var destinationLength: UInt8
    /// The destination; nil where it is the default (0.0.0.0 or `::`).
    package var destination: IPAddress?
    /// The length of the source's prefix in bits; other than 0 only for source-specific routes.
    package var sourceLength: UInt8 = 0
    /// The type of service or traffic class that it is for, 0 for all.
    package var typeOfService: UInt8 = 0
    /// `RTA_PRIORITY`; lower wins. 0 where absent, which IPv4 means so; IPv6 always has one.
    package var metric: UInt32 = 0
    package var preference: RouterPreference = .medium
    /// The id of the nexthop object it goes through (`RTA_NH_ID`), nil for none.
    package var nexthopID: UInt32?
    /// Where it leads: one hop, or several of a multipath route; none where only
    /// ``nexthopID`` says it.
    package var hops: [RouteHop]
    /// What is left of its lifetime (`RTA_CACHEINFO`); nil where it has none.
    package var expires: Duration?

    package init(
        family: AddressFamily, table: UInt32, destinationLength: UInt8, hops: [RouteHop]
    ) {
        self.family = family
        self.table = table
        self.destinationLength = destinationLength
        self.hops = hops
    }
}

/// One way out of a route.
package struct RouteHop: Codable, Hashable, Sendable {
    package let link: LinkIndex
    /// `RTA_GATEWAY` or `RTA_VIA`; nil on a point-to-point link without one.
    package let gateway: IPAddress?
    /// `RTNH_F_DEAD`: its link is down.
    package let isDead: Bool

    package init(link: LinkIndex, gateway: IPAddress? = nil, isDead: Bool = false) {
        self.link = link
        self.gateway = gateway
        self.isDead = isDead
    }
}

/// What a route does with a packet, as far as a path depends on it.
///
/// Source: rtnetlink(7), `rtm_type`.
package enum RouteType: String, Codable, Hashable, Sendable {
    /// `RTN_UNICAST`: the only type that leads out.
    case unicast
    /// `RTN_UNREACHABLE`, `RTN_BLACKHOLE` or `RTN_PROHIBIT`: the packet is refused.
    case reject
    /// Any other: local, broadcast, throw…
    case other
}

/// RFC 4191's preference among IPv6 default routers. Source: `RTA_PREF`.
package enum RouterPreference: Int, Codable, Hashable, Comparable, Sendable {
    case high = 0
    case medium = 1
    case low = 2

    package static func < (left: RouterPreference, right: RouterPreference) -> Bool {
        left.rawValue < right.rawValue
    }
}
