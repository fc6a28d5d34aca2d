internal import CNetlink
internal import Glibc

/// A netlink socket, carried by libnl.
///
/// It is opened and bound here, and not by `nl_connect`, for a port id of the kernel's choice, an
/// errno instead of libnl's coarser numbers and a receive buffer that nobody shrinks.
@safe final class NetlinkSocket {
    /// What a reading came to.
    enum Reading: Equatable {
        /// A datagram was there and has been handed on (or came from another process and has not).
        case datagram
        /// Nothing is there: at once where the socket does not block, else after its time-out.
        case nothing
        /// Messages have been lost: the queue was full or the datagram too large.
        case overrun
    }

    private let socket: OpaquePointer
    /// The descriptor, which belongs to this object.
    let descriptor: Int32
    /// How errors name this socket.
    private let subject: String

    /// Opens and binds a socket.
    ///
    /// - Parameters:
    ///   - protocolNumber: `NETLINK_ROUTE` or `NETLINK_GENERIC`.
    ///   - datagramBytes: The largest datagram that can be received whole.
    /// - Throws: ``NetlinkError`` with `EAFNOSUPPORT` where a sandbox forbids the family, or any
    ///   other error of socket(2) and bind(2).
    init(
        protocolNumber: Int32, isBlocking: Bool, datagramBytes: Int
    ) throws(NetlinkError) {
        subject = protocolNumber == NETLINK_ROUTE ? "rtnetlink socket" : "generic netlink socket"
        let kind = SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = try checkErrno(
            "open", subject,
            Glibc.socket(
                AF_NETLINK, Int32(isBlocking ? kind : kind | SOCK_NONBLOCK.rawValue),
                protocolNumber))
        do throws(NetlinkError) {
            var address = sockaddr_nl()
            address.nl_family = sa_family_t(AF_NETLINK)
            // bind(2) reads the address through the type that all families share.
            let bound = unsafe withUnsafeBytes(of: address) { bytes in
                unsafe bytes.withMemoryRebound(to: sockaddr.self) { addresses in
                    unsafe bind(descriptor, addresses.baseAddress, socklen_t(bytes.count))
                }
            }
            try checkErrno("bind", subject, bound)
            guard let socket = unsafe nl_socket_alloc() else {
                throw NetlinkError(operation: "open", subject: subject, code: .errno(ENOMEM))
            }
            let adopted = unsafe nl_socket_set_fd(socket, protocolNumber, descriptor)
            guard adopted >= 0 else {
                unsafe nl_socket_free(socket)
                throw NetlinkError(operation: "adopt", subject: subject, code: .libnl(-adopted))
            }
            unsafe self.socket = socket
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        // With a fixed size a datagram takes one system call instead of two (MSG_PEEK first).
        unsafe nl_socket_set_msg_buf_size(socket, datagramBytes)
        unsafe nl_socket_disable_msg_peek(socket)
    }

    deinit {
        // Closes the descriptor, too.
        unsafe nl_socket_free(socket)
    }

    /// Sets an option of the socket to a value of any plain type. Source: setsockopt(2).
    func set<Value: BitwiseCopyable>(
        _ level: Int32, _ option: Int32, to value: Value, name: String
    ) throws(NetlinkError) {
        let result = unsafe withUnsafeBytes(of: value) { bytes in
            unsafe setsockopt(
                descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
        }
        try checkErrno("set \(name) of", subject, result)
    }

    /// The value of an option that is a number. Source: getsockopt(2).
    func number(_ level: Int32, _ option: Int32, name: String) throws(NetlinkError) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, level, option, &value, &size)
        try checkErrno("read \(name) of", subject, result)
        return value
    }

    /// Joins a multicast group.
    func join(_ group: rtnetlink_groups) throws(NetlinkError) {
        try checkNetlink(
            "join group \(group.rawValue) with", subject,
            unsafe nl_socket_add_membership(socket, Int32(group.rawValue)))
    }

    /// Sends finished messages as one datagram to the kernel.
    func send(_ messages: [UInt8]) throws(NetlinkError) {
        var copy = messages
        let result = unsafe copy.withUnsafeMutableBytes { bytes in
            unsafe nl_sendto(socket, bytes.baseAddress, bytes.count)
        }
        try checkNetlink("send to", subject, result)
    }

    /// Reads one datagram and hands it to `body`.
    ///
    /// - Throws: ``NetlinkError`` for an error of the socket other than the outcomes named above.
    func receive(_ body: (Span<UInt8>) -> Void) throws(NetlinkError) -> Reading {
        var sender = sockaddr_nl()
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = unsafe nl_recv(socket, &sender, &buffer, nil)
        switch count {
        case -NLE_AGAIN, 0:
            return .nothing
        case -NLE_NOMEM, -NLE_MSG_TRUNC:
            // libnl turns ENOBUFS into NLE_NOMEM.
            return .overrun
        case ..<0:
            throw NetlinkError(operation: "receive from", subject: subject, code: .libnl(-count))
        default:
            defer { unsafe free(buffer) }
            // Only the kernel, which has port id 0, is believed.
            if sender.nl_pid == 0 {
                unsafe body(UnsafeBufferPointer(start: buffer, count: Int(count)).span)
            }
            return .datagram
        }
    }
}
