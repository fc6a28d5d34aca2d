import CNetlink
import CellgateCore
import Testing

@testable import Netlink

@Suite("Links")
struct LinkDecoderTests {
    /// What a message says beyond name, flags and state.
    struct Kind: Sendable {
        let name: String
        let hardware: LinkHardware
        var kind: LinkKind?
        /// The name of the link below, or of the peer.
        var lower: String?
        var isTap: Bool?
        var remote: IPAddress?
    }

    static let kinds: [Kind] = [
        Kind(name: "lo", hardware: .loopback),
        Kind(name: "wlan0", hardware: .ethernet),
        Kind(name: "hwsim0", hardware: .other(803)),
        Kind(name: "mon0", hardware: .other(803)),
        Kind(name: "wwan0", hardware: .none, kind: .wwan),
        Kind(name: "qmimux0", hardware: .none),
        Kind(name: "qmapmux0.0", hardware: .cellular, kind: .rmnet, lower: "wwan1"),
        Kind(name: "ppp0", hardware: .ppp, kind: .ppp),
        Kind(name: "ve0", hardware: .ethernet, kind: .veth, lower: "ve1"),
        Kind(name: "br0", hardware: .ethernet, kind: .bridge),
        Kind(name: "bond7", hardware: .ethernet, kind: .bond),
        Kind(name: "wlan0.5", hardware: .ethernet, kind: .vlan, lower: "wlan0"),
        Kind(name: "mvt0", hardware: .ethernet, kind: .macvtap, lower: "ve1"),
        Kind(name: "ipv0", hardware: .ethernet, kind: .ipvlan, lower: "dummy1"),
        Kind(name: "ms0", hardware: .ethernet, kind: .macsec, lower: "dummy2"),
        Kind(name: "tun0", hardware: .none, kind: .tun, isTap: false),
        Kind(name: "tap0", hardware: .ethernet, kind: .tun, isTap: true),
        Kind(name: "wg0", hardware: .none, kind: .wireguard),
        Kind(name: "xfrm0", hardware: .none, kind: .xfrm),
        Kind(name: "vti0x", hardware: .other(768), kind: .vti, remote: "127.0.0.2"),
        Kind(name: "vti6x", hardware: .other(769), kind: .vti6, remote: "::2"),
        Kind(name: "gre0x", hardware: .other(778), kind: .gre, remote: "127.0.0.2"),
        Kind(name: "ip6grex", hardware: .other(823), kind: .ip6gre, remote: "::2"),
        Kind(name: "ipip0x", hardware: .other(768), kind: .ipip, remote: "127.0.0.2"),
        Kind(name: "sitx", hardware: .other(776), kind: .sit, remote: "127.0.0.2"),
        Kind(name: "ip6tnlx", hardware: .other(769), kind: .ip6tnl, remote: "::2"),
        Kind(name: "vrf0", hardware: .ethernet, kind: .vrf),
    ]

    private func updates(_ messages: [[UInt8]]) throws -> [LinkUpdate] {
        try Capture.read(messages, type: RTM_NEWLINK) { message throws(Undecodable) in
            try LinkDecoder.update(message)
        }
    }

