internal import Glibc

/// Writes to a pipe, terminal, file or socket that somebody else opened.
package struct StreamWriter: Sendable {
    /// Where it writes; it does not close it.
    package let descriptor: Int32

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes all bytes; waits as long as the reader does, also where the descriptor is
    /// non-blocking.
    ///
    /// - Throws: the error of write(2): `EPIPE` where the reader is gone (with SIGPIPE ignored,
    ///   see `Signals.ignoreBrokenPipe()`). Some of the bytes may have been written.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try checkErrno("write to descriptor", String(descriptor)) {
                    unsafe rest.withUnsafeBytes { buffer in
                        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                    }
                }
                rest = rest.dropFirst(count)
            } catch {
                guard error.code == EAGAIN else { throw error }
                try waitForRoom()
            }
        }
    }

    private func waitForRoom() throws(SystemError) {
        var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = try checkErrno("poll descriptor", String(descriptor)) { unsafe poll(&question, 1, -1) }
    }
}

extension SystemError {
    /// Whether nobody reads any more what is written.
    package var isBrokenPipe: Bool { code == EPIPE }
}
