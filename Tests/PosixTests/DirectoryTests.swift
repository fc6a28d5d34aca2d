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

@Suite struct DirectoryChangeTests {
    @Test("a new name that is free is given, and one that is not leaves both files as they are")
    func freeName() throws {
        let folder = try TemporaryDirectory()
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        let (a, b) = (folder.path(of: "a"), folder.path(of: "b"))
        #expect(throws: SystemError(operation: "create", subject: b, code: SystemError.exists)) {
            try Directory.rename(a, toFree: b)
        }
        #expect(try folder.text(of: "a") == "a")
        #expect(try folder.text(of: "b") == "b")
        try Directory.rename(a, toFree: folder.path(of: "c"))
        #expect(try Directory.names(path: folder.path) == ["b", "c"])
        #expect(try folder.text(of: "c") == "a")
    }

    @Test("where nothing can be renamed, the new name stays free")
    func nothing() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: SystemError.self) {
            try Directory.rename(folder.path(of: "none"), toFree: folder.path(of: "c"))
        }
        #expect(try Directory.names(path: folder.path) == [])
    }

    @Test("folders are made with those that lead to them, and made again they stay")
    func made() throws {
        let folder = try TemporaryDirectory()
        for path in ["a/b", "a/b/", "a/b/c/", "a"] {
            try Directory.make(path: folder.path(of: path))
            #expect(Directory.exists(path: folder.path(of: path)))
        }
    }
}
