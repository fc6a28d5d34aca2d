import CNetlink
import CellgateCore
import Glibc
import TestSupport
import Testing

@testable import Netlink

@Suite(
    "Requests and their answers",
    .enabled(if: NetworkNamespace.isAvailable, "needs root for network namespaces"))
struct NetlinkConversationTests {
    @Test("a change in the midst of a dump marks it, and the next dump is whole (NL-03)")
    func interrupted() async throws {
        let (first, second, count) = try await NetworkNamespace.run {
            try NetworkNamespace.shell(
                """
                ip link add wlan0 type veth peer wwan0
                seq 0 1999 | awk '{printf "addr add 10.9.%d.%d/32 dev wlan0\\n", $1/250, $1%250}' \
                    | ip -batch -
                """)
            let conversation = try NetlinkConversation(protocolNumber: NETLINK_ROUTE)
            var isChanged = false
            var failure: (any Error)?
            let first = try conversation.dump(Self.addresses, subject: "addresses") { _, _ in
                if !isChanged {
                    isChanged = true
                    do {
                        try NetworkNamespace.shell("ip addr add 10.8.0.1/32 dev wlan0")
                    } catch {
                        failure = error
                    }
                }
                return true
            }
            if let failure { throw failure }
            var count = 0
            let second = try conversation.dump(Self.addresses, subject: "addresses") { _, _ in
                count += 1
                return true
            }
            return (first, second, count)
        }
        #expect(first == NetlinkConversation.Dump(isInterrupted: true))
        #expect(second == NetlinkConversation.Dump())
        #expect(count == 2_003)
    }

    private static var addresses: RequestMessage {
        RequestMessage(type: RTM_GETADDR, flags: NLM_F_DUMP, header: ifaddrmsg())
    }

    @Test("an answer that does not come is an error and no hang")
    func lostAnswer() throws {
        let conversation = try NetlinkConversation(
            protocolNumber: NETLINK_ROUTE, patience: timeval(tv_sec: 0, tv_usec: 10_000))
        #expect(
            throws: NetlinkError(operation: "receive", subject: "nothing", code: .errno(ETIMEDOUT))
        ) {
            _ = try conversation.ask(
                1, subject: "nothing",
                // The kernel has nothing to say to this.
                request: { _ in RequestMessage(type: Int(NLMSG_NOOP), header: UInt32(0)) }
            ) { _, _ in }
        }
    }

    @Test("a bad request is explained, which tells it from what a look-up finds")
    func explained() throws {
        let conversation = try NetlinkConversation(protocolNumber: NETLINK_ROUTE)
        let answers = try conversation.ask(
            1, subject: "routes",
            request: { _ in
                var header = rtmsg()
                header.rtm_family = UInt8(AF_INET)
                // A look-up with a scope is refused by strict checking.
                header.rtm_scope = 7
                return RequestMessage(type: RTM_GETROUTE, header: header)
            }
        ) { _, _ in }
        #expect(answers == [.refused(errno: EINVAL, isExplained: true)])
    }

    @Test("what is left of an abandoned dump is no answer to the next question")
    func abandoned() throws {
        let conversation = try NetlinkConversation(protocolNumber: NETLINK_ROUTE)
        var count = 0
        _ = try conversation.dump(
            RequestMessage(type: RTM_GETLINK, flags: NLM_F_DUMP, header: ifinfomsg()),
            subject: "links"
        ) { _, _ in
            count += 1
            return false
        }
        #expect(count == 1)
        var indexes: [LinkIndex?] = []
        let answers = try conversation.ask(
            1, subject: "link",
            request: { _ in
                var header = ifinfomsg()
                header.ifi_index = 1
                return RequestMessage(type: RTM_GETLINK, header: header)
            }
        ) { _, message throws(Undecodable) in
            indexes.append(try LinkDecoder.update(message)?.index)
        }
        #expect(answers == [.message])
        #expect(indexes == [LinkIndex(1)])
    }

    @Test("a generic family is found by its name in the list of all")
    func genericFamily() throws {
        let conversation = try NetlinkConversation(protocolNumber: NETLINK_GENERIC)
        #expect(
            try WirelessInquiry.familyID(named: "nlctrl", from: conversation)
                == UInt16(GENL_ID_CTRL))
        #expect(try WirelessInquiry.familyID(named: "no-such", from: conversation) == nil)
    }
}
