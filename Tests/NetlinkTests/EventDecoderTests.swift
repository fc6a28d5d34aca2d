import CNetlink
import CellgateCore
import Testing

@testable import Netlink

@Suite("Events of the kernel")
struct EventDecoderTests {
    private static let fe80: IPAddress = "fe80::ff:fe00:0"

    @Test(
        "a station that joins a network runs before it has carrier and is dormant until it may send"
    )
    func association() throws {
        #expect(
            try Capture.decoded("wifi-associate.nl")
                == .init(events: [
                    link(2, "wlan0", [.up, .running], .unknown),
                    link(2, "wlan0", [.up], .down),
                    link(2, "wlan0", [.up], .down),
                    wirelessEvent(2, "wlan0", [.up]),
                    link(2, "wlan0", [.up, .lowerUp], .dormant),
                    wirelessEvent(2, "wlan0", [.up, .lowerUp]),
                    wirelessEvent(2, "wlan0", [.up, .lowerUp]),
                    wirelessEvent(2, "wlan0", [.up, .lowerUp]),
                    link(2, "wlan0", .carrying, .up),
                    .address(address(2, Self.fe80, 64, .link)),
                ]))
    }

    @Test("an address and the default route come with DHCP, and local routes are no cause to ask")
    func dhcp() throws {
        #expect(
            try Capture.decoded("wifi-dhcp.nl")
                == .init(events: [.address(address(2, "10.1.0.62", 24)), .routesChanged]))
    }

    @Test("a wireless event merged into a link leaves what it does not carry")
    func wirelessMerge() throws {
        let events = try Capture.decoded("wifi-disassociate.nl").events
        #expect(events == [link(2, "wlan0", [.up], .down), wirelessEvent(2, "wlan0", [.up])])
        guard case .link(let first) = events.first, case .link(let second) = events.last,
            var merged = Link(first)
        else {
            Issue.record("two link events expected")
            return
        }
        let before = merged
        merged.merge(second)
        #expect(merged == before)
    }

    @Test("a modem that is pulled out goes down, loses its addresses and is gone")
    func unplugged() throws {
        let modem = "fe80::1ef:7433:a95c:46a5" as IPAddress
        #expect(
            try Capture.decoded("wwan-unplug.nl")
                == .init(events: [
                    link(5, "wwan0", [], .down, hardware: .none) { $0.kind = .wwan },
                    .addressRemoved(address(5, modem, 64, .link)),
                    .addressRemoved(address(5, "100.64.0.5", 32)),
                    .linkRemoved(LinkIndex(5)),
                ]))
    }

    @Test("a move to another network namespace removes the link; its return brings it bare (NL-14)")
    func namespaceMove() throws {
        #expect(
            try Capture.decoded("netns-move.nl")
                == .init(events: [
                    link(4, "d0", [], .down) { $0.kind = .dummy },
                    .addressRemoved(address(4, "fe80::9040:72ff:fef1:71f3", 64, .link)),
                    .addressRemoved(address(4, "10.5.0.1", 24)),
                    .linkRemoved(LinkIndex(4)),
                    link(4, "d0", [], .down) { $0.kind = .dummy },
                ]))
    }

    @Test("a rename keeps the index, and an alternative name comes and goes")
    func rename() throws {
        let own = "fe80::20a0:7fff:feae:9fa1" as IPAddress
        let dummy = { (update: inout LinkUpdate) in update.kind = .dummy }
        let named = { (update: inout LinkUpdate) in
            update.kind = .dummy
            update.alternativeNames = [InterfaceName("wiredlongname")]
        }
        #expect(
            try Capture.decoded("rename.nl")
                == .init(events: [
                    link(4, "d0", [], .down, dummy),
                    .addressRemoved(address(4, own, 64, .link)),
                    link(4, "en5", [], .down, dummy),
                    .address(address(4, "10.5.0.1", 24)),
                    link(4, "en5", .carrying, .unknown, dummy),
                    .address(address(4, own, 64, .link)),
                    link(4, "en5", .carrying, .unknown, named),
                    link(4, "en5", .carrying, .unknown, named),
                    link(4, "en5", .carrying, .unknown, named),
                    link(4, "en5", .carrying, .unknown, named),
                    link(4, "en5", .carrying, .unknown, dummy),
                    link(4, "en5", [], .down, dummy),
                    .addressRemoved(address(4, own, 64, .link)),
                    link(4, "d0", [], .down, dummy),
                    .address(address(4, "10.5.0.1", 24)),
                ]))
    }

    @Test("a bridge's own words about its port are ignored, and a port that leaves is not gone")
    func bridgePort() throws {
        let events = try Capture.decoded("bridge-port.nl").events
        let port = { (update: inout LinkUpdate) in
            update.kind = .veth
            update.lower = LinkIndex(6)
            update.master = LinkIndex(5)
            update.portKind = .bridge
        }
        let free = { (update: inout LinkUpdate) in
            update.kind = .veth
            update.lower = LinkIndex(6)
        }
        let bridge = { (update: inout LinkUpdate) in update.kind = .bridge }
        #expect(
            events == [
                link(7, "ve0", .carrying, .up, port),
                link(7, "ve0", .carrying, .up, port),
                link(5, "br0", .carrying, .unknown, bridge),
                link(5, "br0", .carrying, .unknown, bridge),
                link(5, "br0", .carrying, .up, bridge),
                link(7, "ve0", .carrying, .up, port),
                link(7, "ve0", .carrying, .up, free),
                link(5, "br0", [.up, .running], .up, bridge),
                link(5, "br0", [.up, .running], .up, bridge),
                link(5, "br0", [.up], .down, bridge),
            ])
    }

    @Test("a peer in another network namespace is no link below")
    func foreignPeer() throws {
        let veth = { (update: inout LinkUpdate) in update.kind = .veth }
        #expect(
            try Capture.decoded("routes-and-down.nl")
                == .init(events: [
                    .routesChanged,
                    .routesChanged,
                    .addressRemoved(address(7, "10.7.0.2", 24)),
                    .addressRemoved(address(7, "10.7.0.1", 24)),
                    .address(address(7, "10.7.0.1", 24)),
                    .routesChanged,
                    link(7, "ve0", [], .down, veth),
                    .routesChanged,
                    .addressRemoved(address(7, "2001:db8:7::1", 64)),
                    .addressRemoved(address(7, "fe80::e4ef:7fff:fe6e:f9eb", 64, .link)),
                    link(7, "ve0", [.up, .lowerUp], .lowerLayerDown, veth),
                    link(7, "ve0", .carrying, .up, veth),
                    .address(address(7, "fe80::e4ef:7fff:fe6e:f9eb", 64, .link)),
                ]))
    }

    @Test("router advertisements change routes, and prefix messages say nothing")
    func advertisements() throws {
        let own = NetworkEvent.address(address(7, "2001:db8:77:0:e4ef:7fff:fe6e:f9eb", 64))
        #expect(
            try Capture.decoded("ipv6-ra.nl")
                == .init(events: [
                    .routesChanged, own, own, .routesChanged, own, .routesChanged, own,
                ]))
    }

    @Test("the rules of a VPN are a cause to ask for the rules of their family")
    func rules() throws {
        let tunnel = { (update: inout LinkUpdate) in update.kind = .wireguard }
        #expect(
            try Capture.decoded("wireguard.nl")
                == .init(events: [
                    link(10, "wg0", [], .down, hardware: .none, tunnel),
                    link(10, "wg0", .carrying, .unknown, hardware: .none, tunnel),
                    .address(address(10, "10.9.1.1", 24)),
                    .routesChanged, .routesChanged, .routesChanged,
                    .rulesChanged(.ipv4), .rulesChanged(.ipv4),
                    link(10, "wg0", [], .down, hardware: .none, tunnel),
                    .addressRemoved(address(10, "10.9.1.1", 24)),
                    .linkRemoved(LinkIndex(10)),
                ]))
    }

    @Test("the last words of a veth pair remove both ends")
    func vethLife() throws {
        let decoded = try Capture.decoded("veth-life.nl")
        #expect(decoded.undecodable == 0)
        #expect(decoded.events.count == 21)
        #expect(
            decoded.events.prefix(2) == [
                link(2, "ve1", [], .down) { $0.kind = .veth },
                link(3, "ve0", [], .down) {
                    $0.kind = .veth
                    $0.lower = LinkIndex(2)
                },
            ])
        #expect(
            decoded.events.suffix(3) == [
                .addressRemoved(
                    address(2, "fe80::8006:4ff:fe9a:dcd3", 64, .link, flags: [.tentative])),
                .linkRemoved(LinkIndex(3)),
                .linkRemoved(LinkIndex(2)),
            ])
    }

    @Test(
        "only an IPv6 router that was lost or found is a cause to ask",
        arguments: [
            (AF_INET6, NUD_FAILED, NTF_ROUTER, true), (AF_INET6, NUD_REACHABLE, NTF_ROUTER, true),
            (AF_INET6, NUD_STALE, NTF_ROUTER, false), (AF_INET6, NUD_FAILED, 0, false),
            (AF_INET, NUD_FAILED, NTF_ROUTER, false),
        ])
    func neighbours(family: Int32, state: Int32, flags: Int32, isCause: Bool) {
        var header = ndmsg()
        header.ndm_family = UInt8(family)
        header.ndm_state = UInt16(state)
        header.ndm_flags = UInt8(flags)
        let bytes = WireBytes.message(RTM_NEWNEIGH, WireBytes.of(header))
        var decoded = EventDecoder.Decoded()
        EventDecoder.decode(bytes.span, into: &decoded)
        #expect(decoded == .init(events: isCause ? [.routesChanged] : []))
    }

    @Test(
        "an unreadable message is counted and hinders no other; a broken length ends the datagram")
    func undecodable() {
        let good = WireBytes.message(RTM_NEWNEXTHOP, [])
        let short = WireBytes.message(RTM_NEWLINK, [0, 0, 0, 0])
        let overrun = WireBytes.message(Int(NLMSG_OVERRUN), [])
        var broken = good
        broken[0] = 15
        var decoded = EventDecoder.Decoded()
        let bytes = good + short + overrun + good + broken + good
        EventDecoder.decode(bytes.span, into: &decoded)
        #expect(
            decoded
                == .init(events: [.routesChanged, .routesChanged], overruns: 1, undecodable: 2))
    }
}
