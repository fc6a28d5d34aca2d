import CellgateControl
import CellgateCore
import Posix
import TestSupport
import Testing

@Suite("The timeline as it is shown")
struct TimelineViewTests {
    private static let clock = Clock(
        now: { Entries.origin },
        dateAndTime: { seconds in
            LocalCalendar.utc.local(Int64(seconds)).map {
                "\($0.year)-\($0.month)-\($0.day) \($0.hour):\($0.minute) UTC"
            }
        }, time: { _ in nil })

    private static func text(_ timeline: Timeline, width: Int?, isColoured: Bool = false) -> String
    {
        TimelineView.lines(
            timeline, on: Screen(width: width, isColoured: isColoured, clock: clock),
            calendar: .utc
        ).joined(separator: "\n").replacing("\u{1B}", with: "^")
    }

    @Test("the terminal has a row for each subject, a legend and what happened last")
    func terminal() throws {
        let timeline = try #require(try Entries.evening())
        #expect(
            Self.text(timeline, width: 60)
                == #"""
                2026-11-30 18:0 UTC to 2026-11-30 19:0 UTC
                A column is 1min 25s.

                path              WWWWWWWCCCCCCC*WWWWWW.......WWWWWWWWWWWWWW
                wlan0             WWWWWWW-------WWWWWWW.......WWWWWWWWWWWWWW
                wwan0             cccccccCCCCCCC-------.......--------------
                org.example.Maps  +++++++MMMMMMM*++++++.......++++++++++++++
                simulated                                     ssssssssssssss
                                  |                    |
                                  18:00                18:30

                W Wi-Fi; C mobile data (c: not preferred);
                - no network, or not usable; + available; M cellularDenied;
                . not known; * more states than one; s simulated

                18:00:00 path: wifi via wlan0
                18:00:00 org.example.Maps: available (wifi-only by user)
                18:00:00 cellgated 0.1.0 started
                18:10:00 path: cellular via wwan0, expensive
                18:10:00 org.example.Maps: cellularDenied (wifi-only by use…
                18:11:40 Maps: a request failed
                18:20:00 path: no network
                18:20:00 org.example.Maps: notAvailable (wifi-only by user)
                18:20:01 path: wifi via wlan0
                18:20:01 org.example.Maps: available (wifi-only by user)
                18:30:00 path: not known: cellgated did not run
                18:30:00 org.example.Maps: not known: cellgated did not run
                18:30:00 cellgated stops
                18:40:00 path: wifi via wlan0 (simulated)
                18:40:00 org.example.Maps: available (wifi-only by user)
                18:40:00 cellgated 0.1.0 started
                """#)
    }

    @Test(
        "no line is wider than the terminal, and nothing of an id steers it",
        arguments: [30, 40, 99])
    func widths(width: Int) throws {
        let id = String(repeating: "\u{5730}", count: 30) + "\u{1B}[31m"
        let timeline = try #require(
            Entries.timeline([
                try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi")),
                try Entries.entry(0, "snapshot", 2, Entries.app(id, "available")),
            ]))
        let lines = TimelineView.lines(
            timeline, on: Screen(width: width, isColoured: false, clock: Self.clock),
            calendar: .utc)
        #expect(lines.allSatisfy { ShownText.width($0) <= width })
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test("colours are on terminals only")
    func colours() throws {
        let timeline = try #require(try Entries.evening())
        #expect(Self.text(timeline, width: 60, isColoured: true).contains("^[31m"))
        #expect(!Self.text(timeline, width: 60).contains("^["))
    }

    @Test("JSON has all of it")
    func json() throws {
        let timeline = try #require(
            Entries.timeline(
                [
                    try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi")),
                    try Entries.entry(5, "prompt-requested", 2, Entries.app("a", "undecided")),
                ], until: 10))
        #expect(
            TimelineJSON.text(timeline)
                == #"{"since":1796061600000000,"until":1796061610000000,"rows":["#
                + #"{"subject":"path","name":"path","intervals":[{"since":1796061600000000,"#
                + #""until":1796061610000000,"state":"wifi","interface":"wlan0","#
                + #""interfaceType":"wifi","expensive":"no","constrained":"no","simulated":false}]},"#
                + #"{"subject":"interface","name":"wlan0","intervals":[{"since":1796061600000000,"#
                + #""until":1796061610000000,"state":"wifi","type":"wifi","preferred":"yes","#
                + #""simulated":false}]},{"subject":"app","name":"a","intervals":["#
                + #"{"since":1796061600000000,"until":1796061605000000,"state":"unknown","#
                + #""because":"untold","simulated":false},{"since":1796061605000000,"#
                + #""until":1796061610000000,"state":"undecided","choice":"wifiOnly","#
                + #""choiceSource":"user","restrictedState":"restricted","simulated":false}]}],"#
                + #""marks":[{"time":1796061605000000,"event":"prompt-requested","app":"a","#
                + #""message":"","simulated":false}]}"#)
    }

    // MARK: The drawing

    private static func drawing(_ timeline: Timeline, width: Int? = nil) -> String {
        TimelineDrawing.svg(timeline, width: width, clock: clock, calendar: .utc)
    }

    /// Has another program's parser read it: the texts that it has.
    private static func texts(of drawing: String) throws -> [String] {
        let folder = try TemporaryDirectory()
        try folder.write(drawing, to: "drawing.svg")
        let program = """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            assert root.tag == '{http://www.w3.org/2000/svg}svg' and root.get('role') == 'img'
            names = set(element.tag.split('}')[1] for element in root.iter())
            assert not names & {'script', 'image', 'foreignObject', 'use'}, names
            for element in root.iter():
                if element.text and element.text.strip(): print(element.text.strip())
            """
        let result = try Subprocess.run(
            ["/usr/bin/python3", "-c", program, folder.path + "/drawing.svg"])
        #expect(result.ending == .exit(0), "\(result.errorOutput)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test("the drawing is XML that says what the timeline says", arguments: [nil, 360, 1_280])
    func drawn(width: Int?) throws {
        let texts = try Self.texts(
            of: Self.drawing(try #require(try Entries.evening()), width: width))
        for text in [
            "Cellgate timeline", "from 2026-11-30 18:0 UTC", "to 2026-11-30 19:0 UTC", "path",
            "wlan0", "wwan0", "org.example.Maps", "18:00", "18:30",
            "18:10:00 to 18:20:00: cellularDenied (wifi-only by user)",
            "18:20:01 to 18:30:00: wifi via wlan0",
            "18:40:00 to 19:00:00: wifi via wlan0 (simulated)",
            "18:11:40 F Maps: a request failed",
        ] {
            #expect(texts.contains(text), "\(text)")
        }
    }

    @Test(
        "an app's id of any signs is text in the drawing",
        arguments: ["<script>&\"'", "]]>", "\u{1B}\u{0}\u{FFFE}", "\u{202E}x", "\u{5730}\u{56F3}"])
    func oddNames(id: String) throws {
        let timeline = try #require(
            Entries.timeline([
                try Entries.entry(
                    0, "prompt-requested", 1,
                    Entries.app(id, "undecided").merging(["MESSAGE": id]) { $1 })
            ]))
        let texts = try Self.texts(of: Self.drawing(timeline))
        #expect(
            texts.contains {
                $0.contains(id.unicodeScalars.contains { $0.misleadsOrIsNone } ? "\\u{" : id)
            })
    }

    @Test("very many apps and changes make a drawing of bounded size")
    func bounded() throws {
        var entries: [TimelineEntry] = []
        for number in 0..<50_000 {
            let reason = number / 1_000 % 2 == 0 ? "available" : "cellularDenied"
            entries.append(
                try Entries.entry(
                    Double(number), "app-changed", number + 1,
                    Entries.app("app\(number % 1_000)", reason)))
        }
        for number in 50_000..<60_000 {
            let reason = number % 2 == 0 ? "available" : "cellularDenied"
            entries.append(
                try Entries.entry(
                    Double(number), "app-changed", number + 1, Entries.app("app7", reason)))
        }
        let timeline = try #require(Entries.timeline(entries))
        #expect(timeline.rows.count == 1_001)
        let drawing = Self.drawing(timeline)
        #expect(drawing.utf8.count < 4_000_000)
        let texts = try Self.texts(of: drawing)
        #expect(texts.contains { $0.hasPrefix("900 more rows") })
        #expect(texts.contains { $0.contains(": changes, too short to be drawn: ") })
        #expect(texts.contains("more states than one"))
        // The app that changed most is among those that are drawn.
        #expect(texts.contains("app7"))
    }
}

extension Unicode.Scalar {
    fileprivate var misleadsOrIsNone: Bool { misleads || isNoncharacter }
}
