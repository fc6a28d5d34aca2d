import Testing

@testable import CellgatePolicyFile

@Suite("what a line says")
struct StatementTests {
    private func statement(_ text: String) -> Statement { Statement(Array(text.utf8)[...]) }

    private func assignment(_ key: String, _ value: String) -> Statement {
        .assignment(key: Array(key.utf8)[...], value: Array(value.utf8)[...])
    }

    @Test(
        "an assignment is split at its first equals sign, without the white space around",
        arguments: [
            ("a=b", "a", "b"), ("a = b", "a", "b"), ("a\t=\t b c", "a", "b c"), ("a=", "a", ""),
            ("a==b", "a", "=b"), ("a= =", "a", "="), ("a b=c", "a b", "c"), ("a=[b]", "a", "[b]"),
            ("a=\"b\"", "a", "\"b\""), ("a=b # c", "a", "b # c"),
            // No letter of its own: the accent joins the sign for String, but not here.
            ("a=\u{301}", "a", "\u{301}"),
        ])
    func assignments(text: String, key: String, value: String) {
        #expect(statement(text) == assignment(key, value))
    }

    @Test(
        "a section's name stands between brackets",
        arguments: [
            ("[App]", "App"), ("[]", ""), ("[a b]", "a b"), ("[[a]]", "[a]"), ("[ a ]", " a "),
        ])
    func sections(text: String, name: String) {
        #expect(statement(text) == .section(Array(name.utf8)[...]))
    }

    @Test(
        "all else is malformed, and says why",
        arguments: [
            ("a", "'a' is no assignment; write KEY=VALUE, [SECTION], or # before a comment", false),
            ("=a", "no key before '='; write KEY=VALUE", false),
            ("[App", "'[App' is no section header; write [NAME] and nothing behind it", true),
            (
                "[App] # x", "'[App] # x' is no section header; write [NAME] and nothing behind it",
                true
            ),
            ("[", "'[' is no section header; write [NAME] and nothing behind it", true),
            ("a=\u{0}", "the line holds the control character \\x00; write plain text", false),
            ("a=\u{1B}[1m", "the line holds the control character \\x1b; write plain text", false),
            ("[a\u{7F}]", "the line holds the control character \\x7f; write plain text", true),
            ("a=b\rc=d", "the line holds the control character \\x0d; write plain text", false),
        ])
    func malformed(text: String, message: String, isSectionHeader: Bool) {
        #expect(statement(text) == .malformed(message, isSectionHeader: isSectionHeader))
    }

    @Test("a line that is not UTF-8 is malformed and shown escaped")
    func notUTF8() {
        #expect(
            Statement([0x61, 0x3D, 0xE9, 0x21])
                == .malformed("the line is not valid UTF-8: 'a=\\xe9!'", isSectionHeader: false))
    }
}
