import Glibc
import Posix
import TestSupport
import Testing

@testable import Systemd

@Suite("The journal's reader")
struct JournalReaderTests {
    @Test("a folder without journal files is a journal without entries")
    func empty() throws {
        let folder = try TemporaryDirectory()
        let reader = try JournalReader(.directory(folder.path))
        try reader.match("_SYSTEMD_UNIT", "cellgated.service")
        try reader.seek(to: 1_796_059_759_000_000)
        #expect(try !reader.previous())
        try reader.seekStart()
        #expect(try !reader.next())
    }

    @Test("a folder that does not exist is an error with its name")
    func missing() {
        #expect(
            throws: SystemError(
                operation: "open the journal", subject: "/nonexistent", code: ENOENT)
        ) {
            try JournalReader(.directory("/nonexistent"))
        }
    }

    @Test("a name that no field has cannot be asked for")
    func badName() throws {
        let folder = try TemporaryDirectory()
        let reader = try JournalReader(.directory(folder.path))
        #expect(
            throws: SystemError(operation: "sd_journal_add_match", subject: "a b", code: EINVAL)
        ) {
            try reader.match("a b", "x")
        }
    }

    @Test("an entry that nothing was moved to has no time and no fields")
    func nowhere() throws {
        let folder = try TemporaryDirectory()
        let reader = try JournalReader(.directory(folder.path))
        #expect(throws: SystemError.self) { try reader.time() }
        #expect(throws: SystemError.self) { try reader.value(of: "MESSAGE") }
        #expect(throws: SystemError.self) { try reader.values(of: ["MESSAGE"]) }
    }
}
