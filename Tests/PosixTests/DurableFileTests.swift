import Glibc
import Posix
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DurableFileTests {
    @Test("a file is made, with the folders that lead to it, and replaced, for its owner alone")
    func replaced() throws {
        let folder = try TemporaryDirectory()
        let directory = folder.path(of: "a/b/c")
        for text in ["old", "", String(repeating: "new", count: 100_000)] {
            try DurableFile.write(Array(text.utf8), directory: directory, name: "file")
            #expect(try folder.text(of: "a/b/c/file") == text)
        }
        #expect(try Directory.names(path: directory) == ["file"])
        #expect(mode(folder.path(of: "a")) == S_IFDIR | 0o700)
        #expect(mode(folder.path(of: "a/b/c/file")) == S_IFREG | 0o600)
    }

    @Test("what a crash left behind is removed, and a link in its place is not followed")
    func leftovers() throws {
        let folder = try TemporaryDirectory()
        try folder.write("half of a fi", to: ".file.new")
        try write("one", in: folder)
        try folder.write("precious", to: "target")
        try folder.makeLink(".file.new", to: "target")
        try write("two", in: folder)
        #expect(try folder.text(of: "file") == "two")
        #expect(try folder.text(of: "target") == "precious")
        #expect(try Directory.names(path: folder.path) == ["file", "target"])
    }

    @Test("a link in the file's place is replaced and not followed")
    func link() throws {
        let folder = try TemporaryDirectory()
        try folder.write("precious", to: "target")
        try folder.makeLink("file", to: "target")
        try write("new", in: folder)
        #expect(mode(folder.path(of: "file")) == S_IFREG | 0o600)
        #expect(try folder.text(of: "target") == "precious")
    }

    @Test(
        "a folder in a file's place is an error that names it, and the rest stays",
        arguments: [
            (".file.new", "remove", ".file.new", EISDIR, [".file.new", "file"]),
            ("file", "rename", "file", EISDIR, ["file"]),
        ])
    func folderInPlace(
        name: String, operation: String, subject: String, code: Int32, left: [String]
    ) throws {
        let folder = try TemporaryDirectory()
        try folder.makeFolder(name)
        if name != "file" { try folder.write("old", to: "file") }
        #expect(
            throws: SystemError(
                operation: operation, subject: folder.path(of: subject), code: code)
        ) { try write("new", in: folder) }
        #expect(try Directory.names(path: folder.path) == left)
    }

    @Test("a file in the folder's place is an error that names it")
    func noFolder() throws {
        let folder = try TemporaryDirectory()
        try folder.write("", to: "file")
        for name in ["file", "file/below"] {
            #expect(
                throws: SystemError(
                    operation: "make folder", subject: folder.path(of: "file"), code: ENOTDIR)
            ) { try DurableFile.write([], directory: folder.path(of: name), name: "x") }
        }
    }

    @Test("an error right before the replacing leaves the old contents and nothing else")
    func refused() throws {
        let folder = try TemporaryDirectory()
        try write("old", in: folder)
        let error = SystemError(operation: "test", code: EPERM)
        #expect(throws: error) {
            try DurableFile.write([1], directory: folder.path, name: "file") {
                () throws(SystemError) in
                let isThere = try Directory.entryExists(path: folder.path(of: ".file.new"))
                #expect(isThere)
                throw error
            }
        }
        #expect(try folder.text(of: "file") == "old")
        #expect(try Directory.names(path: folder.path) == ["file"])
    }

    @Test(
        "a disk that is full, read-only or another's: the error, the old contents, nothing else",
        .enabled(if: MountNamespace.isAvailable, "needs root, to mount"),
        arguments: [
            ("mount -t tmpfs -o size=16k none D; echo old > D/file", "write", ".file.new", ENOSPC),
            (
                "mount -t tmpfs -o nr_inodes=2 none D; echo old > D/file", "create", ".file.new",
                ENOSPC
            ),
            (
                // It is busy while another test's process, just forked, still has what was open.
                "mount -t tmpfs none D; echo old > D/file; "
                    + "timeout 60 sh -c 'until mount -o remount,ro D; do sleep 0.01; done'",
                "create",
                ".file.new", EROFS
            ),
            ("mount -t tmpfs -o mode=755 none D; echo old > D/file", "create", ".file.new", EACCES),
        ])
    func unwritable(setup: String, operation: String, name: String, code: Int32) async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path
        let bytes = [UInt8](repeating: 1, count: 100_000)
        let (result, text, names) = try await MountNamespace.run(
            setup.replacing(" D", with: " \(path)")
        ) {
            let write = { () throws(SystemError) in
                try DurableFile.write(bytes, directory: path, name: "file")
            }
            let result = Result { () throws(SystemError) in try write() }
            let other =
                code == EACCES
                ? try MountNamespace.asNobody {
                    Result { () throws(SystemError) in try write() }
                } : result
            return (
                other, try TextFile.read(path: path + "/file"), try Directory.names(path: path)
            )
        }
        #expect(
            throws: SystemError(operation: operation, subject: "\(path)/\(name)", code: code)
        ) { try result.get() }
        if code != EACCES { #expect(text == Array("old\n".utf8)) }
        #expect(names == ["file"])
    }

    @Test("a reader finds the old contents or the new, never a mixture and never none")
    func readers() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path(of: "file")
        let contents = (0..<2).map { [UInt8](repeating: $0, count: 5000 + Int($0) * 5000) }
        try DurableFile.write(contents[0], directory: folder.path, name: "file")
        let wrong = Mutex(0)
        let read = Mutex(0)
        let reader = try WriterThread<Int>(capacity: 1) { _ in
            nil
        } write: { _ in
            while (try? Directory.entryExists(path: path + ".end")) == false {
                let bytes = try? TextFile.read(path: path)
                if bytes != contents[0], bytes != contents[1] { wrong.withLock { $0 += 1 } }
                read.withLock { $0 += 1 }
            }
        }
        reader.enqueue(0)
        for number in 1...1000 {
            try DurableFile.write(contents[number % 2], directory: folder.path, name: "file")
        }
        try folder.write("", to: "file.end")
        #expect(reader.drain(timeout: .seconds(60)))
        #expect(read.withLock { $0 } > 0)
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test(
        "OS-11: it is written, synced, renamed, and the folder synced, in this order",
        .enabled(if: MountNamespace.isAvailable, "needs root, to trace"))
    func order() throws {
        let folder = try TemporaryDirectory()
        try write("old", in: folder)
        let thread = try Directory.ownThread()
        let trace = folder.path(of: "trace")
        let strace = try Subprocess([
            "strace", "-y", "-o", trace, "-p", thread, "-e",
            "trace=openat,write,fsync,close,rename,renameat,renameat2",
        ])
        _ = try strace.nextLine(from: .standardError) { $0.contains("attached") }
        let result = Result { try write("new", in: folder) }
        strace.send(signal: SIGINT)
        _ = try strace.finish()
        try result.get()
        let calls = try folder.text(of: "trace").split(separator: "\n")
            .filter { $0.contains(folder.path) }
            .map { $0.replacing(folder.path, with: "D").replacing(/<[^>]*>|\b\d+\b/, with: "") }
            .map { String($0.prefix { $0 != "=" }.filter { $0 != " " }) }
        #expect(
            calls == [
                "openat(AT_FDCWD,\"D\",O_RDONLY|O_CLOEXEC|O_DIRECTORY)",
                "openat(,\".file.new\",O_WRONLY|O_CREAT|O_EXCL|O_NOFOLLOW|O_CLOEXEC,)",
                "write(,\"new\",)", "fsync()", "close()",
                "renameat(,\".file.new\",,\"file\")", "fsync()", "close()",
            ])
    }

    private func write(_ text: String, in folder: TemporaryDirectory) throws {
        try DurableFile.write(Array(text.utf8), directory: folder.path, name: "file")
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode : 0
    }
}

extension Directory {
    /// The id of the calling thread, whose folder in /proc `thread-self` names.
    fileprivate static func ownThread() throws -> String {
        guard
            let line = String(
                decoding: try TextFile.read(path: "/proc/thread-self/stat"), as: UTF8.self
            ).split(separator: " ").first
        else { throw SystemError(operation: "read", code: EINVAL) }
        return String(line)
    }
}
