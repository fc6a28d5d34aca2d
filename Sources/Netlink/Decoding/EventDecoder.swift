internal import CNetlink
package import CellgateCore

/// Reads the datagrams of the event socket.
package enum EventDecoder {
    /// What a datagram came to.
    package struct Decoded: Equatable, Sendable {
        /// In the kernel's order.
        package var events: [NetworkEvent] = []
        /// How often the kernel said inside the stream that it lost something (`NLMSG_OVERRUN`).
        package var overruns = 0
        /// How many messages could not be read: each may have told something that is missed now.
        package var undecodable = 0

        package init(events: [NetworkEvent] = [], overruns: Int = 0, undecodable: Int = 0) {
            self.events = events
            self.overruns = overruns
            self.undecodable = undecodable
        }
    }

    /// Reads every message of a datagram; one that is broken does not hinder the others, unless
    /// its length is, and then the rest counts as one.
    package static func decode(_ datagram: Span<UInt8>, into decoded: inout Decoded) {
        do throws(Undecodable) {
            try datagram.forEachMessage {
                header, message throws(Undecodable) in
                do throws(Undecodable) {
                    try read(header, message, into: &decoded)
                } catch {
                    decoded.undecodable += 1
                }
            }
        } catch {
            decoded.undecodable += 1
        }
    }

    private static func read(
        _ header: MessageHeader, _ message: Span<UInt8>, into decoded: inout Decoded
    ) throws(Undecodable) {
        switch header.type {
        case RTM_NEWLINK:
            if let update = try LinkDecoder.update(message) { decoded.events.append(.link(update)) }
        case RTM_DELLINK:
            if let update = try LinkDecoder.update(message) {
                decoded.events.append(.linkRemoved(update.index))
            }
        case RTM_NEWADDR:
            if let address = try AddressDecoder.address(message: message) {
                decoded.events.append(.address(address))
            }
        case RTM_DELADDR:
            if let address = try AddressDecoder.address(message: message) {
                decoded.events.append(.addressRemoved(address))
            }
        case RTM_NEWROUTE, RTM_DELROUTE:
            if try RouteDecoder.matters(message) { decoded.events.append(.routesChanged) }
        case RTM_NEWRULE, RTM_DELRULE:
            if let family = try RuleDecoder.family(message) {
                decoded.events.append(.rulesChanged(family))
            }
        case RTM_NEWNEXTHOP, RTM_DELNEXTHOP:
            decoded.events.append(.routesChanged)
        case RTM_NEWNEIGH, RTM_DELNEIGH:
            if try isRouterChange(message) { decoded.events.append(.routesChanged) }
        case Int(NLMSG_OVERRUN):
            decoded.overruns += 1
        default:
            // Groups bring nothing else, and what a later kernel adds says nothing to us.
            break
        }
    }

    /// Whether an IPv6 router was lost or found: IPv6 leaves a failed router for another default
    /// without a word about routes.
    private static func isRouterChange(_ message: Span<UInt8>) throws(Undecodable) -> Bool {
        let header = try message.load(ndmsg.self)
        return AddressDecoder.family(header.ndm_family) == .ipv6
            && Int32(header.ndm_flags) & NTF_ROUTER != 0
            && Int32(header.ndm_state) & (NUD_FAILED | NUD_REACHABLE) != 0
    }
}
