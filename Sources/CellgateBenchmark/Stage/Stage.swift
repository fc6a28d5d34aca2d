internal import CellgateCore
internal import Netlink
internal import Posix

/// Namespaces of the process's own, in which it may change links and stand for journald: nothing of
/// the machine's network and of its services is seen or touched.
///
/// It lives in the main thread, and everything that is started from there is on it.
final class Stage {
    /// The link whose state is the path; an ifb link, which has carrier whenever it is up.
    static let link = "wlan0"
    /// A link that carries routes which matter to nobody.
    static let foreignLink = "eth0"

    /// Where journald's entries come to.
    let journal: DatagramSocket
    /// Where programs say that they are ready.
    let readiness: DatagramSocket
    private(set) var editor: NetworkEditor
    private(set) var linkIndex: LinkIndex
    private(set) var foreignLinkIndex: LinkIndex

    static let readinessPath = "/run/cellgate-bench/notify"

    /// Leaves the process's namespaces for good.
    ///
    /// - Throws: where the process may not, or what is needed is not there.
    init() throws {
        try Namespaces.leave([.mount])
        try Command.mountScript(Self.mounts)
        journal = try DatagramSocket(path: "/run/systemd/journal/socket")
        readiness = try DatagramSocket(path: Self.readinessPath)
        (editor, linkIndex, foreignLinkIndex) = try Self.network()
    }

    /// Takes a new network namespace in place of the one before, with ``link`` and ``foreignLink``
    /// up and a default route by the first.
    ///
    /// - Parameter idleLinks: How many links it has beside those two and `lo`; they are down.
    func renewNetwork(idleLinks: Int = 0) throws {
        try Command.shell("umount /sys")
        (editor, linkIndex, foreignLinkIndex) = try Self.network()
        guard idleLinks > 0 else { return }
        let lines = (0..<idleLinks).map { "link add idle\($0) type ifb\n" }.joined()
        try Command.run(["ip", "-batch", try WorkFolder.write(lines, to: "links")])
    }

    /// Waits for a program's `READY=1`; when it came.
    ///
    /// - Throws: ``MeasurementFailure`` where it did not within 30 seconds.
    func awaitReady(_ name: String) throws -> SuspendingClock.Instant {
        let deadline = SuspendingClock.now + .seconds(30)
        while let (bytes, moment) = try readiness.receive(until: deadline) {
            if bytes.containsText("READY=1") { return moment }
        }
        throw MeasurementFailure("\(name) was not ready within 30 s")
    }

    /// Takes all that has come: entries, and what the daemon tells the service manager, since a socket
    /// holds few datagrams and whoever sends more waits.
    func drain() throws {
        try readiness.drain()
        try journal.drain()
    }

    private static func network() throws -> (NetworkEditor, LinkIndex, LinkIndex) {
        try Namespaces.leave([.network])
        try Command.shell(links)
        guard let link = NetworkEditor.index(of: link),
            let foreign = NetworkEditor.index(of: foreignLink)
        else { throw MeasurementFailure("the links that were added are not there") }
        let editor = try NetworkEditor()
        try editor.addDefaultRoute(by: link)
        return (editor, link, foreign)
    }

    /// Everything that runs writes below `/run`, and the services beside us have state in `/var`.
    private static let mounts = """
        mount --make-rprivate /
        mount -t tmpfs none /run
        for folder in /var/lib/NetworkManager /var/lib/systemd; do
            [ ! -d $folder ] || mount -t tmpfs none $folder
        done
        mkdir -p /run/systemd/journal /run/systemd/network /run/dbus /run/NetworkManager \
            /run/systemd/netif/links /run/systemd/netif/leases /run/systemd/netif/lldp \
            /run/cellgate-bench
        chmod -R a+rwx /run/systemd/netif
        """

    /// sysfs shows the network namespace that it was mounted in; read-only it says that no udev
    /// runs. Without IPv6 a change is one change.
    private static let links = """
        mount -t sysfs -o ro none /sys
        echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
        ip link set lo up
        for link in \(link) \(foreignLink); do
            ip link add $link type ifb
            ip link set $link up
        done
        ip address add 10.66.0.2/24 dev \(link)
        ip address add 10.67.0.2/24 dev \(foreignLink)
        """
}

extension Command {
    /// As ``shell(_:)``, before there is a folder for what it says.
    fileprivate static func mountScript(_ script: String) throws {
        let process = try ChildProcess(["sh", "-ec", script], errors: nil)
        guard process.wait().exitStatus == 0 else {
            throw MeasurementFailure("the mounts of a namespace of its own cannot be made")
        }
    }
}

extension [UInt8] {
    /// Whether the bytes of a text stand somewhere in it.
    func containsText(_ text: StaticString) -> Bool {
        contains(Array(String(describing: text).utf8))
    }
}
