import Glibc
import Posix
import TestSupport
import Testing

@Suite struct TextFileTests {
    @Test("a file is read whole, links followed, bytes as they are")
    func read() throws {
        let folder = try TemporaryDirectory()
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try folder.write(bytes, to: "file")
        try folder.makeLink("link", to: "file")
        #expect(try TextFile.read(path: folder.path(of: "link")) == bytes)
    }

    @Test("a file of the kernel's, whose size reads as zero, is read whole")
    func kernelFile() throws {
        #expect(try TextFile.read(path: "/proc/self/stat").last == UInt8(ascii: "\n"))
    }

    @Test("a file that is masked by a link to /dev/null is empty")
    func masked() throws {
        let folder = try TemporaryDirectory()
        try folder.makeLink("masked", to: "/dev/null")
        #expect(try TextFile.read(path: folder.path(of: "masked")) == [])
    }

    @Test("a file of just the limit is read, a longer one is an error", arguments: [0, 1, 40_000])
    func limit(size: Int) throws {
        let folder = try TemporaryDirectory()
        let path = folder.path(of: "file")
        let bytes = [UInt8](repeating: 1, count: size)
        try folder.write(bytes, to: "file")
        #expect(try TextFile.read(path: path, limit: size) == bytes)
        try folder.write(bytes + [1], to: "file")
        #expect(throws: SystemError(operation: "read", subject: path, code: EFBIG)) {
            try TextFile.read(path: path, limit: size)
        }
    }

    @Test("a device without an end stops at the limit")
    func endless() {
        #expect(throws: SystemError(operation: "read", subject: "/dev/zero", code: EFBIG)) {
            try TextFile.read(path: "/dev/zero")
        }
    }

    @Test(
        "what is no file is refused and never waited for",
        arguments: [
            ("folder", "read", EISDIR),
            ("fifo", "read as a file", EINVAL),
            ("missing", "open", ENOENT),
            ("loop", "open", ELOOP),
            ("file/below", "open", ENOTDIR),
        ])
    func refused(name: String, operation: String, code: Int32) throws {
        let folder = try TemporaryDirectory()
        try folder.makeFolder("folder")
        try folder.makeFIFO("fifo")
        try folder.makeLink("loop", to: "loop")
        try folder.write("", to: "file")
        let path = folder.path(of: name)
        #expect(throws: SystemError(operation: operation, subject: path, code: code)) {
            try TextFile.read(path: path)
        }
    }
}
