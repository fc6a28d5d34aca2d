internal import CNetlink
package import CellgateCore

/// Reads `RTM_NEWROUTE` and `RTM_DELROUTE`. Source: rtnetlink(7); `linux/rtnetlink.h`.
package enum RouteDecoder {
    /// The longest prefix of each family whose routes may be a way to the Internet: VPNs split the
    /// space into halves, eighths and the like.
    package static func longestPrefixThatMatters(_ family: AddressFamily) -> UInt8 {
        switch family {
        case .ipv4: 8
        case .ipv6: 16
        }
    }

    /// Whether a change of this route is a cause to ask the kernel again.
    ///
    /// - Throws: ``Undecodable`` where the bytes end too early.
    package static func matters(_ message: Span<UInt8>) throws(Undecodable) -> Bool {
        let header = try message.load(rtmsg.self)
        guard let family = AddressDecoder.family(header.rtm_family) else { return false }
        // The local table holds the machine's own addresses, but may hold a way out like any other.
        return header.rtm_dst_len <= longestPrefixThatMatters(family)
            && (UInt32(header.rtm_table) != RT_TABLE_LOCAL.rawValue
                || Int(header.rtm_type) == RTN_UNICAST)
    }

    /// The route that a message describes; nil where it is of neither IP family.
    ///
    /// - Parameter message: The bytes behind the netlink header.
    /// - Throws: ``Undecodable`` where the bytes end too early or contradict themselves.
    package static func route(_ message: Span<UInt8>) throws(Undecodable) -> Route? {
        let header = try message.load(rtmsg.self)
        guard let family = AddressDecoder.family(header.rtm_family) else { return nil }
        guard header.rtm_dst_len <= family.addressBits, header.rtm_src_len <= family.addressBits
        else { throw Undecodable() }
        var route = Route(
            family: family, table: UInt32(header.rtm_table), destinationLength: header.rtm_dst_len,
            hops: [])
        route.type = type(header.rtm_type)
        route.sourceLength = header.rtm_src_len
        route.typeOfService = header.rtm_tos
        var destination: IPAddress?
        var link: LinkIndex?
        var gateway: IPAddress?
        var hops: [RouteHop] = []
        try message.forEachAttribute(from: MemoryLayout<rtmsg>.size) {
            number, value throws(Undecodable) in
            switch rtattr_type_t(rawValue: UInt32(number)) {
            case RTA_DST: destination = try AddressDecoder.address(value, of: family)
            case RTA_TABLE: route.table = try value.load(UInt32.self)
            case RTA_PRIORITY: route.metric = try value.load(UInt32.self)
            case RTA_OIF: link = try LinkDecoder.optionalLink(value)
            case RTA_GATEWAY: gateway = try AddressDecoder.address(value)
            case RTA_VIA: gateway = try via(value)
            case RTA_MULTIPATH: hops = try multipath(value)
            case RTA_NH_ID: route.nexthopID = try value.load(UInt32.self)
            case RTA_PREF: route.preference = preference(try value.load(UInt8.self))
            case RTA_CACHEINFO: route.expires = expiry(try value.load(rta_cacheinfo.self))
            default: break
            }
        }
        if route.destinationLength > 0 {
            // The kernel leaves out a destination of all zeros, as that of 0.0.0.0/1.
            route.destination = destination ?? zero(family)
        }
        if let link {
            hops.append(RouteHop(link: link, gateway: gateway, isDead: isDead(header.rtm_flags)))
        }
        route.hops = hops
        return route
    }

    /// Whether the flags of a hop say that its link is down.
    static func isDead(_ flags: UInt32) -> Bool {
        flags & UInt32(RTNH_F_DEAD) != 0
    }

    private static func multipath(_ list: Span<UInt8>) throws(Undecodable) -> [RouteHop] {
        let headerSize = MemoryLayout<rtnexthop>.size
        var hops: [RouteHop] = []
        var offset = 0
        while list.count - offset >= headerSize {
            let header = try list.load(rtnexthop.self, at: offset)
            let length = Int(header.rtnh_len)
            guard length >= headerSize, length <= list.count - offset else { throw Undecodable() }
            var gateway: IPAddress?
            try list.extracting((offset + headerSize)..<(offset + length)).forEachAttribute {
                number, value throws(Undecodable) in
                switch rtattr_type_t(rawValue: UInt32(number)) {
                case RTA_GATEWAY: gateway = try AddressDecoder.address(value)
                case RTA_VIA: gateway = try via(value)
                default: break
                }
            }
            hops.append(
                RouteHop(
                    link: try LinkDecoder.link(header.rtnh_ifindex), gateway: gateway,
                    isDead: isDead(UInt32(header.rtnh_flags))))
            offset += aligned(length)
        }
        return hops
    }

    /// A gateway of a family other than the route's: its family as 16 bits, then its address.
    private static func via(_ value: Span<UInt8>) throws(Undecodable) -> IPAddress {
        let start = MemoryLayout<rtvia>.size
        guard value.count >= start else { throw Undecodable() }
        return try AddressDecoder.address(value.extracting(start..<value.count))
    }

    private static func type(_ number: UInt8) -> RouteType {
        switch Int(number) {
        case RTN_UNICAST: .unicast
        case RTN_UNREACHABLE, RTN_BLACKHOLE, RTN_PROHIBIT: .reject
        default: .other
        }
    }

    /// RFC 4191's two bits, in which the reserved value counts as medium.
    private static func preference(_ number: UInt8) -> RouterPreference {
        switch number & 3 {
        case 1: .high
        case 3: .low
        default: .medium
        }
    }

    /// What is left of a lifetime: nothing where it is over; nil where the route has none.
    ///
    /// The kernel counts in its `USER_HZ`, hundredths of a second on every architecture.
    private static func expiry(_ info: rta_cacheinfo) -> Duration? {
        guard info.rta_expires != 0 else { return nil }
        return .milliseconds(Int64(max(info.rta_expires, 0)) * 10)
    }

    private static func zero(_ family: AddressFamily) -> IPAddress {
        switch family {
        case .ipv4: .v4(0)
        case .ipv6: .v6(high: 0, low: 0)
        }
    }
}
