import Testing

@testable import CellgatePolicyFile

@Suite("the words of a list")
struct WordListTests {
    private func words(_ text: String) -> Result<[[UInt8]], BadValue> {
        Result { () throws(BadValue) in
            try Value(bytes: Array(text.utf8)[...], line: 1).words(accepted: "words")
        }
    }

    @Test(
        "words are separated by white space, quotes hold them together, escapes count",
        arguments: [
            ("", []),
            ("a", ["a"]),
            ("  a \t b  ", ["a", "b"]),
            ("\"a b\" c", ["a b", "c"]),
            ("'a b'", ["a b"]),
            ("'a\"b' \"c'd\"", ["a\"b", "c'd"]),
            ("\"\" ''", ["", ""]),
            ("a\\sb", ["a b"]),
            ("\"a\\\"b\" 'c\\'d'", ["a\"b", "c'd"]),
            ("\\\"a \\'", ["\"a", "'"]),
            ("a\\\\b", ["a\\b"]),
            ("\\a\\b\\f\\n\\r\\t\\v", ["\u{7}\u{8}\u{C}\n\r\t\u{B}"]),
            ("\\x41\\101\\u0041\\U00000041", ["AAAA"]),
            ("\\u20AC\\U0001F4F6", ["€📶"]),
            ("é ü", ["é", "ü"]),
            ("a=b #c", ["a=b", "#c"]),
        ])
    func accepted(text: String, expected: [String]) {
        #expect(words(text) == .success(expected.map { Array($0.utf8) }))
    }

    @Test("an escape makes any byte but NUL")
    func bytes() {
        #expect(words("\\xff\\377") == .success([[0xFF, 0xFF]]))
    }

    @Test(
        "what is not written so is refused, and the word is named",
        arguments: [
            ("a \"b c", "\"b c", "has no closing quote"),
            ("'", "'", "has no closing quote"),
            ("\"a\\\"", "\"a\\\"", "has no closing quote"),
            ("\"a\"b c", "\"a\"b c", "goes on behind a closing quote"),
            ("''''", "''''", "goes on behind a closing quote"),
            ("a\"b\"", "a\"b\"", "has a quote within a word; quote the whole word"),
            ("it's", "it's", "has a quote within a word; quote the whole word"),
            ("a \\q b", "\\q", "is no known escape (\\\\ makes a backslash)"),
            ("a\\", "\\", "is no known escape (\\\\ makes a backslash)"),
            ("a\\ b", "\\", "is no known escape (\\\\ makes a backslash)"),
            ("\\x4", "\\x4", "is no known escape (\\\\ makes a backslash)"),
            ("\\x+4", "\\x+4", "is no known escape (\\\\ makes a backslash)"),
            ("\\x00", "\\x00", "is no known escape (\\\\ makes a backslash)"),
            ("\\000", "\\000", "is no known escape (\\\\ makes a backslash)"),
            ("\\400", "\\400", "is no known escape (\\\\ makes a backslash)"),
            ("\\18", "\\18", "is no known escape (\\\\ makes a backslash)"),
            ("\\u0000", "\\u0000", "is no known escape (\\\\ makes a backslash)"),
            ("\\uD800", "\\uD800", "is no known escape (\\\\ makes a backslash)"),
            ("\\U00110000", "\\U00110000", "is no known escape (\\\\ makes a backslash)"),
            ("\\*", "\\*", "is no known escape (\\\\ makes a backslash)"),
        ])
    func refused(text: String, shown: String, problem: String) {
        #expect(
            words(text)
                == .failure(BadValue(shown.utf8, problem: problem, accepted: "words")))
    }
}
