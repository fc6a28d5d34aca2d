import CellgateCore
import CellgateRecording
import CellgateSimulation
import TestSupport
import Testing

/// Random days of a device, recorded and replayed.
@Suite("For any recording")
struct ReplayProperties {
    /// The lines of a day, as a file.
    private static func record(
        _ inputs: some Sequence<(input: Input, at: Instant)>, clock: Duration = .zero
    ) throws -> [[UInt8]] {
        let header = RecordingLine.header(RecordingHeader(program: version, clock: clock))
        return try [header.bytes()]
            + inputs.map {
                try RecordingLine.input($0.input, at: $0.at.sinceZero - clock).bytes()
            }
    }

    /// What a recording leads to.
    private static func replay(_ lines: [[UInt8]]) throws -> (entries: [Entry], engine: Engine) {
        var reader = RecordingReader(Array(lines.joined()), file: "day")
        var replay = Replay()
        var entries: [Entry] = []
        while let line = try reader.next() { entries += replay.take(line) }
        return (entries, replay.engine)
    }

    @Test("what became of a table that is not known here leaves the records as they are")
    func unknownTable() {
        let app = AppID("A")
        var run = EngineRun()
        run.records = RecordReading(records: RecordTable(choices: [app: .off]))
        run.start()
        #expect(run.engine.apps[app]?.choice == .off)
        run.turn { $0.feed(.recordsStored(.stored([]))) }
        #expect(run.engine.apps[app]?.choice == .off)
    }

    /// Days of every kind.
    private static func days(_ random: inout SeededGenerator) -> [EngineRun] {
        var network = EngineProperties.started()
        for _ in 0..<60 { EngineProperties.step(&network, &random) }
        var requests = RequestDay(SeededGenerator(seed: random.next()))
        for _ in 0..<80 { requests.step() }
        var firstUse = FirstUseDay(FirstUseDay.morning, SeededGenerator(seed: random.next()))
        for _ in 0..<40 { firstUse.step() }
        return [network, requests.run, firstUse.run]
    }

    /// Everything read anew, as on SIGUSR1, and told anew what comes unasked.
    private static func resync(_ run: inout EngineRun) {
        if run.tableUnderWay != nil { run.finishStoring() }
        let recap = run.engine.recap
        run.turn {
            // Who waits for a decision has the user asked, and a cut may have hidden that it went.
            $0.feed(.clientsGone)
            for input in recap {
                switch input {
                case .radio, .metered, .modemLinks, .simulation: $0.feed(input)
                default: break
                }
            }
            $0.feed(.refresh)
        }
        // What was interrupted or held back comes after a while.
        run.advance(by: .seconds(10))
        run.turn { $0.feed(.refresh) }
    }

    @Test("the replay publishes what the daemon published, entry by entry")
    func sameEntries() throws {
        var random = SeededGenerator()
        for _ in 0..<Thoroughness.cases(6) {
            for run in Self.days(&random) {
                let lines = try Self.record(run.inputs)
                let replayed = try Self.replay(lines)
                #expect(replayed.entries == run.entries, "seed \(random.seed)")
                #expect(
                    run.entries.map(\.sequence) == run.entries.map(\.sequence).sorted(),
                    "seed \(random.seed)")
                #expect(replayed.engine.apps == run.engine.apps, "seed \(random.seed)")
                // What is read is written the same again.
                let again = try Self.record(run.inputs)
                #expect(again == lines, "seed \(random.seed)")
            }
        }
    }

    @Test("times are counted from the clock of the header")
    func clock() throws {
        var random = SeededGenerator()
        var run = EngineProperties.started()
        let clock = Duration.seconds(1_000_000)
        for _ in 0..<30 { EngineProperties.step(&run, &random) }
        let inputs = run.inputs.map { ($0.input, $0.at + clock) }
        var engine = Engine()
        var entries: [Entry] = []
        for (input, instant) in inputs {
            for case .publish(let entry) in engine.handle(input, at: instant) {
                entries.append(entry)
            }
        }
        let lines = try Self.record(inputs.map { (input: $0.0, at: $0.1) }, clock: clock)
        #expect(try Self.replay(lines).entries == entries, "seed \(random.seed)")
    }

    @Test("lines cut out anywhere are made up for by a resync behind them")
    func cut() throws {
        var random = SeededGenerator()
        for _ in 0..<Thoroughness.cases(6) {
            for var run in Self.days(&random) {
                let end = run.inputs.count
                Self.resync(&run)
                let lines = try Self.record(run.inputs)
                for _ in 0..<12 {
                    let first = Int.random(in: 1...end, using: &random)
                    let last =
                        Bool.random(using: &random)
                        ? end : Int.random(in: first...end, using: &random)
                    for cut in [1..<last + 1, first..<last + 1] {
                        var rest = lines
                        rest.removeSubrange(cut)
                        let engine = try Self.replay(rest).engine
                        #expect(engine.path == run.engine.path, "cut \(cut), seed \(random.seed)")
                        #expect(engine.apps == run.engine.apps, "cut \(cut), seed \(random.seed)")
                    }
                }
            }
        }
    }

    @Test("a recap and a resync lead another engine to the state of the first")
    func recap() throws {
        var random = SeededGenerator()
        for _ in 0..<Thoroughness.cases(6) {
            for var run in Self.days(&random) {
                let recap = run.engine.recap.map { (input: $0, at: run.now) }
                let mark = run.inputs.count
                run.turn { $0.feed(.messagesLost(overruns: 0, undecodable: 0)) }
                run.advance(by: .seconds(10))
                let lines = try Self.record(recap + run.inputs[mark...])
                let engine = try Self.replay(lines).engine
                #expect(engine.path == run.engine.path, "seed \(random.seed)")
                #expect(engine.apps == run.engine.apps, "seed \(random.seed)")
            }
        }
    }
}
