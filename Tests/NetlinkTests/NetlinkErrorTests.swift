import CNetlink
import Glibc
import Testing

@testable import Netlink

@Suite("Errors of the sockets")
struct NetlinkErrorTests {
    @Test("a forbidden address family tells the operator which setting allows it")
    func forbidden() {
        let error = NetlinkError(
            operation: "open", subject: "rtnetlink socket", code: .errno(EAFNOSUPPORT))
        #expect(
            error.description
                == "cannot open rtnetlink socket: Address family not supported by protocol"
                + " (AF_NETLINK is needed: does RestrictAddressFamilies= leave it out?)")
    }

    @Test("an error names what was tried, and libnl's own numbers are told in its words")
    func words() {
        let refused = NetlinkError(
            operation: "bind", subject: "rtnetlink socket", code: .errno(EPERM))
        #expect(refused.description == "cannot bind rtnetlink socket: Operation not permitted")
        let lost = NetlinkError(
            operation: "join group 1 with", subject: "rtnetlink socket", code: .libnl(NLE_INVAL))
        #expect(
            lost.description
                == "cannot join group 1 with rtnetlink socket: Invalid input data or parameter")
        let other = NetlinkError(
            operation: "open", subject: "datagram socket", code: .errno(EAFNOSUPPORT))
        #expect(
            other.description
                == "cannot open datagram socket: Address family not supported by protocol")
        #expect([refused.errno, lost.errno] == [EPERM, EIO])
    }
}
