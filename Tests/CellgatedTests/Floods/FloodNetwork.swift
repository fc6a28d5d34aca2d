import TestSupport

/// What the floods do to a network, as fast as the kernel takes it.
extension NamedNetworkNamespace {
    /// Adds routes to single networks, 20.0.0.0/24 and on, by the router of wlan0 (10.1.0.1).
    ///
    /// ip(8) takes 24 seconds for half a million; 600 messages in one system call take nine.
    func addForeignRoutes(_ count: Int) throws {
        // NLM_F_REQUEST, NLM_F_CREATE and NLM_F_EXCL; RTA_DST, RTA_OIF and RTA_GATEWAY.
        let script = """
            import socket, struct, sys
            count, link = int(sys.argv[1]), socket.if_nametoindex("wlan0")
            head = struct.pack("IHHII", 52, 24, 0x601, 0, 0) + struct.pack(
                "8BI", 2, 24, 0, 0, 254, 4, 0, 1, 0) + struct.pack("HH", 8, 1)
            tail = struct.pack("HHI", 8, 4, link) + struct.pack("HH", 8, 5) + bytes([10, 1, 0, 1])
            network = struct.Struct(">I").pack
            kernel = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
            for first in range(0, count, 600):
                kernel.send(b"".join(
                    head + network((20 << 24) + (number << 8)) + tail
                    for number in range(first, min(first + 600, count))))
            kernel.setblocking(False)
            try:
                sys.exit("refused: %d" % struct.unpack_from("i", kernel.recv(65536), 16))
            except BlockingIOError:
                pass
            """
        try Subprocess.succeed(
            command(["/usr/bin/python3", "-c", script, String(count)]), within: .seconds(300))
    }

    /// Adds links that are down, without an address: ifb links, the quickest to make.
    func addIdleLinks(_ count: Int) throws {
        try batch((1...count).map { "link add l\($0) type ifb" })
    }
}
