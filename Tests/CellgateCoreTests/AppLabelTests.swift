import CellgateCore
import Testing

@Suite("Apps' names and ids in prompts")
struct AppLabelTests {
    private static let app = AppID("org.example.Maps")

    private static func name(_ name: String) -> String { AppLabel.name(name, of: app) }

    @Test(
        "a name is one line, without what is not seen or turns the direction of writing",
        arguments: [
            ("Maps", "Maps"), ("Carte e città", "Carte e città"), ("地図", "地図"),
            ("a\nb\u{202E}c", "a b c"), ("\u{1B}[2J", "[2J"), ("  a \u{3000}\t b ", "a b"),
            ("M\u{200B}a\u{AD}p\u{2060}s\u{FEFF}", "Maps"), ("M\u{E0061}\u{E007F}aps", "Maps"),
            ("Maps\u{FE0F}\u{E0100}", "Maps"), ("M\u{3164}\u{2800}aps", "Maps"),
            ("\u{301}a\u{301}", "a\u{301}"),
        ])
    func plain(name: String, wanted: String) {
        #expect(Array(Self.name(name).unicodeScalars) == Array(wanted.unicodeScalars))
    }

    @Test(
        "a name that shows nothing gives way to the id",
        arguments: [
            "", " ", "\n", "\u{A0}\u{3000}", "\u{200B}", "\u{3164}", "\u{2800}", "\u{AD}",
            "\u{2060}",
            "\u{FEFF}", "\u{E0061}", "\u{FE0F}", "\u{180B}", "\u{202E}\u{2066}", "\u{115F}\u{1160}",
            "\u{FFA0}", "\u{300}\u{489}", "\u{200D}\u{2800} \u{034F}", "\u{FFF9}\u{FFFB}",
        ])
    func invisible(name: String) {
        #expect(Self.name(name) == "org.example.Maps")
    }

    @Test("a name has at most 60 signs and 300 bytes, whatever they combine to")
    func length() {
        let x60 = String(repeating: "x", count: 60)
        #expect(Self.name(x60) == x60)
        #expect(Self.name(x60 + "x") == x60.dropLast() + "…")
        for sign in ["x", "a\u{300}", "😀", "👩\u{200D}👩", "\u{1112}\u{1161}\u{11AB}"] {
            let name = Self.name(String(repeating: sign, count: 10_000))
            #expect(name.unicodeScalars.count == 60 && name.utf8.count <= 300)
        }
        #expect(
            Self.name("a" + String(repeating: "\u{300}", count: 5000)).unicodeScalars.count <= 5)
        #expect(Self.name(String(repeating: " ", count: 5000) + "x") == "x")
    }

    @Test(
        "an id is shown whole, with what is not seen as an escape",
        arguments: [
            ("org.example.Maps", "org.example.Maps"), ("a b", "a b"),
            ("org.example.Maps\u{200B}", #"org.example.Maps\u{200B}"#),
            ("a\u{202E}b", #"a\u{202E}b"#), ("\u{3164}", #"\u{3164}"#), ("a\u{A0}", #"a\u{A0}"#),
            (" ", #"\u{20}"#), ("\u{2800}x", #"\u{2800}x"#),
        ])
    func ids(id: String, wanted: String) {
        #expect(AppLabel.id(AppID(id)) == wanted)
    }

    @Test("an id in place of a name is escaped and cut, too")
    func idAsName() {
        #expect(AppLabel.name("", of: AppID("a\u{200B}")) == #"a\u{200B}"#)
        let long = AppID(String(repeating: "i", count: 255))
        #expect(AppLabel.name("", of: long) == String(repeating: "i", count: 59) + "…")
    }

    @Test("advice names the app so, too")
    func advice() {
        let note = GuidanceNote(
            app: Self.app, name: String(repeating: "x", count: 10_000), kind: .specific)
        #expect(note.text.utf8.count < 500)
        #expect(
            GuidanceNote(app: Self.app, name: "\u{200B}", kind: .success).text
                == "org.example.Maps may use mobile data again.")
    }
}
