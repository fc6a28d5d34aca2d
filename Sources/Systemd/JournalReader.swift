internal import CSystemd
internal import Glibc
package import Posix

/// Reads the journal, entry by entry. Source: sd_journal_open(3), sd_journal_next(3).
@safe package final class JournalReader {
    /// Closed when the reader goes, and nobody else has it.
    private let journal: OpaquePointer

    /// What is read.
    package enum Place: Equatable, Sendable {
        /// All files of this machine that the caller may read.
        case local
        /// The files in a folder, and in its folders for machines.
        case directory(String)
    }

    /// Opens the journal; it is before its first entry then.
    ///
    /// Files that the caller may not read are left out without a word.
    /// - Throws: the error of sd_journal_open(3), as `ENOENT` for a folder that does not exist.
    package init(_ place: Place) throws(SystemError) {
        var journal: OpaquePointer?
        switch place {
        case .local:
            let flags = CInt(SD_JOURNAL_LOCAL_ONLY)
            try check("sd_journal_open", "", unsafe sd_journal_open(&journal, flags))
        case .directory(let path):
            try check("open the journal", path, unsafe sd_journal_open_directory(&journal, path, 0))
        }
        guard let journal = unsafe journal else {
            throw SystemError(operation: "sd_journal_open", code: ENOMEM)
        }
        unsafe self.journal = journal
    }

    deinit {
        unsafe sd_journal_close(journal)
    }

    /// Leaves out what has another value in this field, or none. Of several with one name any fits;
    /// of several names all have to.
    ///
    /// - Throws: `EINVAL` for a name that is none.
    package func match(_ name: String, _ value: String) throws(SystemError) {
        let text = Array("\(name)=\(value)".utf8)
        let result = unsafe text.withUnsafeBytes {
            unsafe sd_journal_add_match(journal, $0.baseAddress, $0.count)
        }
        try check("sd_journal_add_match", name, result)
    }

    /// Goes before the first entry that is not older than a moment.
    ///
    /// - Parameter moment: In microseconds since 1970 UTC.
    package func seek(to moment: UInt64) throws(SystemError) {
        let result = unsafe sd_journal_seek_realtime_usec(journal, moment)
        try check("sd_journal_seek_realtime_usec", "", result)
    }

    /// Goes before the first entry.
    package func seekStart() throws(SystemError) {
        try check("sd_journal_seek_head", "", unsafe sd_journal_seek_head(journal))
    }

    /// Goes to the next entry; false where there is none.
    package func next() throws(SystemError) -> Bool {
        try check("sd_journal_next", "", unsafe sd_journal_next(journal)) > 0
    }

    /// Goes to the entry before; false where there is none.
    package func previous() throws(SystemError) -> Bool {
        try check("sd_journal_previous", "", unsafe sd_journal_previous(journal)) > 0
    }

    /// When journald took the entry, in microseconds since 1970 UTC.
    package func time() throws(SystemError) -> UInt64 {
        var time: UInt64 = 0
        let result = unsafe sd_journal_get_realtime_usec(journal, &time)
        try check("sd_journal_get_realtime_usec", "", result)
        return time
    }

    /// The value of a field of the entry, of several one; nil where it has none.
    package func value(of name: String) throws(SystemError) -> [UInt8]? {
        var data: UnsafeRawPointer?
        var count = 0
        let result = unsafe sd_journal_get_data(journal, name, &data, &count)
        guard result != -ENOENT else { return nil }
        try check("sd_journal_get_data", name, result)
        // The value stands behind the name and `=`, and is journald's until the next call.
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
        return unsafe Array(bytes.dropFirst(name.utf8.count + 1))
    }

    /// The fields of the entry that have these names.
    ///
    /// Values of more than 64 KiB may be cut (sd_journal_set_data_threshold(3)); of several with one
    /// name it is the last. Those that cannot be read, as of an unknown compression, are left out.
    package func values(of names: Set<String>) throws(SystemError) -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        var data: UnsafeRawPointer?
        var count = 0
        unsafe sd_journal_restart_data(journal)
        while true {
            let result = unsafe sd_journal_enumerate_available_data(journal, &data, &count)
            guard try check("sd_journal_enumerate_available_data", "", result) > 0 else {
                return values
            }
            let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
            guard let end = unsafe bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = unsafe String(decoding: bytes[..<end], as: UTF8.self)
            if names.contains(name) { values[name] = unsafe Array(bytes[(end + 1)...]) }
        }
    }
}
