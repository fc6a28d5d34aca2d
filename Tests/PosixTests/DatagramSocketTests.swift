import Glibc
import Posix
import TestSupport
import Testing

@Suite("A datagram socket")
struct DatagramSocketTests {
    /// Sends a text from another process.
    private func send(_ text: String, to path: String) throws {
        let script = """
            import socket, sys
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(sys.argv[2].encode(), sys.argv[1])
            """
        try Subprocess.succeed(["/usr/bin/python3", "-c", script, path, text])
    }

    @Test("takes what is sent to its path, datagram by datagram")
    func receive() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "socket")
        let socket = try DatagramSocket(path: path)
        let before = SuspendingClock.now
        try send("one", to: path)
        try send("two", to: path)
        for expected in ["one", "two"] {
            let (bytes, moment) = try #require(try socket.receive(until: .now + .seconds(60)))
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
            #expect(moment > before)
        }
    }

    @Test("returns nothing where nothing comes by the deadline, or that is over")
    func nothing() throws {
        let directory = try TemporaryDirectory()
        let socket = try DatagramSocket(path: directory.path(of: "socket"))
        #expect(try socket.receive(until: .now + .milliseconds(5)) == nil)
        #expect(try socket.receive(until: .now - .seconds(1)) == nil)
    }

    @Test("is drained of all that has come, and is gone from the file system with its owner")
    func drain() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "socket")
        var socket: DatagramSocket? = try DatagramSocket(path: path)
        try send("one", to: path)
        try send("two", to: path)
        #expect(try socket?.drain() == 2)
        #expect(try socket?.drain() == 0)
        socket = nil
        #expect(try !Directory.entryExists(path: path))
    }

    @Test("cannot be where something is, or where a path has no room")
    func refused() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "taken")
        try directory.write("", to: "taken")
        #expect(throws: SystemError(operation: "bind", subject: path, code: EADDRINUSE)) {
            try DatagramSocket(path: path)
        }
        let long = directory.path(of: String(repeating: "x", count: 200))
        #expect(throws: SystemError(operation: "bind", subject: long, code: ENAMETOOLONG)) {
            try DatagramSocket(path: long)
        }
    }
}
