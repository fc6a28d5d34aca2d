import CNetlink
import CellgateCore
import Glibc
import TestSupport
import Testing

@testable import Netlink

@Suite(
    "Without privileges or wireless subsystem",
    .enabled(if: NetworkNamespace.isAvailable, "needs root for network namespaces"))
struct UnprivilegedTests {
    @Test("without CAP_NET_ADMIN all works, with a smaller receive buffer (NL-20)")
    func unprivileged() async throws {
        let lookup = KernelQuestion.lookup(RouteLookup(destination: "203.0.113.1"))
        let (bufferBytes, drained, dump, answers) = try await NetworkNamespace.run {
            try NetworkNamespace.shell(
                """
                ip link add wlan0 index 10 type veth peer peer0 index 11
                ip link set peer0 up
                ip link set wlan0 up
                ip addr add 10.0.0.2/24 dev wlan0
                ip route add default via 10.0.0.1
                """)
            try Self.dropCapabilities()
            let monitor = try NetlinkMonitor(receiveBufferBytes: 256 << 20)
            let inquiry = try NetlinkInquiry()
            return (
                monitor.receiveBufferBytes, monitor.drain(), try inquiry.dump(),
                inquiry.answers(to: [lookup, .rules(.ipv6)])
            )
        }
        #expect(bufferBytes < 256 << 20)
        #expect(drained.needsResync == false)
        #expect(dump.links.count == 3)
        #expect(
            answers == [
                lookup: .lookup(.route(route([hop(10, via: "10.0.0.1")]))),
                .rules(.ipv6): .rules([
                    RoutingRule(priority: 0, action: .lookup(table: 255)),
                    RoutingRule(priority: 32766, action: .lookup(table: 254)),
                ]),
            ])
    }

    /// Takes every capability from the calling thread, for good.
    private static func dropCapabilities() throws {
        // Glibc has the call but no header for it.
        typealias SetCapabilities =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutableRawPointer
            ) -> Int32
        guard let symbol = unsafe dlsym(nil, "capset") else {
            throw NetlinkError(operation: "find", subject: "capset", code: .errno(ENOSYS))
        }
        let setCapabilities = unsafe unsafeBitCast(symbol, to: SetCapabilities.self)
        var header = __user_cap_header_struct(
            version: UInt32(_LINUX_CAPABILITY_VERSION_3), pid: 0)
        var data = (__user_cap_data_struct(), __user_cap_data_struct())
        guard unsafe setCapabilities(&header, &data) == 0 else {
            throw NetlinkError(operation: "drop", subject: "capabilities", code: .errno(errno))
        }
    }

    @Test("a kernel without wireless subsystem, or a link that is none, has no wireless mode")
    func wireless() async throws {
        let mode = try await NetworkNamespace.run {
            try WirelessInquiry().mode(of: LinkIndex(1))
        }
        #expect(mode == nil)
    }
}
