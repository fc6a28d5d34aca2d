import Glibc
import Posix
import TestSupport
import Testing

@testable import Systemd

@Suite struct ProcessOriginTests {
    @Test(
        "the start time is counted from the last parenthesis, whatever the program's name",
        arguments: [
            ("7 (x) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20\n", 4242),
            ("7 (a) S (b) 1) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 99 20\n", 99),
            ("7 (\n ) \n) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 99 20\n", 99),
            ("7 (x) S 1 2 3", nil), ("", nil), ("7 x S", nil),
            ("7 (x) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 -1 20\n", nil),
        ] as [(String, UInt64?)])
    func startTime(stat: String, time: UInt64?) {
        #expect(ProcessOrigin.startTime(in: Array(stat.utf8)) == time)
    }

    @Test(
        "the user is the effective one",
        arguments: [
            ("Name:\tUid:\nUid:\t1000\t0\t2\t3\nGid:\t5\t5\t5\t5\n", 0),
            ("Name:\tx\nUid:\t4294967295\t4294967294\t2\t3\n", 4_294_967_294),
            ("Name:\tx\n", nil), ("", nil), ("Uid:\t1\n", nil),
        ] as [(String, UInt32?)])
    func user(status: String, user: UInt32?) {
        #expect(ProcessOrigin.effectiveUser(in: Array(status.utf8)) == user)
    }

    @Test("this process's own user and start time are read, and are the same each time")
    func ownProcess() throws {
        let time = try ProcessOrigin.startTime(of: getpid())
        #expect(try ProcessOrigin.startTime(of: getpid()) == time)
        do throws(ProcessOrigin.Failure) {
            let origin = try ProcessOrigin.read(processID: getpid())
            #expect(origin.userID == geteuid())
            #expect(origin.startTime == time)
            #expect(origin.cgroup.hasPrefix("/"))
        } catch {
            // A container may hide the cgroups (ENOMEDIUM).
            guard case .unreadable(let reason) = error else { throw error }
            #expect(reason.code == ENOMEDIUM)
        }
    }

    @Test("a process that has ended is gone")
    func endedProcess() throws {
        let program = try Subprocess(["true"])
        let processID = program.processID
        _ = try program.finish()
        #expect(throws: ProcessOrigin.Failure.gone) {
            try ProcessOrigin.read(processID: processID)
        }
    }

    @Test("numbers of no process are refused", arguments: [0, -1, Int32.min])
    func noProcess(processID: Int32) {
        #expect(
            throws: ProcessOrigin.Failure.unreadable(
                SystemError(operation: "look up", subject: "process \(processID)", code: EINVAL))
        ) { try ProcessOrigin.read(processID: processID) }
    }
}
