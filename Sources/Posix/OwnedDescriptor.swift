internal import Glibc

/// A file descriptor that is closed when its one owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The descriptor, open as long as this value lives.
    package let number: Int32

    /// Takes over `number`, which nobody else may close.
    package init(adopting number: Int32) {
        self.number = number
    }

    /// Opens `path` as open(2) does, always close-on-exec; it creates nothing.
    ///
    /// - Throws: the error of open(2), with the path.
    package init(opening path: String, flags: Int32) throws(SystemError) {
        number = try checkErrno("open", path) { unsafe open(path, flags | O_CLOEXEC) }
    }

    deinit {
        // Nothing was written through it that an error could be about.
        _ = close(number)
    }
}
