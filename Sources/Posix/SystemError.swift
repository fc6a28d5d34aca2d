internal import Glibc

/// A system call or library call that failed, and on what.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb or the function's name: `bind`, `sd_event_add_io`.
    package let operation: String
    /// What it was tried on: a path, a link, a number; empty where there is nothing to name.
    package let subject: String
    /// The error number, positive. Source: errno(3).
    package let code: Int32

    /// The code that says that something is in the way already.
    package static let exists = EEXIST

    package init(operation: String, subject: String = "", code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
    }

    /// One line for people: `bind /run/x: Permission denied (EACCES)`.
    package var description: String {
        let attempt = subject.isEmpty ? operation : "\(operation) \(subject)"
        return "\(attempt): \(Self.text(of: code)) (\(Self.name(of: code)))"
    }

    /// What went wrong, in the words of strerror(3).
    package var reason: String { Self.text(of: code) }

    private static func text(of code: Int32) -> String {
        // strerror_r, since strerror's buffer is shared by all threads; no message has 256 bytes.
        var text = [CChar](repeating: 0, count: 256)
        _ = unsafe strerror_r(code, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The symbol of the error number, such as `EACCES`; the number itself where it has none.
    private static func name(of code: Int32) -> String {
        POSIXErrorCode(rawValue: code).map { String(describing: $0) } ?? String(code)
    }
}

/// The result of a call that returns -1 and sets `errno` when it fails; the one place where an
/// interrupted call is made again.
///
/// Not for close(2): on Linux the descriptor is gone even where it says `EINTR`.
/// - Throws: the error with the operation and the subject.
package func checkErrno<Result: SignedInteger>(
    _ operation: String, _ subject: String = "", _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = errno
        if code != EINTR {
            throw SystemError(operation: operation, subject: subject, code: code)
        }
    }
}
