import Glibc
import Posix
import TestSupport
import Testing

@Suite("A child process")
struct ChildProcessTests {
    @Test("ends with its status, or without one where a signal ends it")
    func endings() throws {
        #expect(try ChildProcess(["sh", "-c", "exit 7"]).wait().exitStatus == 7)
        let sleeper = try ChildProcess(["sleep", "1000"])
        sleeper.send(signal: SIGTERM)
        #expect(sleeper.wait().exitStatus == nil)
    }

    @Test("has its outputs in the files that it was given, and the variables beside ours")
    func outputs() throws {
        let directory = try TemporaryDirectory()
        let (output, errors) = (directory.path(of: "o"), directory.path(of: "e"))
        let child = try ChildProcess(
            ["sh", "-c", "echo \"$OWN $HOME\"; echo wrong >&2"],
            environment: ["OWN": "a=b", "HOME": "/nowhere"], output: output, errors: errors)
        #expect(child.wait().exitStatus == 0)
        #expect(try directory.text(of: "o") == "a=b /nowhere\n")
        #expect(try directory.text(of: "e") == "wrong\n")
    }

    @Test("that cannot be started is an error that names it")
    func missing() {
        #expect(
            throws: SystemError(operation: "start", subject: "no-such-program", code: ENOENT)
        ) { try ChildProcess(["no-such-program"]) }
    }

    @Test("is killed with its owner, and so is what it has started")
    func family() throws {
        let directory = try TemporaryDirectory()
        try Subprocess.succeed(["mkfifo", directory.path(of: "pipe")])
        // Both hold the pipe open: it ends when both have.
        var child: ChildProcess? = try ChildProcess(
            ["sh", "-c", "exec 3>\"$0\"; sleep 1000 & wait", directory.path(of: "pipe")])
        let reader = try Subprocess([
            "sh", "-c", "exec <\"$0\"; echo open; cat", directory.path(of: "pipe"),
        ])
        #expect(try reader.nextLine() == "open")
        let process = try #require(child).processID
        while ProcessTable.descendants(of: process).isEmpty { Pause.last(.milliseconds(1)) }
        child = nil
        #expect(try reader.finish().ending == .exit(0))
        #expect(ProcessTable.counters(of: process) == ProcessTable.Counters())
    }

    @Test("is counted: memory, processor time and switches, together with what it has started")
    func counters() throws {
        let child = try ChildProcess(["sh", "-c", "sleep 1000 & wait"])
        while ProcessTable.descendants(of: child.processID).isEmpty {
            Pause.last(.milliseconds(1))
        }
        let alone = ProcessTable.counters(of: child.processID)
        let family = ProcessTable.familyCounters(of: child.processID)
        #expect(alone.residentKibibytes > 0)
        #expect(alone.anonymousKibibytes > 0)
        #expect(alone.anonymousKibibytes <= alone.residentKibibytes)
        #expect(alone.processorTime > .zero)
        #expect(alone.contextSwitches > 0)
        #expect(family.residentKibibytes > alone.residentKibibytes)
    }
}
