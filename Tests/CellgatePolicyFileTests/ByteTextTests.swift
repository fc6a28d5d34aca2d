import Testing

@testable import CellgatePolicyFile

@Suite("bytes in messages")
struct ByteTextTests {
    @Test(
        "what would break a line or turn its direction is escaped",
        arguments: [
            ("abc", "abc"), ("", ""), ("é€📶", "é€📶"), ("a\tb\nc", "a\\x09b\\x0ac"),
            ("\u{0}\u{1B}\u{7F}", "\\x00\\x1b\\x7f"), ("\u{85}", "\\xc2\\x85"),
            ("\u{2028}", "\\xe2\\x80\\xa8"), ("a\\b", "a\\b"), ("\r\n", "\\x0d\\x0a"),
            ("a\u{202E}b", "a\\xe2\\x80\\xaeb"), ("\u{2066}", "\\xe2\\x81\\xa6"),
            ("\u{200F}", "\\xe2\\x80\\x8f"),
        ])
    func escapes(text: String, shown: String) {
        #expect(text.utf8.shown() == shown)
    }

    @Test("what is not UTF-8 is escaped beyond ASCII")
    func notUTF8() {
        #expect(([0x61, 0xC3, 0x0A, 0xA9, 0x7E] as [UInt8]).shown() == "a\\xc3\\x0a\\xa9~")
        #expect(([0xC3, 0xA9, 0xFF] as [UInt8]).shown() == "\\xc3\\xa9\\xff")
    }

    @Test(
        "what is long is cut after a whole character",
        arguments: [
            ("abcd", 4, "abcd"), ("abcde", 4, "abcd…"), ("éééé", 4, "éééé"), ("ééééé", 4, "éééé…"),
            ("aé📶b€é", 3, "aé📶…"), (String(repeating: "📶", count: 99), 2, "📶📶…"),
            ("a" + String(repeating: "€", count: 99), 2, "a€…"),
            ("ab" + String(repeating: "📶", count: 99), 3, "ab📶…"),
        ])
    func cuts(text: String, limit: Int, shown: String) {
        #expect(text.utf8.shown(limit: limit) == shown)
    }

    @Test("long bytes that are not UTF-8 are cut too")
    func cutsBytes() {
        #expect([UInt8](repeating: 0xFF, count: 1_000).shown(limit: 2) == "\\xff\\xff…")
    }

    @Test(
        "white space is taken off at both ends",
        arguments: [("", ""), (" \t", ""), ("a", "a"), (" a b\t", "a b"), ("\u{A0}a", "\u{A0}a")])
    func trims(text: String, trimmed: String) {
        #expect(Array(Array(text.utf8).trimmed) == Array(trimmed.utf8))
    }

    @Test(
        "a name is near where it has few slips",
        arguments: [
            ("celular", "Cellular"), ("CELLULAR", "Cellular"), ("Wi-Fi", "Wifi"),
            ("Wirred", "Wired"),
            ("wfi", "Wifi"), ("Wlan", nil), ("x", nil), ("", nil), ("Ethernet", nil),
            (String(repeating: "Wifi", count: 100), nil),
        ] as [(String, String?)])
    func nearMiss(text: String, name: String?) {
        #expect(
            NearMiss.name(for: Array(text.utf8)[...], among: ["Cellular", "Wifi", "Wired"]) == name)
    }
}
