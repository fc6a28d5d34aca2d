import CellgateCore
import Testing

@Suite("patterns for interface names")
struct NamePatternTests {
    @Test(
        "a pattern fits these names",
        arguments: [
            ("wwan0", ["wwan0"]),
            ("wwan*", ["wwan", "wwan0", "wwan0.100", "wwan*"]),
            ("*", ["", "a", "wlan0"]),
            ("**", ["", "a"]),
            ("*0", ["0", "wlan0", "00", "a0b0"]),
            ("w*n*0", ["wn0", "wlan0", "wwan10", "wnn00"]),
            ("*ab*ab", ["abab", "aabab", "ababab", "xabyab"]),
            ("eth?", ["eth0", "eth?"]),
            ("eth[0-2]", ["eth0", "eth1", "eth2"]),
            ("eth[02]", ["eth0", "eth2"]),
            ("eth[!0]", ["eth1", "etha", "eth!"]),
            ("eth[^0]", ["eth1"]),
            // A bracket first in its expression and a hyphen at an end are themselves.
            ("a[]]", ["a]"]), ("a[!]]", ["a["]), ("a[]-]", ["a]", "a-"]), ("a[-b]", ["a-", "ab"]),
            ("a[b-]", ["ab", "a-"]), ("a[--0]", ["a-", "a.", "a0"]),
            // Inside brackets nothing else is special.
            ("a[*]", ["a*"]), ("a[?]", ["a?"]), ("a[[]", ["a["]), ("a[\\]", ["a\\"]),
            // Not closed.
            ("a[", ["a["]), ("a[b", ["a[b"]), ("a[]", ["a[]"]), ("a[!", ["a[!"]),
            ("a[!]", ["a[!]"]),
            // Escaped.
            ("a\\*", ["a*"]), ("a\\?b", ["a?b"]), ("\\[a]", ["[a]"]), ("a\\\\", ["a\\"]),
            ("\\a", ["a"]), ("a\\", ["a\\"]), ("*\\*", ["*", "a*", "a**"]),
            ("", [""]),
        ])
    func fits(pattern: String, names: [String]) {
        for name in names {
            #expect(NamePattern(pattern).matches(InterfaceName(name)), "\(pattern) fits \(name)")
        }
    }

    @Test(
        "a pattern does not fit these names",
        arguments: [
            ("wwan0", ["wwan", "wwan00", "Wwan0", "xwwan0", ""]),
            ("wwan*", ["wwa", "xwwan0", "WWAN0"]),
            ("*0", ["", "wlan1", "0a"]),
            ("w*n*0", ["w0", "wn", "xwn0", "wn01"]),
            ("*ab*ab", ["ab", "aba", "abba"]),
            ("eth?", ["eth", "eth10"]),
            ("eth[0-2]", ["eth3", "eth", "eth-", "eth01"]),
            ("eth[2-0]", ["eth0", "eth1", "eth2", "eth-"]),
            ("eth[!0]", ["eth0", "eth"]),
            ("a[]]", ["a", "a[]]"]), ("a[!]]", ["a]"]), ("a[b-]", ["a]", "ac"]),
            ("a[*]", ["ab", "a"]), ("a[\\]", ["a]"]),
            ("a\\*", ["ab", "a\\*", "a"]), ("a\\", ["a"]), ("\\?", ["a"]),
            ("", ["a"]),
        ])
    func doesNotFit(pattern: String, names: [String]) {
        for name in names {
            #expect(!NamePattern(pattern).matches(InterfaceName(name)), "\(pattern) fits \(name)")
        }
    }

    @Test("names and patterns that are not UTF-8 are compared by bytes")
    func bytes() {
        let name = InterfaceName(bytes: [0x77, 0xFF])
        #expect(NamePattern("w?").matches(name))
        #expect(NamePattern(bytes: [0x77, 0xFF]).matches(name))
        #expect(NamePattern(bytes: [0x77, 0x5B, 0x80, 0x2D, 0xFF, 0x5D]).matches(name))
        #expect(!NamePattern("w\u{FF}").matches(name))
        // Two bytes in UTF-8.
        #expect(!NamePattern("?").matches(InterfaceName("é")))
        #expect(NamePattern("??").matches(InterfaceName("é")))
    }

    // Time in the power of the stars would have no end.
    @Test("many stars are no trap", .timeLimit(.minutes(20)))
    func manyStars() {
        let pattern = NamePattern(String(repeating: "*a", count: 500) + "b")
        #expect(!pattern.matches(InterfaceName(String(repeating: "a", count: 2_000))))
    }
}
