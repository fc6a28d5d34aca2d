import Glibc
import Posix
import Testing

@Suite struct SystemErrorTests {
    @Test(
        "an error reads as operation, subject, words and symbol",
        arguments: [
            ("bind", "/run/x", EACCES, "bind /run/x: Permission denied (EACCES)"),
            ("poll", "", EINVAL, "poll: Invalid argument (EINVAL)"),
            ("sd_event_loop", "", 4095, "sd_event_loop: Unknown error 4095 (4095)"),
        ])
    func description(operation: String, subject: String, code: Int32, expected: String) {
        let error = SystemError(operation: operation, subject: subject, code: code)
        #expect(error.description == expected)
    }

    @Test("a call that is interrupted is made again, and its result is given")
    func interrupted() throws {
        var results: [Int32] = [-1, -1, 7]
        let result = try checkErrno("test") {
            errno = EINTR
            return results.removeFirst()
        }
        #expect(result == 7)
        #expect(results.isEmpty)
    }

    @Test("a call that fails throws with its errno")
    func failed() {
        #expect(throws: SystemError(operation: "close", subject: "descriptor -1", code: EBADF)) {
            try checkErrno("close", "descriptor -1") { close(-1) }
        }
    }
}
