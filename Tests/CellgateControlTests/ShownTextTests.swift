import CellgateCore
import Systemd
import Testing

@testable import CellgateBusInterface
@testable import CellgateControl

@Suite("Text from outside")
struct ShownTextTests {
    private static let hostile = [
        "\u{1B}[2J\u{1B}]0;title\u{07}", "a\nb\r\tc", "\u{9B}31m", "\u{202E}evil\u{2066}",
        "\u{2028}x\u{2029}", "a\u{0}b\u{7F}",
    ]

    /// Whether nothing in it could steer a terminal or turn the direction of writing.
    private func isHarmless(_ lines: [String]) -> Bool {
        lines.allSatisfy { line in
            line.unicodeScalars.allSatisfy { !$0.breaksLines && !$0.properties.isBidiControl }
        }
    }

    @Test("what would steer the terminal is escaped in every view", arguments: hostile)
    func escaping(text: String) throws {
        let screen = Samples.screen(width: 60)
        var device = Samples.device
        device.version = text
        device.interface = text
        device.interfaceType = text
        device.cause = text
        device.gateways = [text]
        device.apps = [text: 1]
        device.statistics = [text: 1]
        var app = Samples.app
        app.id = text
        app.name = text
        app.reason = text
        app.choice = text
        let explanation = ExplanationProperties(
            app: app, reason: text,
            remedies: [ExplanationProperties.Remedy(name: text, sentence: text)])
        let summary = try #require(Samples.summary(text, text, text, text, text))
        #expect(isHarmless(StatusView.lines(device, on: screen)))
        #expect(isHarmless(StatisticsView.lines(device, on: screen)))
        #expect(isHarmless(StatisticsView.prometheus(device)))
        #expect(isHarmless(AppView.lines(app, on: screen)))
        #expect(isHarmless(WhyView.lines(explanation, on: screen)))
        #expect(isHarmless(ListView.lines([summary], on: screen, hasLegend: true)))
        #expect(isHarmless([ChangeView.line(device, on: screen)]))
        #expect(isHarmless([ChangeView.line(app, on: screen)]))
        #expect(isHarmless([ChangeView.line(isRunning: false, reason: text, on: screen)]))
        #expect(
            isHarmless(Complaint.lines(.named(name: text, message: text), of: .status)))
        #expect(isHarmless(Complaint.lines(.named(name: text, message: ""), of: .status)))
    }

    @Test("an escaped sign shows which one it is")
    func escapes() {
        #expect(ShownText.safe("a\u{1B}[2Jé\u{202E}") == #"a\u{1B}[2Jé\u{202E}"#)
    }

    @Test(
        "columns are counted as terminals do",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("地図", 4), ("ｶ", 1), ("Ａ", 2),
            ("한글", 4), ("😀", 2), ("a\u{200D}b", 2),
        ])
    func widths(text: String, width: Int) {
        #expect(ShownText.width(text) == width)
    }

    @Test(
        "what is too long is cut, and never in the middle of a wide sign",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("地図地図", 8, "地図地図"), ("地図地図", 7, "地図地…"), ("地図地図", 6, "地図…"),
            ("地図地図", 2, "…"),
        ])
    func cutting(text: String, limit: Int, wanted: String) {
        #expect(ShownText.cut(text, to: limit) == wanted)
    }

    @Test("lines are parted at spaces")
    func wrapping() {
        #expect(ShownText.wrap("one two three", to: 7) == ["one two", "three"])
        #expect(ShownText.wrap("one two three", to: 1) == ["one", "two", "three"])
        #expect(ShownText.wrap("one two three", to: nil) == ["one two three"])
        #expect(ShownText.wrap("", to: 10) == [""])
    }

    @Test("no row of a table is wider than the terminal, whatever the ids", arguments: 28...120)
    func tables(width: Int) {
        let ids = ["a", String(repeating: "x", count: 255), String(repeating: "地", count: 85)]
        let apps = ids.compactMap {
            Samples.summary($0, "wifiAndCellular", "administrator", "notRestricted", "available")
        }
        let lines = ListView.lines(
            apps, on: Samples.screen(width: width), hasLegend: false)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { ShownText.width($0) <= width })
    }

    @Test(
        "an id in a command is one word for the shell",
        arguments: [
            ("org.example.Maps", "org.example.Maps"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
            ("-x", "'-x'"), ("$(rm)", "'$(rm)'"), ("地図", "'地図'"), ("", "''"),
        ])
    func shellWords(text: String, wanted: String) {
        #expect(ShellWord.quote(text) == wanted)
    }

    @Test(
        "a moment is told with its distance",
        arguments: [
            (0, "0s ago"), (59, "59s ago"), (60, "1min ago"), (61, "1min 1s ago"),
            (3_600, "1h ago"), (3_720, "1h 2min ago"), (90_000, "1 day 1h ago"),
            (86_400, "1 day ago"), (1_000_000, "11 days ago"), (-5, "in 5s"),
        ] as [(Int64, String)])
    func moments(seconds: Int64, wanted: String) {
        let now = Samples.moment
        let clock = Clock(now: { now }, dateAndTime: { _ in "then" }, time: { _ in nil })
        let moment = UInt64(Int64(now) - seconds * 1_000_000)
        #expect(clock.text(moment) == "then; \(wanted)")
        #expect(clock.text(0) == nil)
        #expect(clock.stamp() == "-")
    }
}
