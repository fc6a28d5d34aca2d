internal import Glibc

/// Reads small files whole: configuration, tables, the resolver's file.
package enum TextFile {
    /// The most bytes a file may have where the caller names no limit: 1 MiB.
    package static let usualLimit = 1 << 20

    /// All bytes of the file at `path`, links followed.
    ///
    /// A character device is read as well: a link to `/dev/null` is an empty file, which is how a
    /// file is masked. A FIFO or a terminal never blocks it.
    /// - Throws: the error of open(2) or read(2); `EISDIR` for a directory, `EINVAL` for anything
    ///   else that is no file, `EFBIG` for more than `limit` bytes.
    package static func read(
        path: String, limit: Int = usualLimit
    ) throws(SystemError) -> [UInt8] {
        let descriptor = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        try refuseStreams(descriptor.number, path)
        return try contents(of: descriptor.number, path, limit: limit)
    }

    /// The same for what is named on a command line, where `-` is standard input, of any kind.
    ///
    /// - Throws: As ``read(path:limit:)``.
    package static func read(argument: String, limit: Int) throws(SystemError) -> [UInt8] {
        guard argument != "-" else {
            return try contents(of: STDIN_FILENO, "standard input", limit: limit)
        }
        return try read(path: argument, limit: limit)
    }

    private static func contents(
        of descriptor: Int32, _ name: String, limit: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        // Until the end and not until the size: files in /proc and /sys have none.
        while true {
            let count = try checkErrno("read", name) {
                unsafe chunk.withUnsafeMutableBytes { buffer in
                    unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                }
            }
            if count == 0 { return bytes }
            guard count <= limit - bytes.count else {
                throw SystemError(operation: "read", subject: name, code: EFBIG)
            }
            bytes += chunk[..<count]
        }
    }

    /// Throws where the descriptor is neither a regular file nor a character device.
    private static func refuseStreams(
        _ descriptor: Int32, _ path: String
    ) throws(SystemError) {
        var status = stat()
        _ = try checkErrno("stat", path) { unsafe fstat(descriptor, &status) }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFCHR:
            return
        case S_IFDIR:
            throw SystemError(operation: "read", subject: path, code: EISDIR)
        default:
            throw SystemError(operation: "read as a file", subject: path, code: EINVAL)
        }
    }
}
