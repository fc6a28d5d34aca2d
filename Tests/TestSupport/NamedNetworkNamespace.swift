internal import Glibc

/// A network namespace with a name for ip(8), and a second one that holds the far ends of its
/// links. Both go away with their owner.
///
/// Programs are started in it by `ip netns exec`, which also mounts a sysfs that shows its links.
package final class NamedNetworkNamespace {
    /// The name of the near side, the one under test.
    package let name: String
    /// The name of the far side.
    package var peerName: String { name + "p" }

    /// Whether this process may make one; tests that need it are enabled by this.
    package static let isAvailable: Bool = {
        guard geteuid() == 0 else { return false }
        return (try? NamedNetworkNamespace()) != nil
    }()

    /// Makes both, with nothing in them but `lo`, which is up.
    ///
    /// - Throws: `SubprocessError` where ip(8) fails; it needs root.
    package init() throws(SubprocessError) {
        name = "cellgate-\(UInt32.random(in: .min ... .max))"
        for side in [name, peerName] {
            try Subprocess.succeed(["ip", "netns", "add", side])
            try Subprocess.succeed(["ip", "-n", side, "link", "set", "lo", "up"])
        }
    }

    deinit {
        for side in [name, peerName] {
            // A test has no use for an error that comes after its end.
            _ = try? Subprocess.run(["ip", "netns", "del", side])
        }
    }

    /// The command that runs another command in it; the process stays the same one.
    package func command(_ arguments: [String]) -> [String] {
        ["ip", "netns", "exec", name] + arguments
    }

    /// Runs `ip` on its near side, and returns what it says.
    ///
    /// - Parameter line: the arguments, parted by spaces: `route add default dev wwan0`.
    /// - Throws: `SubprocessError` where ip(8) fails.
    @discardableResult
    package func ip(_ line: String) throws(SubprocessError) -> String {
        try ip(line, in: name)
    }

    /// Runs `ip` on its far side.
    @discardableResult
    package func peerIP(_ line: String) throws(SubprocessError) -> String {
        try ip(line, in: peerName)
    }

    /// Adds a link that is up and can reach a router: a veth with 10.K.0.2/24 and fd00:K::2/64,
    /// whose far end has 10.K.0.1 and fd00:K::1. It has no default route.
    ///
    /// - Parameters:
    ///   - link: its name, such as `wlan0`.
    ///   - subnet: K, from 1 to 255; each link needs its own.
    /// - Throws: `SubprocessError` where ip(8) fails.
    package func uplink(_ link: String, _ subnet: Int) throws(SubprocessError) {
        let peer = "p\(subnet)"
        try ip("link add \(link) type veth peer name \(peer) netns \(peerName)")
        // With slashes, since a link's name may hold dots.
        try Subprocess.succeed(
            command([
                "sysctl", "-qw", "net/ipv6/conf/\(link)/accept_dad=0",
                "net/ipv6/conf/\(link)/accept_ra=0",
            ]))
        try Subprocess.succeed(
            [
                "ip", "netns", "exec", peerName, "sysctl", "-qw",
                "net.ipv6.conf.\(peer).accept_dad=0",
            ])
        try peerIP("addr add 10.\(subnet).0.1/24 dev \(peer)")
        try peerIP("addr add fd00:\(subnet)::1/64 dev \(peer) nodad")
        try peerIP("link set \(peer) up")
        try ip("addr add 10.\(subnet).0.2/24 dev \(link)")
        try ip("addr add fd00:\(subnet)::2/64 dev \(link) nodad")
        try ip("link set \(link) up")
    }

    private func ip(_ line: String, in side: String) throws(SubprocessError) -> String {
        let arguments = line.split(separator: " ").map(String.init)
        return try Subprocess.succeed(["ip", "-n", side] + arguments)
    }
}
