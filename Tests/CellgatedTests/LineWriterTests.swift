import Glibc
import Posix
import Testing

@testable import CellgateDaemon

@Suite struct LineWriterTests {
    /// A disk with room for some bytes.
    private final class Disk {
        var room: Int
        var bytes: [UInt8] = []

        init(room: Int) {
            self.room = room
        }

        func write(_ more: [UInt8]) throws(SystemError) {
            let part = more.prefix(room)
            bytes += part
            room -= part.count
            if part.count < more.count { throw SystemError(operation: "write", code: ENOSPC) }
        }
    }

    @Test("a line that broke off on a full disk is lost, and tears no other")
    func torn() {
        let disk = Disk(room: 6)
        var writer = LineWriter { bytes throws(SystemError) in try disk.write(bytes) }
        var taken = ["one", "two", "three"].map { writer.writeLine($0) }
        disk.room = 100
        taken += ["four", "five"].map { writer.writeLine($0) }
        #expect(taken == [true, false, false, true, true])
        #expect(String(decoding: disk.bytes, as: UTF8.self) == "one\ntw\nfour\nfive\n")
    }

    @Test("a reader that is gone for good loses nothing that could be told to it")
    func gone() {
        var writer = LineWriter { _ throws(SystemError) in
            throw SystemError(operation: "write", code: EPIPE)
        }
        let isTaken = writer.writeLine("one")
        #expect(isTaken)
    }
}
