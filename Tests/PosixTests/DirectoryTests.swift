import Glibc
import Posix
import TestSupport
import Testing

@Suite struct DirectoryTests {
    @Test("names come in the order of their bytes, hidden ones and folders included")
    func order() throws {
        let folder = try TemporaryDirectory()
        let names = ["10-b.conf", "9-a.conf", "B", "_", "a", "a-", "a.b", ".hidden", "\u{E4}", "z"]
        for name in names { try folder.write("", to: name) }
        try folder.makeFolder("folder")
        #expect(
            try Directory.names(path: folder.path) == [
                ".hidden", "10-b.conf", "9-a.conf", "B", "_", "a", "a-", "a.b", "folder", "z",
                "\u{E4}",
            ])
    }

    @Test("a folder that is empty or missing has no names")
    func empty() throws {
        let folder = try TemporaryDirectory()
        #expect(try Directory.names(path: folder.path) == [])
        #expect(try Directory.names(path: folder.path(of: "missing")) == [])
    }

    @Test("a name that is not UTF-8 is repaired")
    func notUTF8() throws {
        let folder = try TemporaryDirectory()
        try folder.makeFile(nameBytes: Array("a".utf8) + [0xFF] + Array(".conf".utf8))
        #expect(try Directory.names(path: folder.path) == ["a\u{FFFD}.conf"])
    }

    @Test("the longest name is whole")
    func longName() throws {
        let folder = try TemporaryDirectory()
        let name = String(repeating: "n", count: 255)
        try folder.write("", to: name)
        #expect(try Directory.names(path: folder.path) == [name])
    }

    @Test("a file is no folder")
    func file() throws {
        let folder = try TemporaryDirectory()
        try folder.write("", to: "file")
        let path = folder.path(of: "file")
        #expect(throws: SystemError(operation: "open", subject: path, code: ENOTDIR)) {
            try Directory.names(path: path)
        }
    }
}
