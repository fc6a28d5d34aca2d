internal import Glibc

/// Which file, pipe or socket a stream is: two descriptors with the same identity are the same one.
package struct StreamIdentity: Hashable, Sendable {
    /// The number of the device it is on.
    package let device: UInt64
    /// Its number there.
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// Reads `DEVICE:INODE`, both decimal, as `$JOURNAL_STREAM` has it; nil where it is not so.
    ///
    /// Source: systemd.exec(5).
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard
            parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
            let device = UInt64(parts[0]), let inode = UInt64(parts[1])
        else { return nil }
        self.init(device: device, inode: inode)
    }

    /// The identity of an open descriptor.
    ///
    /// - Throws: the error of fstat(2): `EBADF` where the descriptor is not open.
    package init(of descriptor: Int32) throws(SystemError) {
        var status = stat()
        _ = try checkErrno("stat descriptor", String(descriptor)) {
            unsafe fstat(descriptor, &status)
        }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether what is written to the descriptor goes to the journal.
    ///
    /// The variable alone does not tell: children inherit it with streams of their own.
    /// - Parameter journalStream: the value of `$JOURNAL_STREAM`, nil where it is not set.
    package static func isJournal(
        _ descriptor: Int32 = STDERR_FILENO,
        journalStream: String? = Environment.value("JOURNAL_STREAM")
    ) -> Bool {
        guard let journalStream, let journal = StreamIdentity(journalStream) else { return false }
        // A stream that is closed is nobody's.
        return (try? StreamIdentity(of: descriptor)) == journal
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
