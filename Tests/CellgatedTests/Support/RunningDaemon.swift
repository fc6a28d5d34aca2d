import Glibc
import TestSupport
import Testing

/// The built daemon, running in a network namespace; its entries are read as they come.
///
/// It ends with its owner. Nothing here waits for a time to pass: what is awaited is an entry, and
/// a limit guards against a hang.
final class RunningDaemon {
    let namespace: NamedNetworkNamespace
    let policy: PolicyFolder
    /// The folder of its records.
    let state: TemporaryDirectory
    private let process: Subprocess
    /// All entries that were read, in order.
    private(set) var entries: [PublishedEntry] = []
    /// Where among them the last state that `settle` returned begins.
    private var settled = 0

    /// How long an entry may take; far more than it ever does.
    static let hangGuard = Duration.seconds(30)

    /// Starts it.
    ///
    /// - Parameters:
    ///   - policy: nil for one with an app of each choice.
    ///   - state: the folder of its records; nil for one of its own.
    ///   - bus: the bus that it is to be found on; nil for none: it never finds the machine's own.
    ///   - environment: set on top of this process's own.
    ///   - launcher: a command that ends by becoming the program given to it as arguments.
    ///   - awaitsStart: whether to wait until it has told its first state and what has become of
    ///     the bus.
    init(
        in namespace: NamedNetworkNamespace, policy: PolicyFolder? = nil,
        state: TemporaryDirectory? = nil, bus: PrivateBus? = nil,
        environment: [String: String] = [:], launcher: [String] = [], awaitsStart: Bool = true
    ) throws {
        self.namespace = namespace
        let policy = try policy ?? PolicyFolder()
        self.policy = policy
        let state = try state ?? TemporaryDirectory()
        self.state = state
        let address = bus?.address ?? "unix:path=\(state.path)/no-bus"
        process = try Subprocess(
            namespace.command(
                launcher + [
                    BuiltProgram.cellgated(), "--config", policy.path, "--state",
                    state.path, "--json",
                ]),
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": address].merging(environment) { $1 })
        if awaitsStart {
            try awaitEntry { $0.event == "bus-changed" }
            try settle()
        }
    }

    var processID: pid_t { process.processID }

    /// Sends it a signal.
    func send(signal: Int32) {
        process.send(signal: signal)
    }

    /// How many SIGUSR2 were answered.
    var requests: Int { entries.filter { $0.opensSnapshot && $0.cause == "request" }.count }

    /// Reads on until an entry fits, and returns that one.
    @discardableResult
    func awaitEntry(where fits: (PublishedEntry) -> Bool) throws -> PublishedEntry {
        while true {
            let entry = try nextEntry()
            if fits(entry) { return entry }
        }
    }

    /// What the daemon says once everything that happened before the call is evaluated.
    ///
    /// The daemon reads one event source after the other, so a SIGUSR2 may be read before a message
    /// of the kernel that was there first, but only if both were found in the same look at all
    /// sources. A second SIGUSR2, sent when the first was answered, is found in a later look. A
    /// third one marks the end of the second's answer.
    @discardableResult
    func settle() throws -> DeviceState {
        var marks: [Int] = []
        for _ in 0..<3 {
            send(signal: SIGUSR2)
            try awaitEntry { $0.opensSnapshot }
            marks.append(entries.count - 1)
        }
        settled = marks[1]
        return try #require(DeviceState(entries[marks[1]..<marks[2]]))
    }

    /// What the daemon says once its path is the expected one; records an issue where it stays
    /// another.
    ///
    /// Some changes follow from what a test does only after a while: the kernel tells of a carrier
    /// up to a second late.
    @discardableResult
    func reach(
        _ path: PathSnapshot, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> DeviceState {
        var state = try settle()
        while state.path != path {
            do {
                if changes(since: settled).isEmpty { try awaitEntry { $0.isChange } }
            } catch is SubprocessError {
                break
            }
            state = try settle()
        }
        #expect(state.path == path, sourceLocation: sourceLocation)
        return state
    }

    /// What the daemon published of changes while something was done, once the path is the expected
    /// one, or once everything is evaluated where none is given.
    func changes(
        reaching path: PathSnapshot? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ action: () throws -> Void
    ) throws -> [String] {
        let mark = entries.count
        try action()
        if let path {
            try reach(path, sourceLocation: sourceLocation)
        } else {
            try settle()
        }
        return changes(since: mark).map(\.summary)
    }

    /// The entries that tell of changes, from the `mark`-th entry on.
    func changes(since mark: Int) -> [PublishedEntry] {
        entries[mark...].filter(\.isChange)
    }

    /// The entries of an event.
    func entries(of event: String) -> [PublishedEntry] {
        entries.filter { $0.event == event }
    }

    /// Sends SIGUSR1 and returns what it published: everything up to the end of the snapshot.
    func refresh() throws -> [PublishedEntry] {
        try publication(after: SIGUSR1)
    }

    /// Sends SIGHUP and returns what it published.
    func reload() throws -> [PublishedEntry] {
        try publication(after: SIGHUP) {
            $0.event == "config-loaded" || $0.event == "config-error"
        }
    }

    /// Sends a signal that ends it and reads the rest of its entries.
    func stop(signal: Int32 = SIGTERM) throws -> Subprocess.Ending {
        send(signal: signal)
        return try finish()
    }

    /// Waits for its end and reads the rest of its entries.
    func finish() throws -> Subprocess.Ending {
        while let line = try process.nextLine(within: Self.hangGuard) {
            entries.append(try PublishedEntry(json: line))
        }
        let result = try process.finish()
        errorOutput = result.errorOutput
        return result.ending
    }

    /// What it wrote on standard error; all of it after the end.
    private(set) var errorOutput = ""

    /// A signal's entries; those of the settling snapshots are left out.
    private func publication(
        after signal: Int32,
        beginsWith isFirst: (PublishedEntry) -> Bool = { $0.event == "refresh" }
    ) throws -> [PublishedEntry] {
        let mark = entries.count
        send(signal: signal)
        try awaitEntry(where: isFirst)
        try settle()
        return entries[mark...].filter { $0.event != "snapshot" || $0.cause != "request" }
    }

    private func nextEntry() throws -> PublishedEntry {
        guard let line = try process.nextLine(within: Self.hangGuard) else {
            throw Ended(result: try process.finish())
        }
        let entry = try PublishedEntry(json: line)
        entries.append(entry)
        return entry
    }

    /// The daemon ended while an entry was awaited.
    struct Ended: Error, CustomStringConvertible {
        let result: Subprocess.Result

        var description: String {
            "cellgated ended with \(result.ending)\n\(result.errorOutput)"
        }
    }
}

// MARK: The process

extension RunningDaemon {
    /// Its `/proc/PID/status` (proc(5)).
    func status() throws -> String {
        try Subprocess.succeed(["cat", "/proc/\(processID)/status"])
    }

    /// Whether it has blocked all of these signals, and so is past the point where one kills it.
    func blocks(_ signals: [Int32]) throws -> Bool {
        let line = try status().split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
        let digits = line?.split(whereSeparator: \.isWhitespace).last ?? ""
        let blocked = try #require(UInt64(digits, radix: 16))
        return signals.allSatisfy { blocked & (1 << UInt64($0 - 1)) != 0 }
    }

    /// A size of its status in kibibytes, such as `VmRSS`.
    func kibibytes(_ name: String) throws -> Int {
        let line = try status().split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
    }

    /// How many files it has open.
    func openFiles() throws -> Int {
        try Subprocess.succeed(["ls", "/proc/\(processID)/fd"]).split(separator: "\n").count
    }
}
