import CNetlink
import CellgateCore

@testable import Netlink

/// A datagram of any bytes: the framing, then the decoder for each message's type, as dumps and the
/// event socket use them.
func check(_ input: [UInt8]) {
    var decoded = EventDecoder.Decoded()
    EventDecoder.decode(input.span, into: &decoded)

    var messages: [[UInt8]] = []
    var isWhole = true
    do throws(Undecodable) {
        var offset = 0
        try input.span.forEachMessage { header, message throws(Undecodable) in
            let length = MemoryLayout<nlmsghdr>.size + message.count
            messages.append(Array(input[offset..<(offset + length)]))
            offset += aligned(length)
            readDumped(header, message)
        }
    } catch {
        isWhole = false
    }

    var single = EventDecoder.Decoded(undecodable: isWhole ? 0 : 1)
    for message in messages { EventDecoder.decode(message.span, into: &single) }
    law("messages mean the same together and each by itself", single == decoded)
    law(
        "no message makes more than one event",
        decoded.events.count + decoded.overruns + decoded.undecodable
            <= messages.count + (isWhole ? 0 : 1))

    checkState(after: decoded.events)
}

/// What comes of a message where it is one of a dump's.
private func readDumped(_ header: MessageHeader, _ message: Span<UInt8>) {
    do throws(Undecodable) {
        switch header.type {
        case RTM_NEWLINK: _ = try LinkDecoder.update(message)
        case RTM_NEWADDR: _ = try AddressDecoder.address(message: message)
        case RTM_NEWROUTE: _ = try RouteDecoder.route(message)
        case RTM_NEWRULE: _ = try RuleDecoder.rule(message)
        case RTM_NEWNEXTHOP: _ = try NexthopDecoder.nexthop(message)
        default:
            _ = try WirelessDecoder.interface(message)
            _ = try WirelessDecoder.familyID(named: "nl80211", message)
        }
    } catch {
        return
    }
}

/// Decoded events are such that the core can take them, and taking them twice changes nothing more.
private func checkState(after events: [NetworkEvent]) {
    var state = NetworkState()
    for event in events { state.apply(event) }
    guard let last = events.last else { return }
    let before = state
    switch last {
    case .link, .linkRemoved, .address, .addressRemoved:
        let change = state.apply(last)
        law("an event that comes again changes nothing", state == before && !change.isSomething)
    case .routesChanged, .rulesChanged:
        state.apply(last)
        law("routes are not kept", state == before)
    }
}
