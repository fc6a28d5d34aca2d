import CellgateControl
import CellgateCore
import TestSupport
import Testing

@Suite("The timeline's rows")
struct TimelineBuilderTests {
    private typealias State = Timeline.State
    private static let maps = "org.example.Maps"

    /// A row as `begin-end look`, in seconds from the origin.
    private static func shown(_ timeline: Timeline?, _ subject: Timeline.Subject) -> [String] {
        let row = timeline?.rows.first { $0.subject == subject }
        return (row?.intervals ?? []).map { interval in
            let bounds = [interval.range.lowerBound, interval.range.upperBound].map {
                String(Int(Int64($0) - Int64(Entries.origin)) / 1_000_000)
            }
            let because = interval.state["because"].map { " " + $0 } ?? ""
            return bounds.joined(separator: "-") + " \(interval.state.look)" + because
        }
    }

    @Test("a state holds until another one is told, and nothing is known while nobody looks")
    func evening() throws {
        let timeline = try Entries.evening()
        #expect(
            Self.shown(timeline, .path) == [
                "0-600 wifi", "600-1200 cellular", "1200-1201 unusable", "1201-1800 wifi",
                "1800-2400 unknown stopped", "2400-3600 wifi",
            ])
        #expect(
            Self.shown(timeline, .interface("wwan0")) == [
                "0-600 cellular", "600-1200 cellular", "1200-1800 unusable",
                "1800-2400 unknown stopped", "2400-3600 unusable",
            ])
        #expect(
            Self.shown(timeline, .app(AppID(Self.maps))) == [
                "0-600 available", "600-1200 cellularDenied", "1200-1201 notAvailable",
                "1201-1800 available", "1800-2400 unknown stopped", "2400-3600 available",
            ])
        #expect(
            timeline?.marks.map(\.event) == [.started, .permissionRequired, .stopped, .started])
        #expect(
            timeline?.rows.first?.intervals.map(\.state.isSimulated)
                == [false, false, false, false, false, true])
    }

    @Test("what is told when a simulation ends is so from its last entry on (R83)")
    func endOfSimulation() throws {
        let mark = ["CELLGATE_SIMULATED": "1"]
        func simulated(_ fields: [String: String]) -> [String: String] {
            fields.merging(mark) { first, _ in first }
        }
        let timeline = Entries.timeline([
            try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi")),
            try Entries.entry(
                10, "path-changed", 2, simulated(Entries.path("sim-cellular:cellular"))),
            try Entries.entry(20, "path-changed", 3, simulated(Entries.path("wlan0:wifi"))),
            try Entries.entry(
                20, "simulation-changed", 4, simulated(["CELLGATE_SIMULATION": "stop"])),
            try Entries.entry(30, "refresh", 5),
        ])
        #expect(
            Self.shown(timeline, .path)
                == ["0-10 wifi", "10-20 cellular", "20-31 wifi"])
        #expect(
            timeline?.rows.first?.intervals.map(\.state.isSimulated) == [false, true, false])
    }

    @Test("states are told in words")
    func words() throws {
        let rows = try #require(try Entries.evening()).rows
        #expect(
            rows.map { $0.intervals.map(\.state.words) } == [
                [
                    "wifi via wlan0", "cellular via wwan0, expensive", "no network",
                    "wifi via wlan0", "not known: cellgated did not run",
                    "wifi via wlan0 (simulated)",
                ],
                [
                    "wifi, preferred", "not usable", "wifi, preferred",
                    "not known: cellgated did not run", "wifi, preferred (simulated)",
                ],
                [
                    "cellular, usable", "cellular, preferred", "not usable",
                    "not known: cellgated did not run", "not usable",
                ],
                [
                    "available (wifi-only by user)", "cellularDenied (wifi-only by user)",
                    "notAvailable (wifi-only by user)", "available (wifi-only by user)",
                    "not known: cellgated did not run", "available (wifi-only by user)",
                ],
            ])
    }

    @Test("missing numbers end what is known, until it is told again")
    func gap() throws {
        let timeline = Entries.timeline(
            [
                try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi")),
                try Entries.entry(0, "snapshot", 2, Entries.app("a", "available")),
                try Entries.entry(10, "refresh", 3),
                try Entries.entry(20, "path-changed", 6, Entries.path("wwan0:cellular")),
                try Entries.entry(30, "app-changed", 7, Entries.app("a", "cellularDenied")),
            ], until: 40)
        #expect(
            Self.shown(timeline, .path) == [
                "0-10 wifi", "10-20 unknown missing", "20-40 cellular",
            ])
        #expect(
            Self.shown(timeline, .app(AppID("a"))) == [
                "0-10 available", "10-30 unknown missing", "30-40 cellularDenied",
            ])
    }

    @Test(
        "a start without a stop ends what is known from the last entry on",
        arguments: [[nil, nil], ["one", "two"]])
    func crash(lives: [String?]) throws {
        let timeline = Entries.timeline(
            [
                try Entries.entry(0, "snapshot", 5, Entries.path("wlan0:wifi"), life: lives[0]),
                try Entries.entry(10, "refresh", 6, life: lives[0]),
                try Entries.entry(20, "started", 1, life: lives[1]),
                try Entries.entry(21, "snapshot", 2, Entries.path("wlan0:wifi"), life: lives[1]),
            ], until: 30)
        #expect(
            Self.shown(timeline, .path) == ["0-10 wifi", "10-21 unknown ended", "21-30 wifi"])
    }

    @Test(
        "another life counts as one where its numbers go on by chance, and order within one does not"
    )
    func lives() throws {
        let timeline = Entries.timeline(
            [
                try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi"), life: "one"),
                try Entries.entry(5, "refresh", 3, life: "two"),
                try Entries.entry(6, "snapshot", 2, Entries.path("wlan0:wifi"), life: "two"),
            ], until: 10)
        #expect(Self.shown(timeline, .path) == ["0-6 unknown ended", "6-10 wifi"].map { $0 })
    }

    @Test("the state at the begin of the range is that of the entry before it")
    func before() throws {
        let entries = [
            try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi")),
            try Entries.entry(5, "path-changed", 2, Entries.path("eth0:wiredEthernet")),
            try Entries.entry(50, "path-changed", 3, Entries.path("wlan0:wifi")),
        ]
        let timeline = Entries.timeline(entries, since: 20, until: 40)
        #expect(Self.shown(timeline, .path) == ["20-40 wiredEthernet"])
        // An interface that went before has no row.
        #expect(timeline?.rows.map(\.subject) == [.path, .interface("eth0")])
        #expect(
            Self.shown(Entries.timeline(entries, since: -20, until: 3), .path)
                == ["-20-0 unknown untold", "0-3 wifi"])
    }

    @Test("one app's timeline has no other's row and marks")
    func oneApp() throws {
        let entries = [
            try Entries.entry(0, "snapshot", 1, Entries.path("wlan0:wifi")),
            try Entries.entry(0, "snapshot", 2, Entries.app("a", "available")),
            try Entries.entry(0, "snapshot", 3, Entries.app("b", "available")),
            try Entries.entry(1, "prompt-requested", 4, Entries.app("a", "undecided")),
            try Entries.entry(2, "prompt-requested", 5, Entries.app("b", "undecided")),
            try Entries.entry(3, "refresh", 6),
        ]
        let timeline = Entries.timeline(entries, app: "b")
        #expect(
            timeline?.rows.map(\.subject) == [.path, .interface("wlan0"), .app(AppID("b"))])
        #expect(timeline?.marks.map(\.time) == [Entries.time(2), Entries.time(3)])
        // An app that nothing tells of has a row that says so.
        #expect(
            Self.shown(Entries.timeline(entries, until: 9, app: "c"), .app(AppID("c")))
                == ["0-9 unknown untold"])
    }

    @Test("ids are told apart by their bytes")
    func bytes() throws {
        let timeline = Entries.timeline([
            try Entries.entry(0, "snapshot", 1, Entries.app("\u{E9}", "available")),
            try Entries.entry(0, "snapshot", 2, Entries.app("e\u{301}", "undecided")),
        ])
        #expect(timeline?.rows.count == 3)
    }

    @Test("without an entry in time there is no timeline")
    func nothing() throws {
        #expect(Entries.timeline([]) == nil)
        #expect(Entries.timeline([try Entries.entry(9, "refresh", 1)], until: 5) == nil)
    }

    @Test("rows cover the range without gaps, and end with what was told last")
    func laws() throws {
        var random = SeededGenerator()
        for _ in 0..<Thoroughness.cases(1_000) {
            let entries = try Self.randomEntries(&random)
            let since =
                Bool.random(using: &random) ? Double.random(in: 0..<60, using: &random) : nil
            var builder = TimelineBuilder(since: since.map(Entries.time), until: nil, app: nil)
            for entry in entries { builder.take(entry) }
            guard let timeline = builder.timeline() else {
                #expect(entries.isEmpty)
                continue
            }
            for row in timeline.rows {
                #expect(row.intervals.first?.range.lowerBound == timeline.range.lowerBound)
                #expect(row.intervals.last?.range.upperBound == timeline.range.upperBound)
                for (one, next) in zip(row.intervals, row.intervals.dropFirst()) {
                    #expect(one.range.upperBound == next.range.lowerBound)
                    #expect(one.state != next.state)
                }
                Self.checkRuns(of: row, &random)
            }
            if let last = entries.last, last.event != .stopped {
                let path = timeline.rows.first?.intervals.last?.state.look
                if last[.pathStatus] == "unsatisfied" { #expect(path == .unusable) }
                if last[.interfaceType] == "wifi" { #expect(path == .wifi) }
            } else if !entries.isEmpty {
                #expect(timeline.rows.allSatisfy { $0.intervals.last?.state.look == .unknown })
            }
            #expect(timeline.marks.allSatisfy { timeline.range.contains($0.time) })
        }
    }

    /// Slots cover the row, and no state is lost without a sign.
    private static func checkRuns(of row: Timeline.Row, _ random: inout SeededGenerator) {
        let count = Int.random(in: 1...200, using: &random)
        let runs = row.runs(count: count)
        #expect(runs.first?.slots.lowerBound == 0)
        #expect(runs.last?.slots.upperBound == count)
        for (one, next) in zip(runs, runs.dropFirst()) {
            #expect(one.slots.upperBound == next.slots.lowerBound)
            #expect(one.state != next.state)
        }
        guard
            let range = row.intervals.first.map({ $0.range.lowerBound })
                .flatMap({ begin in row.intervals.last.map { begin..<$0.range.upperBound } })
        else { return }
        for interval in row.intervals {
            let first = Timeline.slot(of: interval.range.lowerBound, in: range, count: count)
            let last = Timeline.slot(of: interval.range.upperBound - 1, in: range, count: count)
            #expect(
                runs.contains { run in
                    run.slots.overlaps(first..<last + 1)
                        && (run.state == nil || run.state == interval.state)
                })
        }
    }

    private static func randomEntries(
        _ random: inout SeededGenerator
    ) throws -> [TimelineEntry] {
        var (seconds, sequence) = (0.0, 1)
        return try (0..<Int.random(in: 0...30, using: &random)).map { _ in
            seconds += Bool.random(using: &random) ? 0 : Double.random(in: -1..<9, using: &random)
            sequence = Int.random(in: 0..<12, using: &random) == 0 ? 1 : sequence + 1
            if Int.random(in: 0..<15, using: &random) == 0 { sequence += 2 }
            let paths = [
                Entries.path(), Entries.path("wlan0:wifi"),
                Entries.path("wlan0:wifi", "wwan0:cellular"), Entries.path("wwan0:cellular"),
            ]
            let fields =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: paths.randomElement(using: &random) ?? [:]
                case 1:
                    Entries.app(
                        ["a", "b"].randomElement(using: &random) ?? "a",
                        Availability.allCases.randomElement(using: &random)?.rawValue ?? "")
                default: [String: String]()
                }
            let event = EntryEvent.allCases.randomElement(using: &random)?.rawValue ?? ""
            return try Entries.entry(max(seconds, 0), event, sequence, fields)
        }
    }
}
