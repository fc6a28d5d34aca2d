import Glibc
import Posix
import Systemd
import TestSupport
import Testing

@Suite struct FileWatchTests {
    /// What may become of a file.
    enum Change: CaseIterable {
        case writtenInPlace, replacedByRename, renamedAway, removed, madeALink, madeReadable

        func apply(in folder: TemporaryDirectory) throws {
            switch self {
            case .writtenInPlace: try folder.write("x", to: "resolv.conf")
            case .replacedByRename: try folder.rename("resolv.conf.new", to: "resolv.conf")
            case .renamedAway: try folder.rename("resolv.conf", to: "resolv.conf.old")
            case .removed: try folder.remove("resolv.conf")
            case .madeReadable: try folder.setMode(0o644, of: "resolv.conf")
            case .madeALink:
                try folder.makeLink("link", to: "resolv.conf.new")
                try folder.rename("link", to: "resolv.conf")
            }
        }
    }

    @Test("a watched file is seen when it is changed in any way", arguments: Change.allCases)
    func changed(change: Change) throws {
        let folder = try TemporaryDirectory()
        try folder.write("old", to: "resolv.conf")
        try folder.write("new", to: "resolv.conf.new")
        #expect(
            try isSeen(in: folder.path, names: ["resolv.conf"]) { try change.apply(in: folder) })
    }

    @Test("a watched file that was not there is seen when it comes")
    func created() throws {
        let folder = try TemporaryDirectory()
        #expect(
            try isSeen(in: folder.path, names: ["resolv.conf"]) {
                try folder.write("new", to: "resolv.conf")
            })
    }

    @Test("other files are not the handler's business, unless all are watched")
    func others() throws {
        let folder = try TemporaryDirectory()
        let change = { try folder.write("x", to: "hosts") }
        #expect(try !isSeen(in: folder.path, names: ["resolv.conf"], after: change))
        #expect(try isSeen(in: folder.path, names: nil, after: change))
    }

    @Test("reading a file and a name that is not UTF-8 are no change of a watched name")
    func nothing() throws {
        let folder = try TemporaryDirectory()
        try folder.write("x", to: "resolv.conf")
        #expect(
            try !isSeen(in: folder.path, names: ["resolv.conf"]) {
                _ = try TextFile.read(path: folder.path(of: "resolv.conf"))
                try folder.makeFile(nameBytes: [0xFF, 0xFE])
            })
    }

    @Test("that the directory itself is removed is seen")
    func directoryRemoved() throws {
        let folder = try TemporaryDirectory()
        try folder.makeFolder("inner")
        #expect(
            try isSeen(in: folder.path(of: "inner"), names: ["resolv.conf"]) {
                try folder.remove("inner")
            })
    }

    @Test("that the directory itself is moved is seen")
    func directoryMoved() throws {
        let folder = try TemporaryDirectory()
        try folder.makeFolder("inner")
        #expect(
            try isSeen(in: folder.path(of: "inner"), names: ["resolv.conf"]) {
                try folder.rename("inner", to: "outer")
            })
    }

    @Test(
        "only a directory that is there can be watched",
        arguments: [("missing", ENOENT), ("file", ENOTDIR)])
    func refused(name: String, code: Int32) throws {
        let folder = try TemporaryDirectory()
        try folder.write("", to: "file")
        let loop = try EventLoop()
        let path = folder.path(of: name)
        #expect(
            throws: SystemError(operation: "sd_event_add_inotify", subject: path, code: code)
        ) {
            _ = try FileWatch(loop, directory: path) {}
        }
    }

    /// Whether a watch sees the change: a second watch, on a file that is written after it, tells
    /// when there is nothing more to come.
    private func isSeen(
        in directory: String, names: Set<String>?, after change: @escaping () throws -> Void
    ) throws -> Bool {
        let end = try TemporaryDirectory()
        let loop = try EventLoop()
        var isSeen = false
        let watch = try FileWatch(loop, directory: directory, names: names) { isSeen = true }
        let last = try FileWatch(loop, directory: end.path) { loop.exit(code: 0) }
        // In the loop, since only its first turn closes the directory that sd-event opened, and a
        // directory that is open is not gone.
        var outcome = Result<Void, any Error>.success(())
        let start = try TimerSource(loop) {
            outcome = Result {
                try change()
                try end.write("", to: "last")
            }
        }
        start.arm(at: .zero)
        #expect(try runLoop(loop) == 0)
        try outcome.get()
        withExtendedLifetime((watch, last)) {}
        return isSeen
    }
}
