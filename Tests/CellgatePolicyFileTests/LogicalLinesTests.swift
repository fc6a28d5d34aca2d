import Testing

@testable import CellgatePolicyFile

@Suite("the lines of a file")
struct LogicalLinesTests {
    /// `NUMBER:TEXT` for each line.
    private func lines(_ text: String) -> [String] {
        LogicalLines(Array(text.utf8)).map {
            "\($0.number):" + String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    @Test(
        "comments and empty lines are passed over, and lines keep their numbers",
        arguments: [
            ("", []),
            ("\n", []),
            ("\n\n \n\t\n", []),
            ("a", ["1:a"]),
            ("a\n", ["1:a"]),
            ("a\nb", ["1:a", "2:b"]),
            ("\n\na\n\nb\n", ["3:a", "5:b"]),
            ("  a b\t \n", ["1:a b"]),
            ("# a\n;b\n  # c\n\t;d\ne", ["5:e"]),
            ("a # b ; c", ["1:a # b ; c"]),
        ])
    func plain(text: String, expected: [String]) {
        #expect(lines(text) == expected)
    }

    @Test(
        "a backslash at the end takes the next line in",
        arguments: [
            ("a\\\nb", ["1:a b"]),
            ("a \\\n  b \\\n  c\nd", ["1:a  b  c", "4:d"]),
            // Comments between are skipped and end nothing.
            ("a\\\n# x\n; y\\\nb\nc", ["1:a b", "5:c"]),
            // An empty line ends it.
            ("a\\\n\nb", ["1:a", "3:b"]),
            // An even number of backslashes is no continuation.
            ("a\\\\\nb", ["1:a\\\\", "2:b"]),
            ("a\\\\\\\nb", ["1:a\\\\ b"]),
            // White space behind it takes its meaning away, as in systemd.
            ("a\\ \nb", ["1:a\\", "2:b"]),
            // At the end of the file.
            ("a\\", ["1:a"]), ("a\\\n", ["1:a"]), ("\\", []), ("\\\n\\\n", []),
            ("\\\na", ["1:a"]), ("\\\n\n\na", ["4:a"]),
            // A comment is not continued.
            ("# a\\\nb", ["2:b"]),
            // A continued line is not looked at for a comment, but what follows is.
            ("a=\\\n#b\nc", ["1:a= c"]),
        ])
    func continued(text: String, expected: [String]) {
        #expect(lines(text) == expected)
    }

    @Test(
        "a byte order mark and carriage returns at line ends are dropped",
        arguments: [
            ("\u{FEFF}a", ["1:a"]),
            ("\u{FEFF}# x\na", ["2:a"]),
            ("a\n\u{FEFF}b", ["1:a", "2:\u{FEFF}b"]),
            ("a\r\nb\r\n", ["1:a", "2:b"]),
            ("a\\\r\nb\r\n", ["1:a b"]),
            ("\r\n\r\na\r", ["3:a"]),
            ("a\rb\n", ["1:a\rb"]),
        ])
    func marks(text: String, expected: [String]) {
        #expect(lines(text) == expected)
    }

    // Time in the square of the lines would be hours.
    @Test("very many continued lines are read in one go", .timeLimit(.minutes(20)))
    func manyContinued() {
        let text = String(repeating: "\\\n", count: 300_000) + "a"
        #expect(lines(text) == ["1:a"])
    }
}
