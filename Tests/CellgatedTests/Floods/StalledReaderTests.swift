import Glibc
import TestSupport
import Testing

extension KernelTests {
    /// Standard output that nobody reads, or that nobody can read any more.
    @Suite("A reader that stalls or goes")
    struct StalledReaderTests {
        private static let apps = 1_000
        /// Snapshots that are more than the pipe and the queue (4,096 entries) hold.
        private static let snapshots = 8

        @Test("it answers while its reader stalls, and then tells how many entries were lost")
        func stalled() throws {
            let daemon = try UnreadDaemon(apps: Self.apps)
            for _ in 0..<Self.snapshots { try daemon.requestSnapshot() }

            // Read again from here on: what was queued comes, then the entry that tells.
            var sequences: [Int] = []
            var lost = 0
            while lost == 0 {
                let entry = try daemon.nextEntry()
                sequences.append(try #require(entry["SEQ"].flatMap { Int($0) }))
                if entry.event == "entries-lost" {
                    lost = try #require(entry["LOST"].flatMap { Int($0) })
                    #expect(entry["READER"] == nil)
                    #expect(entry.fields["MESSAGE"]?.contains("standard output") == true)
                }
            }
            #expect(sequences.first == 1)
            #expect(sequences == sequences.sorted())
            let last = try #require(sequences.last)
            #expect(lost == last - sequences.count)
            // Beside the snapshots: the start, the missing bus, the loss.
            #expect(last == (Self.snapshots + 1) * (Self.apps + 1) + 3)
            #expect(try daemon.stop() == .exit(0))
        }

        @Test("a reader that never reads again does not keep it from ending")
        func stopWhileStalled() throws {
            let daemon = try UnreadDaemon(apps: Self.apps)
            for _ in 0..<2 { try daemon.requestSnapshot() }
            #expect(try daemon.stop() == .exit(0))
        }

        @Test("it stays up when its reader goes")
        func gone() throws {
            let daemon = try UnreadDaemon(apps: 4)
            daemon.closeReader()
            for _ in 0..<3 { try daemon.requestSnapshot() }
            #expect(try daemon.stop() == .exit(0))
        }
    }
}

/// A daemon whose standard output goes into a named pipe that is read on demand only; its standard
/// error is read as it comes.
private final class UnreadDaemon {
    private let namespace: NamedNetworkNamespace
    private let policy: PolicyFolder
    private let directory: TemporaryDirectory
    private let process: Subprocess
    private let apps: Int
    private var reader: Subprocess?

    /// Starts it and waits until its start is told on standard error.
    init(apps: Int) throws {
        self.apps = apps
        namespace = try NamedNetworkNamespace()
        policy = try PolicyFolder(
            apps: Dictionary(uniqueKeysWithValues: (1...apps).map { ("app\($0)", "off") }))
        directory = try TemporaryDirectory()
        let pipe = directory.path(of: "entries")
        try Subprocess.succeed(["mkfifo", pipe])
        // It holds the pipe open for reading, and reads only when it is told to go on.
        reader = try Subprocess([
            "sh", "-c", "exec <\"$0\"; echo open; kill -STOP $$; exec cat", pipe,
        ])
        process = try Subprocess(
            namespace.command([
                "sh", "-c", "exec \"$@\" >\"$0\"", pipe, BuiltProgram.cellgated(), "--config",
                policy.path, "--state", directory.path, "--json",
            ]),
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory.path)/no-bus"])
        let opening = try reader?.nextLine(within: RunningDaemon.hangGuard)
        try #require(opening == "open")
        try awaitSnapshot()
    }

    deinit {
        // A stopped process would outlive its end otherwise.
        reader?.send(signal: SIGCONT)
    }

    /// Sends SIGUSR2 and reads the whole answer from standard error.
    func requestSnapshot() throws {
        process.send(signal: SIGUSR2)
        try awaitSnapshot()
    }

    /// The next entry on standard output; from the first call on that is read.
    func nextEntry() throws -> PublishedEntry {
        reader?.send(signal: SIGCONT)
        let line = try reader?.nextLine(within: RunningDaemon.hangGuard)
        return try PublishedEntry(json: try #require(line))
    }

    /// Ends the reader.
    func closeReader() {
        reader?.send(signal: SIGKILL)
        _ = try? reader?.finish()
        reader = nil
    }

    /// Ends it with SIGTERM.
    func stop() throws -> Subprocess.Ending {
        process.send(signal: SIGTERM)
        let line = try process.nextLine(from: .standardError, within: RunningDaemon.hangGuard) {
            $0.hasPrefix("stopped")
        }
        try #require(line != nil)
        return try process.finish(within: RunningDaemon.hangGuard).ending
    }

    private func awaitSnapshot() throws {
        for _ in 0...apps {
            let line = try process.nextLine(
                from: .standardError, within: RunningDaemon.hangGuard
            ) { $0.hasPrefix("snapshot") }
            try #require(line != nil)
        }
    }
}