    @Test("a link's kind, hardware and relations are read", arguments: kinds)
    func kind(expected: Kind) throws {
        let capture = try Capture("kinds")
        let index = LinkIndex(try capture.index(of: expected.name))
        let update = try #require(
            try updates(capture.end.messages + capture.events).first { $0.index == index })
        var wanted = LinkUpdate(
            index: update.index, hardware: expected.hardware, flags: update.flags)
        wanted.name = InterfaceName(expected.name)
        wanted.operationalState = update.operationalState
        wanted.kind = expected.kind
        wanted.lower = try expected.lower.map { LinkIndex(try capture.index(of: $0)) }
        wanted.isTap = expected.isTap
        wanted.tunnel = expected.remote.map { TunnelEndpoint(remote: $0, mark: 0) }
        #expect(update == wanted)
    }

    @Test("a dump of a host with every kind is read whole")
    func dump() throws {
        let updates = try updates(Capture("kinds").end.messages)
        let indexes = updates.map(\.index)
        #expect(indexes.count >= 60)
        #expect(indexes == Set(indexes).sorted())
        #expect(updates.allSatisfy { $0.isComplete && $0.name != nil })
    }

    @Test("a tunnel to any peer has no far end")
    func anyPeer() throws {
        let names = ["gre0", "tunl0", "sit0", "ip6tnl0", "ip_vti0", "ip6_vti0", "erspan0"]
        let wanted = Set(names.map { InterfaceName($0) })
        let fallbacks = try updates(Capture("kinds").end.messages).filter { update in
            update.name.map { wanted.contains($0) } ?? false
        }
        #expect(fallbacks.count == names.count)
        #expect(fallbacks.allSatisfy { $0.tunnel == nil })
    }

    @Test("a bond names the port that it uses")
    func bond() throws {
        let bonds = try updates(Capture("bond-port").events).filter { $0.kind == .bond }
        #expect(
            bonds.map { $0.activePort?.rawValue } == [nil, nil, 20, 20, 20, 20, nil, nil, nil])
        let port = try updates(Capture("bond-port").events).first { $0.master != nil }
        #expect(port?.portKind == .bond)
    }

    @Test("a mobile host's links are those that it has")
    func snapshot() throws {
        let modem = try Capture("wwan-up").index(of: "wwan0")
        #expect(
            try updates(Capture("wwan-up").end.messages) == [
                update(1, "lo", .carrying, .unknown, hardware: .loopback),
                update(modem, "wwan0", .carrying, .unknown, hardware: .none) { $0.kind = .wwan },
            ])
    }

    @Test(
        "cellular hardware goes by several numbers",
        arguments: [
            (UInt16(519), LinkHardware.cellular), (530, .cellular), (819, .other(819)),
            (820, .cellular), (822, .cellular), (823, .other(823)), (512, .ppp), (772, .loopback),
            (65534, .none), (1, .ethernet),
        ])
    func hardware(number: UInt16, hardware: LinkHardware) throws {
        var header = ifinfomsg()
        header.ifi_type = number
        header.ifi_index = 3
        let bytes = WireBytes.of(header)
        let update = try LinkDecoder.update(bytes.span)
        #expect(update?.hardware == hardware)
    }

    @Test("a tunnel's mark and a link below itself are read for what they are")
    func marked() throws {
        var header = ifinfomsg()
        header.ifi_index = 3
        let data =
            WireBytes.attribute(IFLA_GRE_REMOTE, [192, 0, 2, 1])
            + WireBytes.attribute(IFLA_GRE_FWMARK, 0xCA6C)
        let info =
            WireBytes.attribute(IFLA_INFO_DATA | Int(NLA_F_NESTED), data)
            + WireBytes.attribute(IFLA_INFO_KIND, Array("gre\0".utf8))
        let bytes =
            WireBytes.of(header) + WireBytes.attribute(IFLA_LINK, 3)
            + WireBytes.attribute(IFLA_LINKINFO, info) + WireBytes.attribute(IFLA_TXQLEN, 1)
        var wanted = LinkUpdate(index: LinkIndex(3), hardware: .other(0), flags: [])
        wanted.kind = .gre
        wanted.tunnel = TunnelEndpoint(remote: "192.0.2.1", mark: 0xCA6C)
        #expect(try LinkDecoder.update(bytes.span) == wanted)
    }

    @Test("a name that is no UTF-8 is kept byte for byte")
    func oddName() throws {
        var header = ifinfomsg()
        header.ifi_index = 3
        let name: [UInt8] = [0x77, 0x6C, 0xFF, 0xFE, 0x78]
        let bytes = WireBytes.of(header) + WireBytes.attribute(IFLA_IFNAME, name + [0])
        #expect(try LinkDecoder.update(bytes.span)?.name == InterfaceName(bytes: name))
    }
}
