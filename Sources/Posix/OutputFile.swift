internal import Glibc

/// Writes what a user asked for to a file of the user's.
package enum OutputFile {
    /// Writes all bytes to the file at `path`, links followed, in place of what it had.
    ///
    /// - Throws: the error of open(2), write(2) or close(2), with the path; what was written by then
    ///   is there.
    package static func write(_ bytes: [UInt8], path: String) throws(SystemError) {
        let descriptor = try checkErrno("write", path) {
            unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
        }
        do throws(SystemError) {
            try StreamWriter(descriptor: descriptor).write(bytes)
        } catch {
            _ = close(descriptor)
            throw SystemError(operation: "write", subject: path, code: error.code)
        }
        // A network file system may tell of a full disk here only.
        guard close(descriptor) == 0 || errno == EINTR else {
            throw SystemError(operation: "close", subject: path, code: errno)
        }
    }
}
