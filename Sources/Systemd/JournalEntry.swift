internal import CSystemd
internal import Glibc
internal import Posix

/// The fields of one journal entry, laid out one behind the other as `NAME=value`.
///
/// Source: sd_journal_sendv(3); the rules for names: systemd.journal-fields(7) and
/// `journal_field_valid` of systemd.
struct JournalEntry: Equatable {
    /// All fields, without anything between them.
    private(set) var bytes: [UInt8] = []
    /// The place of each field in `bytes`, in the order given.
    private(set) var fields: [Range<Int>] = []

    /// - Throws: `EINVAL` for an entry without fields and for a name that journald would drop
    ///   without a word: it takes 1 to 64 of `A`–`Z`, `0`–`9` and `_`, and neither a digit nor a
    ///   `_` (which marks its own fields) in front.
    init(_ fields: [(name: String, value: [UInt8])]) throws(SystemError) {
        guard !fields.isEmpty else {
            throw SystemError(operation: "send to the journal", subject: "no field", code: EINVAL)
        }
        for (name, value) in fields {
            guard Self.isValid(name) else {
                throw SystemError(
                    operation: "send to the journal", subject: "field \(name)", code: EINVAL)
            }
            let start = bytes.count
            bytes += name.utf8
            bytes.append(UInt8(ascii: "="))
            bytes += value
            self.fields.append(start..<bytes.count)
        }
    }

    private static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            isLetter(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

extension JournalEntry {
    /// Calls `body` with one vector for each field; they are valid only in it.
    mutating func withVectors<Result>(
        _ body: (_ vectors: UnsafePointer<iovec>, _ count: Int32) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            // Each field has at least a name and `=`, so none of the slices is without an address.
            let vectors = unsafe fields.map { field in
                let slice = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[field])
                return unsafe iovec(iov_base: slice.baseAddress, iov_len: slice.count)
            }
            return unsafe body(vectors, Int32(clamping: vectors.count))
        }
    }
}
