import CellgateCore
import Glibc
import Testing
import TestSupport

@testable import Netlink

@Suite(
    "Questions to the kernel",
    .enabled(if: NetworkNamespace.isAvailable, "needs root for network namespaces"))
struct NetlinkInquiryTests {
    /// Two uplinks, up and with addresses of both families: wlan0 (10) and wwan0 (20).
    private static let uplinks = """
        ip link add wlan0 index 10 type veth peer peer0 index 11
        ip link add wwan0 index 20 type veth peer peer1 index 21
        for l in peer0 peer1 wlan0 wwan0; do ip link set $l up; done
        ip addr add 10.0.0.2/24 dev wlan0
        ip addr add 10.1.0.2/24 dev wwan0
        ip addr add 2001:db8:1::2/64 dev wlan0 nodad
        ip addr add 2001:db8:2::2/64 dev wwan0 nodad

        """

    /// The answers in a namespace with the uplinks and what `script` adds, in the questions' order.
    private func answers(
        _ script: String, _ questions: [KernelQuestion]
    ) async throws -> [KernelAnswer?] {
        try await NetworkNamespace.run {
            try NetworkNamespace.shell(Self.uplinks + script)
            let answers = try NetlinkInquiry().answers(to: questions)
            return questions.map { answers[$0] }
        }
    }

    private func lookup(
        _ destination: IPAddress, link: UInt32? = nil, mark: UInt32 = 0, source: IPAddress? = nil
    ) -> KernelQuestion {
        .lookup(
            RouteLookup(
                destination: destination, link: link.map { LinkIndex($0) }, mark: mark,
                source: source))
    }

    private static let away4: IPAddress = "203.0.113.1"
    private static let away6: IPAddress = "2600::1"

