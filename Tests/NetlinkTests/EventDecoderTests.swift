import CNetlink
import CellgateCore
import Testing

@testable import Netlink

/// What whole sequences come to, the listings beside the recordings state.
@Suite("Events of the kernel")
struct EventDecoderTests {
    @Test("a wireless event merged into a link leaves what it does not carry")
    func wirelessMerge() throws {
        let events = try Capture("wifi-disassociate").decoded.events.prefix(2)
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
