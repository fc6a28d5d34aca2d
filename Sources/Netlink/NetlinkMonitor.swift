internal import CNetlink
package import CellgateCore
internal import Glibc

/// The event socket: what changes in the network of this network namespace.
///
/// It belongs to one thread, that of the loop which watches ``descriptor``.
package final class NetlinkMonitor {
    /// The receive buffer that is wanted, in the kernel's counting, which includes its own
    /// bookkeeping: room for about 3,600 link messages.
    package static let wantedReceiveBufferBytes = 8 << 20
    /// The largest datagram that is read whole; a larger one counts as lost. An event is one message
    /// of a few kilobytes, and libnl clears a buffer of this size for each.
    private static let datagramBytes = 16 << 10
    /// How many datagrams one call of ``drain()`` reads at most.
    private static let datagramsPerDrain = 1_024

    /// The groups, and whether a kernel without one is too old (nexthop objects came with 5.3).
    private static let groups: [(group: rtnetlink_groups, isRequired: Bool)] = [
        (RTNLGRP_LINK, true), (RTNLGRP_IPV4_IFADDR, true), (RTNLGRP_IPV6_IFADDR, true),
        (RTNLGRP_IPV4_ROUTE, true), (RTNLGRP_IPV6_ROUTE, true), (RTNLGRP_IPV4_RULE, true),
        (RTNLGRP_IPV6_RULE, true), (RTNLGRP_NEXTHOP, false), (RTNLGRP_NEIGH, false),
    ]

    private let socket: NetlinkSocket

    /// The receive buffer's size in the kernel's counting (socket(7), `SO_RCVBUF`: about twice what
    /// was asked for). Less than ``wantedReceiveBufferBytes`` where `net.core.rmem_max` bounds it
    /// and the process has no `CAP_NET_ADMIN`.
    package let receiveBufferBytes: Int

    /// Opens the socket, filters it and joins the groups; from here on events queue up.
    ///
    /// - Throws: ``NetlinkError`` for the first step that fails.
    package convenience init() throws(NetlinkError) {
        try self.init(receiveBufferBytes: Self.wantedReceiveBufferBytes)
    }

    /// The same with a receive buffer of another size, as tests of overruns need it.
    init(receiveBufferBytes wanted: Int) throws(NetlinkError) {
        socket = try NetlinkSocket(
            protocolNumber: NETLINK_ROUTE, isBlocking: false, datagramBytes: Self.datagramBytes)
        receiveBufferBytes = try Self.resizeBuffer(of: socket, to: wanted)
        // Before the groups, so that nothing slips in unfiltered.
        try Self.attachFilter(to: socket)
        for (group, isRequired) in Self.groups {
            do throws(NetlinkError) {
                try socket.join(group)
            } catch  where !isRequired {
                continue
            }
        }
    }

    /// Readable (`EPOLLIN`) when ``drain()`` has something to do.
    package var descriptor: Int32 { socket.descriptor }

    /// Whether ``drain()`` has something to do now.
    package var isReadable: Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&question, 1, 0) > 0
    }

    /// Reads what is queued, and goes on after an overrun.
    ///
    /// It reads 1,024 datagrams at most, so that a flood cannot hold the loop for ever; then
    /// ``Drained/isMore`` is true and it is to be called again, at the latest when the descriptor
    /// is found readable.
    package func drain() -> Drained {
        var decoded = EventDecoder.Decoded()
        var overruns = 0
        var isMore = true
        var failure: NetlinkError?
        reading: for _ in 0..<Self.datagramsPerDrain {
            do throws(NetlinkError) {
                switch try socket.receive({ EventDecoder.decode($0, into: &decoded) }) {
                case .datagram:
                    continue
                case .overrun:
                    overruns += 1
                case .nothing:
                    isMore = false
                    break reading
                }
            } catch {
                failure = error
                isMore = false
                break reading
            }
        }
        return Drained(
            events: decoded.events, overruns: overruns + decoded.overruns,
            undecodable: decoded.undecodable, isMore: isMore, failure: failure)
    }

    /// Sets the buffer's size and returns what became of it.
    ///
    /// The forcing option is tried only where it is needed and allowed: each refusal of the kernel
    /// would be an entry in the audit log.
    private static func resizeBuffer(
        of socket: NetlinkSocket, to wanted: Int
    ) throws(NetlinkError) -> Int {
        let size = Int32(clamping: wanted)
        try socket.set(SOL_SOCKET, SO_RCVBUF, to: size, name: "SO_RCVBUF")
        let result = Int(try socket.number(SOL_SOCKET, SO_RCVBUF, name: "SO_RCVBUF"))
        guard result < wanted, cnetlink_has_net_admin() != 0 else { return result }
        do throws(NetlinkError) {
            try socket.set(SOL_SOCKET, SO_RCVBUFFORCE, to: size, name: "SO_RCVBUFFORCE")
        } catch {
            // The capability may hold in a user namespace only; the smaller buffer works, too.
            return result
        }
        return Int(try socket.number(SOL_SOCKET, SO_RCVBUF, name: "SO_RCVBUF"))
    }

    private static func attachFilter(to socket: NetlinkSocket) throws(NetlinkError) {
        var instructions = EventFilter.program()
        // The kernel copies the program before the call returns.
        let result: Result<Void, NetlinkError> = unsafe instructions.withUnsafeMutableBufferPointer
        {
            buffer in
            let program = unsafe sock_fprog(
                len: UInt16(buffer.count), filter: buffer.baseAddress)
            return Result { () throws(NetlinkError) in
                try unsafe socket.set(
                    SOL_SOCKET, SO_ATTACH_FILTER, to: program, name: "SO_ATTACH_FILTER")
            }
        }
        try result.get()
    }
}

/// What one ``NetlinkMonitor/drain()`` came to.
///
/// After an overrun, an undecodable message or a failure something is missing: ask for everything
/// anew.
package struct Drained: Equatable, Sendable {
    /// In the kernel's order.
    package var events: [NetworkEvent]
    /// How often the kernel said that it dropped messages (`ENOBUFS`).
    package var overruns: Int
    /// How many messages could not be read.
    package var undecodable: Int
    /// Whether the reading stopped at its bound and not at the end of the queue.
    package var isMore: Bool
    /// An error of the socket; nil where there was none.
    package var failure: NetlinkError?

    package init(
        events: [NetworkEvent] = [], overruns: Int = 0, undecodable: Int = 0, isMore: Bool = false,
        failure: NetlinkError? = nil
    ) {
        self.events = events
        self.overruns = overruns
        self.undecodable = undecodable
        self.isMore = isMore
        self.failure = failure
    }

    /// Whether something has been missed.
    package var needsResync: Bool {
        overruns > 0 || undecodable > 0 || failure != nil
    }
}
