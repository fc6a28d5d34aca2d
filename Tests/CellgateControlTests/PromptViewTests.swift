import CellgateCore
import CellgateControl
import Testing

@Suite("A prompt in the terminal")
struct PromptViewTests {
    private static func first(_ name: String, _ id: String) -> String? {
        PromptView.lines(PromptQuestion(app: AppID(id), name: name, asksAboutWifi: false)).first
    }

    @Test(
        "names the app, and by its id where that is something else",
        arguments: [
            ("Maps", "a.Maps", "Maps (a.Maps) wants to use mobile data."),
            ("a.Maps", "a.Maps", "a.Maps wants to use mobile data."),
            ("", "a.Maps", "a.Maps wants to use mobile data."),
            ("\u{200B}\u{3164}", "a.Maps", "a.Maps wants to use mobile data."),
            ("Maps", "Maps\u{200B}", #"Maps (Maps\u{200B}) wants to use mobile data."#),
        ])
    func names(name: String, id: String, wanted: String) {
        #expect(Self.first(name, id) == wanted)
    }

    @Test("a long name does not push the id away")
    func long() {
        let name = String(repeating: "x", count: 10_000)
        #expect(
            Self.first(name, "a.Maps")
                == String(repeating: "x", count: 59) + "… (a.Maps) wants to use mobile data.")
    }

    @Test(
        "takes a number or a choice's name for an answer, and nothing else",
        arguments: [
            ("1", .wifiAndCellular), ("2", .wifiOnly), ("3", .off), ("wifi-only", .wifiOnly),
            ("off", .off), ("", nil), ("4", nil), ("ask", nil), ("12", nil), ("yes", nil),
        ] as [(String, Choice?)])
    func answers(line: String, choice: Choice?) {
        #expect(PromptView.choice(line) == choice)
    }
}
