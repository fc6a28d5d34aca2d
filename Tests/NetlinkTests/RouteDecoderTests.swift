import CNetlink
import CellgateCore
import Testing

@testable import Netlink

@Suite("Routes, rules, addresses and nexthops")
struct RouteDecoderTests {
    private func routes(_ messages: [[UInt8]], type: Int = RTM_NEWROUTE) throws -> [Route] {
        try Capture.read(messages, type: type) { message throws(Undecodable) in
            try RouteDecoder.route(message)
        }
    }

    @Test("a default route through a gateway, and one of a link without any")
    func defaults() throws {
        let station = try Capture("wifi-dhcp").index(of: "wlan0")
        let modem = try Capture("wwan-up").index(of: "wwan0")
        #expect(
            try routes(Capture("wifi-dhcp").end.messages).filter { $0.destinationLength == 0 }
                == [route([hop(station, via: "10.1.0.1")]) { $0.metric = 600 }])
        #expect(
            try routes(Capture("wwan-up").end.messages).filter { $0.destinationLength == 0 } == [
                route([hop(modem)]) { $0.metric = 700 },
                route([hop(modem)], family: .ipv6) { $0.metric = 700 },
            ])
    }

    @Test("the halves of the address space, and a default in a table of a VPN's own")
    func halves() throws {
        #expect(
            try routes(Capture("wireguard").events).filter { $0.destinationLength <= 1 } == [
                route([hop(50)], to: "0.0.0.0", 1),
                route([hop(50)], to: "128.0.0.0", 1),
                route([hop(50)], table: 51820),
            ])
    }

    @Test("an advertised default's preference and what is left of its lifetime")
    func advertised() throws {
        let router = hop(20, via: "fe80::ff:fe00:701")
        let events = try Capture("ipv6-ra").events
        var all = try (routes(events) + routes(events, type: RTM_DELROUTE))
            .filter { $0.destinationLength == 0 }
        let lifetimes = all.compactMap(\.expires)
        #expect(lifetimes.allSatisfy { (.seconds(20) ... .seconds(30)).contains($0) })
        for at in all.indices { all[at].expires = nil }
        let medium = route([router], family: .ipv6) { $0.metric = 1024 }
        let high = route([router], family: .ipv6) {
            $0.metric = 1024
            $0.preference = .high
        }
        #expect(all == [medium, high, high])
        #expect(lifetimes.count == 2)
    }

    @Test("several hops, each with its gateway, one of them dead, one of another family")
    func multipath() throws {
        func member(_ link: Int32, flags: Int32 = 0, _ attributes: [UInt8]) -> [UInt8] {
            var header = rtnexthop()
            header.rtnh_len = UInt16(MemoryLayout<rtnexthop>.size + attributes.count)
            header.rtnh_flags = UInt8(flags)
            header.rtnh_ifindex = link
            return WireBytes.of(header) + attributes
        }
        var header = rtmsg()
        header.rtm_family = UInt8(AF_INET)
        header.rtm_table = UInt8(RT_TABLE_MAIN.rawValue)
        header.rtm_type = UInt8(RTN_UNICAST)
        let via =
            WireBytes.of(UInt16(AF_INET6))
            + [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        let members =
            member(3, WireBytes.attribute(RTA_GATEWAY.number, [10, 0, 0, 1]))
            + member(4, flags: RTNH_F_DEAD, [])
            + member(5, WireBytes.attribute(RTA_VIA.number, via))
        let bytes =
            WireBytes.of(header) + WireBytes.attribute(RTA_MULTIPATH.number, members)
            + WireBytes.attribute(RTA_NH_ID.number, 7)
        #expect(
            try RouteDecoder.route(bytes.span)
                == route([hop(3, via: "10.0.0.1"), hop(4, isDead: true), hop(5, via: "fe80::1")]) {
                    $0.nexthopID = 7
                })
    }

    @Test(
        "a route's type says whether it leads out",
        arguments: [
            (RTN_UNICAST, RouteType.unicast), (RTN_BLACKHOLE, .reject), (RTN_UNREACHABLE, .reject),
            (RTN_PROHIBIT, .reject), (RTN_THROW, .other), (RTN_LOCAL, .other),
        ])
    func types(number: Int, type: RouteType) throws {
        var header = rtmsg()
        header.rtm_family = UInt8(AF_INET6)
        header.rtm_table = UInt8(RT_TABLE_MAIN.rawValue)
        header.rtm_type = UInt8(number)
        let bytes = WireBytes.of(header)
        #expect(
            try RouteDecoder.route(bytes.span) == route([], family: .ipv6) { $0.type = type })
    }

    @Test("a lifetime that is over leaves nothing")
    func expired() throws {
        var header = rtmsg()
        header.rtm_family = UInt8(AF_INET6)
        var info = rta_cacheinfo()
        info.rta_expires = -250
        let bytes =
            WireBytes.of(header)
            + WireBytes.attribute(RTA_CACHEINFO.number, WireBytes.of(info))
        #expect(try RouteDecoder.route(bytes.span)?.expires == .zero)
    }

    @Test("the rules of a host that has no others")
    func standardRules() throws {
        let rules = try Capture.read(Capture("wifi-dhcp").end.messages, type: RTM_NEWRULE) {
            message throws(Undecodable) in try RuleDecoder.rule(message)
        }
        #expect(
            rules == [
                RoutingRule(priority: 0, action: .lookup(table: 255)),
                RoutingRule(priority: 32766, action: .lookup(table: 254)),
                RoutingRule(priority: 32767, action: .lookup(table: 253)),
                RoutingRule(priority: 0, action: .lookup(table: 255)),
                RoutingRule(priority: 32766, action: .lookup(table: 254)),
            ])
    }

    @Test("a VPN's rules: all but its own mark, and main without its default")
    func tunnelRules() throws {
        let rules = try Capture.read(Capture("wireguard").events, type: RTM_NEWRULE) {
            message throws(Undecodable) in try RuleDecoder.rule(message)
        }
        var marked = RoutingRule(priority: 32765, action: .lookup(table: 51820))
        marked.isInverted = true
        marked.mark = 51820
        marked.markMask = .max
        var main = RoutingRule(priority: 32764, action: .lookup(table: 254))
        main.suppressedPrefixLength = 0
        #expect(rules == [marked, main])
    }

    @Test(
        "a rule's selectors, one by one",
        arguments: [
            (FRA_IIFNAME, Array("wlan0\0".utf8), true), (FRA_IIFNAME, Array("lo\0".utf8), false),
            (FRA_L3MDEV, [1], true), (FRA_L3MDEV, [0], false), (FRA_IP_PROTO, [6], true),
            (FRA_DPORT_RANGE, [0, 1, 0, 1], true), (FRA_DPORT_RANGE + 1, [8], true),
            (FRA_PROTOCOL, [2], false),
        ])
    func selectors(attribute: Int, value: [UInt8], isSelector: Bool) throws {
        var header = fib_rule_hdr()
        header.family = UInt8(AF_INET)
        header.action = UInt8(FR_ACT_UNREACHABLE)
        let bytes = WireBytes.of(header) + WireBytes.attribute(attribute, value)
        var wanted = RoutingRule(priority: 0, action: .reject)
        wanted.hasOtherSelector = isSelector
        #expect(try RuleDecoder.rule(bytes.span) == wanted)
    }

    @Test("a rule for users and sockets bound to a link")
    func userRule() throws {
        var header = fib_rule_hdr()
        header.family = UInt8(AF_INET6)
        header.action = UInt8(FR_ACT_TO_TBL)
        header.table = 100
        let bytes =
            WireBytes.of(header) + WireBytes.attribute(FRA_OIFNAME, Array("wlan0\0".utf8))
            + WireBytes.attribute(
                FRA_UID_RANGE, WireBytes.of(UInt32(1000)) + WireBytes.of(UInt32(1999)))
        var wanted = RoutingRule(priority: 0, action: .lookup(table: 100))
        wanted.hasOutputInterface = true
        wanted.userIDs = 1000...1999
        #expect(try RuleDecoder.rule(bytes.span) == wanted)
    }

    @Test("a mobile host's addresses")
    func addresses() throws {
        let modem = try Capture("wwan-up").index(of: "wwan0")
        let addresses = try Capture.read(Capture("wwan-up").end.messages, type: RTM_NEWADDR) {
            message throws(Undecodable) in try AddressDecoder.address(message: message)
        }
        #expect(
            addresses == [
                address(1, "127.0.0.1", 8, .host),
                address(modem, "100.64.0.5", 32),
                address(1, "::1", 128, .host),
                address(modem, "2001:db8:1::5", 64),
                address(modem, "fe80::88cf:4891:a68c:e03f", 64, .link),
            ])
    }

    @Test("a peer's address and the flags beyond the header's eight bits")
    func peer() throws {
        var header = ifaddrmsg()
        header.ifa_family = UInt8(AF_INET)
        header.ifa_prefixlen = 32
        header.ifa_index = 9
        let bytes =
            WireBytes.of(header) + WireBytes.attribute(IFA_LOCAL, [10, 0, 0, 2])
            + WireBytes.attribute(IFA_ADDRESS, [10, 0, 0, 1])
            + WireBytes.attribute(IFA_FLAGS, UInt32(IFA_F_TENTATIVE | IFA_F_NOPREFIXROUTE))
        #expect(
            try AddressDecoder.address(message: bytes.span)
                == address(9, "10.0.0.2", 32, peer: "10.0.0.1", flags: [.tentative]))
    }

    @Test("a nexthop object and a group of them")
    func nexthops() throws {
        var header = nhmsg()
        header.nh_flags = UInt32(RTNH_F_DEAD)
        let single =
            WireBytes.of(header) + WireBytes.attribute(NHA_ID, 5)
            + WireBytes.attribute(NHA_OIF, 3) + WireBytes.attribute(NHA_GATEWAY, [10, 0, 0, 1])
        #expect(
            try NexthopDecoder.nexthop(single.span)
                == Nexthop(id: 5, hop: hop(3, via: "10.0.0.1", isDead: true)))
        let members = [UInt32(5), 6].flatMap { id in
            // Field by field: later headers name the reserved bytes.
            var member = nexthop_grp()
            member.id = id
            return WireBytes.of(member)
        }
        let group =
            WireBytes.of(nhmsg()) + WireBytes.attribute(NHA_ID, 9)
            + WireBytes.attribute(NHA_GROUP, members)
        #expect(try NexthopDecoder.nexthop(group.span) == Nexthop(id: 9, members: [5, 6]))
    }

    @Test("the modes of a host's wireless interfaces")
    func wireless() throws {
        let capture = try Capture("kinds")
        let bytes = capture.end.wireless.flatMap(\.self)
        var interfaces: [WirelessDecoder.Interface] = []
        try bytes.span.forEachMessage { header, message throws(Undecodable) in
            guard header.type >= 32 else { return }
            if let interface = try WirelessDecoder.interface(message) {
                interfaces.append(interface)
            }
        }
        let expected: [(String, WirelessMode)] = [
            ("vwlan0", .station), ("wlan1", .accessPoint), ("wds0", .station), ("ibss0", .station),
            ("mesh0", .station), ("mon0", .monitor), ("wlan0", .station),
        ]
        #expect(
            try interfaces
                == expected.map { .init(link: LinkIndex(try capture.index(of: $0.0)), mode: $0.1) })
    }
}
