import CellgateCore
import Glibc
import Posix
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite(.timeLimit(.minutes(10))) struct RecordStoreHardshipTests {
    @Test(
        "AP-07: on a full or read-only disk, or without the right, a write fails, the old stays",
        .enabled(if: MountNamespace.isAvailable, "needs root, to mount"),
        arguments: Trouble.all, [nil, "{\"version\": 9}", "{{{"] as [String?])
    func unwritable(trouble: Trouble, later: String?) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        let app = AppID("a")
        // More than 40 KiB, so that it fits no more.
        let many = (0..<2000).map { (AppID("app\($0)"), Choice?.some(.off)) }
        let big = RecordTable(choices: Dictionary(uniqueKeysWithValues: many))
        let (failure, before, after, names, again) = try await MountNamespace.run(
            trouble.mount.replacing(" D", with: " \(path)")
        ) {
            var store = RecordStore(directory: path)
            _ = try store.write(RecordTable(choices: [app: .off]))
            if let later { try directory.write(Array(later.utf8), to: "records.json") }
            try NetworkNamespace.shell(trouble.script.replacing(" D", with: " \(path)"))
            let before = try TextFile.read(path: path + "/records.json")
            let attempt = { () -> String? in
                do throws(RecordWriteError) {
                    _ = try store.write(big)
                    return nil
                } catch {
                    return error.description
                }
            }
            let failure =
                trouble.isForNobody ? try MountNamespace.asNobody(attempt) : attempt()
            let after = try TextFile.read(path: path + "/records.json")
            let names = try Directory.names(path: path)
            try NetworkNamespace.shell("mount -o remount,rw,size=1m \(path)")
            let again = try store.write(RecordTable(choices: [app: .wifiOnly])).count
            return (failure, before, after, names, again)
        }
        #expect(
            failure
                == "\(path)/records.json: \(trouble.operation) \(path)/.records.json.new: "
                + trouble.reason)
        #expect(after == before)
        #expect(names == ["records.json"])
        // Where there is room again, it is written, and what it replaced is set aside.
        #expect(again == (later == nil ? 0 : 1))
    }

    @Test("R9: killed at any instant, the records are whole, and what was acknowledged is there")
    func killed() async throws {
        let directory = try TemporaryDirectory()
        let (state, log) = (directory.path(of: "state"), directory.path(of: "log"))
        try directory.write("", to: "log")
        for _ in 0..<12 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [state = state as String, log = log as String] in
                try writeUntilKilled(state: state, log: log)
            }
            let acknowledged = try directory.text(of: "log").split(separator: "\n").count
            var store = RecordStore(directory: state)
            let reading = store.read()
            #expect(reading.diagnostics == [])
            let written = reading.records?.apps[counter]?.changed?.microseconds ?? 0
            // The last one may be written and not acknowledged yet.
            #expect((acknowledged...acknowledged + 1).contains(Int(written)))
            #expect((reading.records?.apps.count ?? 0) == (written == 0 ? 0 : 201))
            // From here the next process goes on.
            if written > acknowledged {
                try directory.write(String(repeating: ".\n", count: Int(written)), to: "log")
            }
        }
        #expect(try directory.text(of: "log") != "")
    }
}

/// A disk on which nothing more can be written.
struct Trouble: Sendable {
    let mount: String
    /// What makes it so; run when there are records.
    let script: String
    let operation: String
    let reason: String
    /// Whether it is so for the user nobody only.
    var isForNobody = false

    static let all = [
        Trouble(
            mount: "mount -t tmpfs -o size=40k none D", script: "true", operation: "write",
            reason: "No space left on device (ENOSPC)"),
        Trouble(
            // It is busy while another test's process, just forked, still has what was open.
            mount: "mount -t tmpfs none D",
            script: "timeout 60 sh -c 'until mount -o remount,ro D; do sleep 0.01; done'",
            operation: "create",
            reason: "Read-only file system (EROFS)"),
        Trouble(
            mount: "mount -t tmpfs -o mode=755 none D", script: "chmod 644 D/records.json",
            operation: "create", reason: "Permission denied (EACCES)", isForNobody: true),
    ]
}

private let counter = AppID("counter")

/// Counts on in the store, notes each number that was acknowledged, and dies at a random instant.
private func writeUntilKilled(state: String, log: String) throws {
    var store = RecordStore(directory: state)
    var records = store.read().records ?? RecordTable()
    for number in 0..<200 { records.apps[AppID("app\(number)")] = Record(choice: .off) }
    var count = records.apps[counter]?.changed?.microseconds ?? 0
    let descriptor = unsafe open(log, O_WRONLY | O_APPEND | O_CLOEXEC)
    let death = try WriterThread<UInt32>(capacity: 1) { _ in
        nil
    } write: { microseconds in
        // Nothing is waited for: this is the random instant.
        usleep(microseconds)
        kill(getpid(), SIGKILL)
    }
    death.enqueue(.random(in: 0..<100_000))
    while true {
        count += 1
        records.apps[counter] = Record(
            choice: .wifiOnly, changed: WallTime(microseconds: count))
        _ = try store.write(records)
        _ = unsafe Glibc.write(descriptor, ".\n", 2)
    }
}
