import Glibc
import TestSupport
import Testing

/// Takes the notifications of a service, as systemd does (sd_notify(3)).
final class ServiceManager {
    private let process: Subprocess
    /// The processes that notified it, in order, each once.
    private(set) var senders: [pid_t] = []

    /// Listens from the return of the call on.
    ///
    /// - Parameter address: a path, or a name after `@`, which belongs to the network namespace.
    init(at address: String, in namespace: NamedNetworkNamespace) throws {
        let script = """
            import socket, struct, sys
            address = sys.argv[1]
            notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            notify.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            notify.bind("\\0" + address[1:] if address[0] == "@" else address)
            print("listening", flush=True)
            while True:
                text, ancillary, _, _ = notify.recvmsg(65536, socket.CMSG_SPACE(12))
                sender = struct.unpack("3i", ancillary[0][2])[0]
                print(sender, text.decode().replace("\\n", " "), flush=True)
            """
        process = try Subprocess(namespace.command(["/usr/bin/python3", "-c", script, address]))
        #expect(try process.nextLine(within: RunningDaemon.hangGuard) == "listening")
    }

    /// The next notification; its lines are parted by spaces.
    func next() throws -> String {
        let line = try #require(try process.nextLine(within: RunningDaemon.hangGuard))
        let parts = line.split(separator: " ", maxSplits: 1)
        let sender = try #require(pid_t(parts[0]))
        if !senders.contains(sender) { senders.append(sender) }
        return String(parts[1])
    }
}
