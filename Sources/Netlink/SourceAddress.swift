internal import CNetlink
internal import CellgateCore
internal import Glibc

/// The source address that the kernel gives to an unbound socket.
///
/// Connecting a datagram socket chooses route and source and sends nothing. Source: udp(7);
/// RFC 6724.
enum SourceAddress {
    /// The discard port: any would do.
    private static let port: UInt16 = 9

    /// The address for traffic to `destination`; nil where there is no way to it.
    ///
    /// - Throws: ``NetlinkError`` where no such socket can be opened, as in a sandbox.
    static func chosen(for destination: IPAddress) throws(NetlinkError) -> IPAddress? {
        switch destination {
        case .v4(let number):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = number.bigEndian
            return try name(AF_INET, connectedTo: address).map { own in
                .v4(UInt32(bigEndian: own.sin_addr.s_addr))
            }
        case .v6(let high, let low):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            // Both are sixteen plain bytes in network order.
            unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
                unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
                unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return try name(AF_INET6, connectedTo: address).map { own in
                unsafe withUnsafeBytes(of: own.sin6_addr) { bytes in
                    .v6(
                        high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
                        low: UInt64(
                            bigEndian: unsafe bytes.loadUnaligned(
                                fromByteOffset: 8, as: UInt64.self)))
                }
            }
        }
    }

    /// The own address of a socket connected to `peer`; nil where the connection is refused.
    private static func name<SocketAddress>(
        _ family: Int32, connectedTo peer: SocketAddress
    ) throws(NetlinkError) -> SocketAddress? {
        let descriptor = try checkErrno(
            "open", "datagram socket",
            socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        defer { close(descriptor) }
        let size = socklen_t(MemoryLayout<SocketAddress>.size)
        // Both calls take the address through the type that all families share.
        let connected = unsafe withUnsafeBytes(of: peer) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe connect(descriptor, $0.baseAddress, size)
            }
        }
        guard connected == 0 else { return nil }
        var own = peer
        var ownSize = size
        let named = unsafe withUnsafeMutableBytes(of: &own) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe getsockname(descriptor, $0.baseAddress, &ownSize)
            }
        }
        try checkErrno("name", "datagram socket", named)
        return own
    }
}
