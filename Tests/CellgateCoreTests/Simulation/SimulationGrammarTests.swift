import CellgateCore
import Testing

/// The words that steps are read from.
@Suite("The words of a simulation")
struct SimulationGrammarTests {
    private static let maps = AppID("org.example.Maps")

    static let steps: [(String, SimulationStep)] = [
        ("path wifi", .path(.wifi)), ("path cellular", .path(.cellular)),
        ("path wired", .path(.wired)), ("path none", .path(.none)), ("handover", .handover),
        ("airplane-mode on", .airplaneMode(true)), ("airplane-mode off", .airplaneMode(false)),
        ("sim present", .modem(.present)), ("sim missing", .modem(.withoutSIM)),
        ("modem missing", .modem(.absent)), ("modem failed", .modem(.failed)),
        ("choice org.example.Maps ask", .choice(maps, .undecided)),
        ("choice org.example.Maps wifi-only", .choice(maps, .wifiOnly)),
        ("launch org.example.Maps", .launch(maps)),
        ("answer org.example.Maps wifi-and-cellular", .answer(maps, .wifiAndCellular)),
        ("answer org.example.Maps off", .answer(maps, .off)),
        ("ignore org.example.Maps", .ignore(maps)),
        ("reinstall org.example.Maps", .reinstall(maps)), ("foreground", .foreground),
        ("failure org.example.Maps -1009", .failure(maps, FailureCode(-1009))), ("stop", .stop),
    ]

    @Test("each step is read from its words, and gives them", arguments: steps)
    func read(_ text: String, _ step: SimulationStep) throws {
        let words = text.split(separator: " ").map(String.init)
        #expect(try SimulationStep(words: words) == step)
        #expect(step.words == words)
        #expect(step.text == text)
    }

    @Test("an app's id may have spaces, and a choice the journal's spelling")
    func oddWords() throws {
        let app = AppID("two words")
        #expect(
            try SimulationStep(words: ["choice", "two words", "wifiOnly"])
                == .choice(app, .wifiOnly))
    }

    @Test("every form has a step, and every step a form")
    func forms() {
        let read = Set(Self.steps.map { $0.1.words[0] })
        #expect(read == Set(SimulationGrammar.forms.map(\.word)))
        #expect(SimulationGrammar.forms.map(\.word).count == read.count)
    }

    @Test(
        "what is wrong is named, and what would be accepted",
        arguments: [
            (
                ["pth", "wifi"],
                #""pth" is no step of a simulation; accepted are path, handover, airplane-mode, sim, "#
                    + "modem, choice, launch, answer, ignore, reinstall, foreground, failure, stop; "
                    + "did you mean 'path'?"
            ),
            (["path"], "the step is 'path wifi|cellular|wired|none'"),
            (["stop", "now"], "the step is 'stop'"),
            (
                ["path", "wfi"],
                #""wfi" is no path; accepted are wifi, cellular, wired, none; did you mean 'wifi'?"#
            ),
            (
                ["answer", "A", "ask"],
                #""ask" is no choice; accepted are wifi-and-cellular, wifi-only, off"#
            ),
            (
                ["launch", "a\nb"],
                #""a\nb" is no app's id: 1 to 255 bytes without control characters and line separators"#
            ),
            (
                ["failure", "A", "ENETDOWN"],
                #""ENETDOWN" is no code of a failure: an errno (positive) or one of NSURLErrorDomain (negative)"#
            ),
        ])
    func wrong(_ words: [String], _ message: String) {
        #expect(throws: SimulationWordError(message: message)) {
            _ = try SimulationStep(words: words)
        }
    }

    @Test("no words are no step")
    func empty() {
        #expect(throws: SimulationWordError.self) { _ = try SimulationStep(words: []) }
    }
}
