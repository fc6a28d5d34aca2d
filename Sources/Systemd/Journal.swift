internal import CSystemd
internal import Glibc
package import Posix

/// The system's journal.
package enum Journal {
    /// Sends one entry. Values are any bytes, of any length.
    ///
    /// Blocks while journald does not read; `WriterThread` is for that. Where journald's socket
    /// does not exist the entry is dropped without an error, as libsystemd has it. A journald that
    /// starts again is reached again.
    /// - Throws: `EINVAL` for an entry without fields or a name that is none (see `JournalEntry`),
    ///   else the error of sd_journal_sendv(3): `ECONNREFUSED` where nobody reads the socket.
    package static func send(_ fields: [(name: String, value: [UInt8])]) throws(SystemError) {
        var entry = try JournalEntry(fields)
        let result = unsafe entry.withVectors(sd_journal_sendv)
        try check("sd_journal_sendv", "", result)
    }
}
