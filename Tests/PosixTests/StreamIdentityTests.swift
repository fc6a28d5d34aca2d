import Glibc
import Posix
import TestSupport
import Testing

@Suite struct StreamIdentityTests {
    @Test(
        "only two decimal numbers with a colon between them are an identity",
        arguments: [
            ("8:123", StreamIdentity(device: 8, inode: 123)),
            ("0:18446744073709551615", StreamIdentity(device: 0, inode: .max)),
            ("", nil), (":", nil), ("8:", nil), (":8", nil), ("8", nil), ("8:1:2", nil),
            ("8:+1", nil), ("-8:1", nil), ("8: 1", nil), ("8:0x1", nil),
            ("8:18446744073709551616", nil), ("\u{664}:1", nil),
        ])
    func parsing(text: String, identity: StreamIdentity?) {
        #expect(StreamIdentity(text) == identity)
    }

    @Test("a stream is the journal's where the variable names it, and only then")
    func journal() throws {
        let journal = try TestPipe()
        let other = try TestPipe()
        let identity = try StreamIdentity(of: journal.writing)
        let variable = "\(identity.device):\(identity.inode)"
        #expect(StreamIdentity.isJournal(journal.writing, journalStream: variable))
        #expect(!StreamIdentity.isJournal(other.writing, journalStream: variable))
        #expect(!StreamIdentity.isJournal(journal.writing, journalStream: nil))
        #expect(!StreamIdentity.isJournal(journal.writing, journalStream: "journal"))
        #expect(!StreamIdentity.isJournal(-1, journalStream: variable))
    }

    @Test("a variable is what the process was started with, empty or not set")
    func environment() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("CELLGATE_TEST", "a=b", 1)
            #expect(Environment.value("CELLGATE_TEST") == "a=b")
            _ = unsafe setenv("CELLGATE_TEST", "", 1)
            #expect(Environment.value("CELLGATE_TEST") == "")
            _ = unsafe unsetenv("CELLGATE_TEST")
            #expect(Environment.value("CELLGATE_TEST") == nil)
        }
    }

    @Test("a pseudo-terminal is a terminal; a pipe and a closed descriptor are none")
    func terminal() throws {
        let terminal = try OwnedDescriptor(opening: "/dev/ptmx", flags: O_RDWR | O_NOCTTY)
        #expect(Terminal.isTerminal(terminal.number))
        #expect(!Terminal.isTerminal(try TestPipe().reading))
        #expect(!Terminal.isTerminal(-1))
    }
}
