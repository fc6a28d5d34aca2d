import CellgateCore
import Testing

@Suite("A near miss")
struct SpellingTests {
    private static let apps = [
        "org.example.Maps", "org.example.Mail", "org.example.Music", "café", "ls", "ab",
    ]

    @Test(
        "gets the word that is spelt alike, and a far one gets none",
        arguments: [
            ("org.example.Maps", "org.example.Maps"), ("org.example.maps", "org.example.Maps"),
            ("org.example.Map", "org.example.Maps"), ("org.example.Mapss", "org.example.Maps"),
            ("org.example.Masp", "org.example.Maps"), ("rog.example.Maps", "org.example.Maps"),
            ("org.exmaple.Masp", "org.example.Maps"), ("org.example.Mxxs", "org.example.Maps"),
            // Two away from both Mail and Maps.
            ("org.example.Ma", "org.example.Mail"), ("org.example.Musik", "org.example.Music"),
            ("cafe", "café"), ("la", "ls"), ("ba", "ab"), ("org.example", nil), ("Maps", nil),
            ("xyz", nil), ("", nil), ("org.example.Xyzzy", nil),
        ] as [(String, String?)])
    func nearest(_ word: String, _ expected: String?) {
        #expect(Spelling.nearest(to: word, among: Self.apps) == expected)
        #expect(Spelling.nearest(to: word, among: Self.apps.reversed()) == expected)
    }

    @Test("of nothing is nothing")
    func none() {
        #expect(Spelling.nearest(to: "a", among: []) == nil)
    }
}
