import TestSupport
import Testing

/// What the cases do to a network beside `NamedNetworkNamespace`'s own means.
extension NamedNetworkNamespace {
    /// Adds an IPv4 default route by a link's router (see `uplink`).
    ///
    /// - Parameter metric: nil for the kernel's own, 0.
    func addDefault(_ link: String, _ subnet: Int, metric: Int? = nil) throws {
        let tail = metric.map { " metric \($0)" } ?? ""
        try ip("route add default via 10.\(subnet).0.1 dev \(link)\(tail)")
    }

    /// Adds wlan0 (10.1.0.2), whose default has metric 600.
    func addWifi() throws {
        try uplink("wlan0", 1)
        try addDefault("wlan0", 1, metric: 600)
    }

    /// Adds wwan0 (10.2.0.2), whose default has metric 700.
    func addCellular() throws {
        try uplink("wwan0", 2)
        try addDefault("wwan0", 2, metric: 700)
    }

    /// Runs many lines of `ip` in one process, as fast as the kernel takes them.
    func batch(_ lines: [String]) throws {
        let directory = try TemporaryDirectory()
        try directory.write(lines.joined(separator: "\n") + "\n", to: "lines")
        try Subprocess.succeed(["ip", "-n", name, "-batch", directory.path(of: "lines")])
    }

    /// Runs a script of bash in it.
    @discardableResult
    func bash(_ script: String) throws -> String {
        try Subprocess.succeed(command(["bash", "-euc", script]))
    }

    /// Sets a kernel parameter.
    func sysctl(_ assignment: String) throws {
        try Subprocess.succeed(command(["sysctl", "-qw", assignment]))
    }

    /// Waits until what `ip` says holds a text; it is asked again at each event of the kernel.
    func awaitAnswer(to line: String, contains text: String) throws {
        let events = try KernelEvents(in: self)
        while try !ip(line).contains(text) { try events.awaitOne() }
    }
}

/// The events of links, addresses and neighbours of a namespace, without what they say.
final class KernelEvents {
    private let process: Subprocess

    /// Listens from the return of the call on.
    init(in namespace: NamedNetworkNamespace) throws {
        // RTMGRP_LINK, RTMGRP_NEIGH, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR.
        let script = """
            import socket
            events = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
            events.bind((0, 0x1 | 0x4 | 0x10 | 0x100))
            print("listening", flush=True)
            while events.recv(65536):
                print("event", flush=True)
            """
        process = try Subprocess(namespace.command(["/usr/bin/python3", "-c", script]))
        try #require(process.nextLine(within: RunningDaemon.hangGuard) == "listening")
    }

    /// Waits for the next event.
    func awaitOne() throws {
        try #require(process.nextLine(within: RunningDaemon.hangGuard) == "event")
    }
}

/// A tun link with a program that reads it: up, with carrier, operational state UNKNOWN. The link
/// goes away with its owner.
final class TunnelLink {
    private let reader: Subprocess

    /// Makes it, with an address, and sets it up.
    convenience init(
        _ link: String, address: String, in namespace: NamedNetworkNamespace
    ) throws {
        try self.init(link, in: namespace)
        try namespace.ip("addr add \(address) dev \(link)")
        try namespace.ip("link set \(link) up")
    }

    /// Makes it, or reads one that is there already.
    init(_ link: String, in namespace: NamedNetworkNamespace) throws {
        // TUNSETIFF with IFF_TUN and IFF_NO_PI.
        let script = """
            import fcntl, struct, sys
            tunnel = open("/dev/net/tun", "r+b", buffering=0)
            fcntl.ioctl(tunnel, 0x400454CA, struct.pack("16sH14x", sys.argv[1].encode(), 0x1001))
            print("attached", flush=True)
            while tunnel.read(65536):
                pass
            """
        reader = try Subprocess(namespace.command(["/usr/bin/python3", "-c", script, link]))
        let line = try reader.nextLine(within: RunningDaemon.hangGuard)
        try #require(line == "attached", "no tun link \(link)")
    }
}