    @Test("a dump tells all links and addresses, with the peer of a pair and its kind")
    func dump() async throws {
        let dump = try await NetworkNamespace.run {
            try NetworkNamespace.shell(
                """
                ip link add wlan0 index 10 type veth peer wwan0 index 11
                ip addr add 10.0.0.2/24 dev wlan0
                ip link property add dev wlan0 altname wireless-uplink
                ip link add br0 index 12 type bridge
                ip link set wwan0 master br0
                """)
            return try NetlinkInquiry().dump()
        }
        let named = dump.links.filter { $0.index.rawValue >= 10 }
        #expect(
            named == [
                update(10, "wlan0", [], .down) {
                    $0.kind = .veth
                    $0.lower = LinkIndex(11)
                    $0.alternativeNames = [InterfaceName("wireless-uplink")]
                },
                update(11, "wwan0", [], .down) {
                    $0.kind = .veth
                    $0.lower = LinkIndex(10)
                    $0.master = LinkIndex(12)
                    $0.portKind = .bridge
                },
                update(12, "br0", [], .down) { $0.kind = .bridge },
            ])
        #expect(dump.links.first == update(1, "lo", .carrying, .unknown, hardware: .loopback))
        #expect(
            dump.addresses == [
                address(1, "127.0.0.1", 8, .host), address(10, "10.0.0.2", 24),
                address(1, "::1", 128, .host),
            ])
        #expect(!dump.isInterrupted)
        #expect(dump.undecodable == 0)
    }

    @Test("a dump of many links and addresses is whole")
    func largeDump() async throws {
        let dump = try await NetworkNamespace.run {
            try NetworkNamespace.shell(
                """
                ip link add wlan0 index 10 type veth peer wwan0 index 11
                for i in $(seq 300); do echo link add mv$i link wlan0 type macvlan; done \
                    | ip -batch -
                seq 0 1999 | awk '{printf "addr add 10.9.%d.%d/32 dev wlan0\\n", $1/250, $1%250}' \
                    | ip -batch -
                """)
            return try NetlinkInquiry().dump()
        }
        let macvlans = dump.links.filter { $0.kind == .macvlan }
        #expect(macvlans.count == 300)
        #expect(macvlans.allSatisfy { $0.lower == LinkIndex(10) })
        #expect(dump.addresses.filter { $0.link == LinkIndex(10) }.count == 2_000)
        #expect(!dump.isInterrupted)
    }

    @Test("each interface has its own default, and unbound traffic takes the better")
    func defaultPerInterface() async throws {
        let answers = try await answers(
            """
            ip route add default via 10.0.0.1 metric 600
            ip route add default via 10.1.0.1 metric 700
            ip route add default via 2001:db8:2::1 metric 700
            """,
            [
                lookup(Self.away4), lookup(Self.away4, link: 10), lookup(Self.away4, link: 20),
                lookup(Self.away6), lookup(Self.away6, link: 10), lookup(Self.away6, link: 20),
            ])
        let wlan = route([hop(10, via: "10.0.0.1")]) { $0.metric = 600 }
        let wwan = route([hop(20, via: "10.1.0.1")]) { $0.metric = 700 }
        let wwan6 = route([hop(20, via: "2001:db8:2::1")], family: .ipv6) { $0.metric = 700 }
        #expect(
            answers == [
                .lookup(.route(wlan)), .lookup(.route(wlan)), .lookup(.route(wwan)),
                .lookup(.route(wwan6)), .lookup(.noRoute), .lookup(.route(wwan6)),
            ])
    }

    @Test("without a route there is none, and refusing routes refuse, in the kernel's several ways")
    func refusals() async throws {
        let answers = try await answers(
            """
            ip route add blackhole 198.51.100.0/24
            ip route add unreachable 192.0.2.0/24
            ip route add prohibit 203.0.113.0/24
            ip route add throw 100.64.0.0/10
            ip -6 route add blackhole 2001:db8:a::/48
            ip -6 route add unreachable 2001:db8:b::/48
            ip -6 route add prohibit 2001:db8:c::/48
            """,
            [
                lookup("50.0.0.1"), lookup("198.51.100.1"), lookup("192.0.2.1"),
                lookup("203.0.113.1"), lookup("100.64.0.1"), lookup("2600::1"),
                lookup("50.0.0.1", link: 99),
            ])
        #expect(
            answers == [
                .lookup(.noRoute), .lookup(.rejected), .lookup(.rejected), .lookup(.rejected),
                .lookup(.noRoute), .lookup(.noRoute), .lookup(.failed(errno: ENODEV)),
            ])
        let six = try await self.answers(
            """
            ip -6 route add blackhole 2001:db8:a::/48
            ip -6 route add unreachable 2001:db8:b::/48
            ip -6 route add prohibit 2001:db8:c::/48
            """, [lookup("2001:db8:a::1"), lookup("2001:db8:b::1"), lookup("2001:db8:c::1")])
        #expect(
            six.map { answer in
                switch answer {
                case .lookup(.rejected): true
                case .lookup(.route(let route)): route.type == .reject
                default: false
                }
            } == [true, true, true])
    }

    @Test("a VPN's halves hide the default")
    func halves() async throws {
        let answers = try await answers(
            """
            ip route add default via 10.0.0.1
            ip route add 0.0.0.0/1 dev wwan0
            ip route add 128.0.0.0/1 dev wwan0
            """, [lookup("50.0.0.1"), lookup("203.0.113.1"), lookup("203.0.113.1", link: 10)])
        #expect(
            answers == [
                .lookup(.route(route([hop(20)], to: "0.0.0.0", 1))),
                .lookup(.route(route([hop(20)], to: "128.0.0.0", 1))),
                .lookup(.route(route([hop(10, via: "10.0.0.1")]))),
            ])
    }

    @Test("rules for marks are honoured, and those for users match nobody")
    func markedLookups() async throws {
        let script = """
            ip route add default via 10.0.0.1
            ip route add default via 10.1.0.1 table 100
            ip rule add not fwmark 51820 table 100 priority 90
            ip rule add uidrange 0-0 blackhole priority 80
            """
        let answers = try await answers(
            script,
            [lookup(Self.away4), lookup(Self.away4, mark: 51820), .rules(.ipv4)])
        var users = RoutingRule(priority: 80, action: .reject)
        users.userIDs = 0...0
        var marked = RoutingRule(priority: 90, action: .lookup(table: 100))
        marked.isInverted = true
        marked.mark = 51820
        marked.markMask = .max
        #expect(
            answers == [
                .lookup(.route(route([hop(20, via: "10.1.0.1")], table: 100))),
                .lookup(.route(route([hop(10, via: "10.0.0.1")]))),
                .rules([
                    RoutingRule(priority: 0, action: .lookup(table: 255)), users, marked,
                    RoutingRule(priority: 32766, action: .lookup(table: 254)),
                    RoutingRule(priority: 32767, action: .lookup(table: 253)),
                ]),
            ])
    }

    @Test("nexthop objects and groups lead to their hops")
    func nexthopObjects() async throws {
        let answers = try await answers(
            """
            ip nexthop add id 5 via 10.0.0.1 dev wlan0
            ip nexthop add id 6 via 10.1.0.1 dev wwan0
            ip nexthop add id 7 group 5/6
            ip nexthop add id 8 blackhole
            ip route add default nhid 5
            ip route add 203.0.113.0/24 nhid 7
            """,
            [
                lookup("50.0.0.1"), lookup("203.0.113.1"), .nexthop(5), .nexthop(7), .nexthop(8),
                .nexthop(99),
            ])
        let wlan = hop(10, via: "10.0.0.1")
        let wwan = hop(20, via: "10.1.0.1")
        #expect(
            answers == [
                .lookup(.route(route([wlan]) { $0.nexthopID = 5 })),
                .lookup(.route(route([wlan, wwan], to: "203.0.113.0", 24) { $0.nexthopID = 7 })),
                .hops([wlan]), .hops([wlan, wwan]), .hops([]), .hops([]),
            ])
    }

    @Test("a table's defaults come best first, of a link where one is named")
    func defaultRoutes() async throws {
        let answers = try await answers(
            """
            ip route add default via 10.1.0.1 metric 700
            ip route add default via 10.0.0.1 metric 600
            ip route add 0.0.0.0/1 dev wwan0
            seq 0 999 | awk '{printf "route add 11.%d.%d.0/24 via 10.0.0.1\\n", $1/256, $1%256}' \
                | ip -batch -
            ip -6 route add default via 2001:db8:2::1 metric 700
            ip -6 route add default via 2001:db8:1::1 metric 600
            """,
            [
                .defaultRoutes(.ipv4, table: 254, link: nil),
                .defaultRoutes(.ipv4, table: 254, link: LinkIndex(20)),
                .defaultRoutes(.ipv4, table: 77, link: nil),
                .defaultRoutes(.ipv6, table: 254, link: LinkIndex(20)),
                .defaultRoutes(.ipv6, table: 254, link: nil),
                .defaultRoutes(.ipv6, table: 77, link: nil),
                lookup("50.0.0.1"),
            ])
        let wlan = route([hop(10, via: "10.0.0.1")]) { $0.metric = 600 }
        let wwan = route([hop(20, via: "10.1.0.1")]) { $0.metric = 700 }
        let wlan6 = route([hop(10, via: "2001:db8:1::1")], family: .ipv6) { $0.metric = 600 }
        let wwan6 = route([hop(20, via: "2001:db8:2::1")], family: .ipv6) { $0.metric = 700 }
        #expect(
            answers == [
                .routes([wlan, wwan]), .routes([wwan]), .routes([]), .routes([wwan6]),
                .routes([wlan6, wwan6]), .routes([]),
                .lookup(.route(route([hop(20)], to: "0.0.0.0", 1))),
            ])
    }

    @Test("a gatewayed host route through a link is found, and one without gateway is none")
    func hostRoutes() async throws {
        let answers = try await answers(
            """
            ip route add 192.0.2.7/32 via 10.0.0.1
            ip route add 192.0.2.8/32 dev wwan0
            ip -6 route add 2600::7/128 via 2001:db8:2::1
            """,
            [
                .hasGatewayedHostRoute(.ipv4, LinkIndex(10)),
                .hasGatewayedHostRoute(.ipv4, LinkIndex(20)),
                .hasGatewayedHostRoute(.ipv6, LinkIndex(10)),
                .hasGatewayedHostRoute(.ipv6, LinkIndex(20)),
            ])
        #expect(answers == [.flag(true), .flag(false), .flag(false), .flag(true)])
    }

    @Test("the source is the one that a socket would get, and nil where there is no way")
    func sources() async throws {
        let answers = try await answers(
            """
            ip route add default via 10.1.0.1
            ip -6 route add default via 2001:db8:1::1
            ip route add blackhole 198.51.100.0/24
            """,
            [
                .source(destination: Self.away4), .source(destination: Self.away6),
                .source(destination: "198.51.100.1"), .device(LinkIndex(10)),
            ])
        #expect(
            answers == [
                .source("10.1.0.2"), .source("2001:db8:1::2"), .source(nil),
                .failed(errno: EOPNOTSUPP),
            ])
    }

    @Test("a source given with the question is used for rules by source")
    func sourceSpecific() async throws {
        let answers = try await answers(
            """
            ip -6 route add default from 2001:db8:1::/64 via 2001:db8:1::1 metric 600
            """,
            [lookup(Self.away6), lookup(Self.away6, source: "2001:db8:1::2")])
        let wanted = route([hop(10, via: "2001:db8:1::1")], family: .ipv6) {
            $0.metric = 600
            $0.sourceLength = 64
        }
        // Whether a kernel has source-specific routes is its configuration's choice.
        #expect(answers == [.lookup(.noRoute), .lookup(.route(wanted))])
    }

    @Test("more questions than one datagram holds are all answered, each with its own answer")
    func manyLookups() async throws {
        let questions = (0..<200).map { number in
            lookup(.v4(0x0B00_0000 + UInt32(number) << 8 + 1))
        }
        let answers = try await answers(
            """
            seq 0 199 | awk '{printf "route add 11.0.%d.0/24 via 10.0.0.1\\n", $1}' | ip -batch -
            """, questions)
        #expect(
            answers
                == (0..<200).map { number in
                    .lookup(
                        .route(
                            route(
                                [hop(10, via: "10.0.0.1")],
                                to: .v4(0x0B00_0000 + UInt32(number) << 8), 24)))
                })
    }

    @Test("a dump under constant change ends after its tries, with what it has (NL-03)")
    func interrupted() async throws {
        let dump = try await NetworkNamespace.run {
            try NetworkNamespace.shell(
                """
                ip link add wlan0 index 10 type veth peer wwan0 index 11
                seq 0 1999 | awk '{printf "addr add 10.9.%d.%d/32 dev wlan0\\n", $1/250, $1%250}' \
                    | ip -batch -
                """)
            let inquiry = try NetlinkInquiry()
            try NetworkNamespace.shell(
                """
                (for i in $(seq 3000); do echo addr add 10.8.0.1/32 dev wlan0
                    echo addr del 10.8.0.1/32 dev wlan0; done | ip -batch - &) >/dev/null 2>&1
                """)
            return try inquiry.dump()
        }
        #expect(dump.addresses.count >= 2_000)
        #expect(dump.links.contains { $0.index == LinkIndex(10) })
    }
}
