internal import Glibc

/// Becoming another program.
package enum Execution {
    /// Whether a path leads to a regular file that this process may execute.
    package static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        return unsafe access(path, X_OK) == 0
    }

    /// Replaces this program by another in the same process.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is looked for in `$PATH`.
    ///   - arguments: Without the program's name. A NUL ends one.
    /// - Returns: Only where that failed: the error of execvp(3), such as `ENOENT`.
    package static func replace(by program: String, _ arguments: [String]) -> SystemError {
        var pointers = unsafe ([program] + arguments).map { unsafe strdup($0) }
        defer {
            unsafe pointers.forEach { unsafe free($0) }
        }
        unsafe pointers.append(nil)
        _ = unsafe execvp(program, pointers)
        return SystemError(operation: "execute", subject: program, code: errno)
    }

    /// The path of the program that runs; nil where the kernel does not tell it.
    ///
    /// Source: proc_pid_exe(5).
    package static var ownPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(validating: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
