import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Files that change while the daemon runs, and the users' records.
@Suite struct EngineFilesTests {
    private let maps = AppID("org.example.Maps")

    private func reading(
        _ choice: Choice, reloadsOnChange: Bool = true
    ) -> PolicyReading {
        var configuration = Configuration()
        configuration.reloadsOnChange = reloadsOnChange
        let standing = PolicyStanding.choice(choice, source: .package, isLocked: false)
        return PolicyReading(
            configuration: configuration,
            table: PolicyTable(apps: [maps: AppPolicy(standing: standing)]), diagnostics: [])
    }

    private func run(_ reading: PolicyReading) -> EngineRun {
        var run = EngineRun()
        run.reading = reading
        run.start()
        run.ip(SimulatedKernel.uplink("wlan0", 1) + "\nroute add default via 10.1.0.1 dev wlan0")
        return run
    }

    @Test("files that change are read once, a quarter of a second after the first change")
    func changed() {
        var run = run(reading(.wifiOnly))
        run.reading = reading(.off)
        #expect(run.turn { $0.feed(.filesChanged) }.isEmpty)
        #expect(run.turn { $0.feed(.filesChanged) }.isEmpty)
        let entries = run.advance(by: .milliseconds(250))
        #expect(
            entries.map(\.event) == [.configLoaded, .restrictionChanged]
                || entries.map(\.event) == [.configLoaded, .restrictionChanged, .appChanged])
        #expect(entries.allSatisfy { $0.cause == .policy })
        #expect(run.advance(by: .seconds(1)).isEmpty)
    }

    @Test("files that never stop changing are read all the same, four times a second")
    func steadyChange() {
        var run = run(reading(.wifiOnly))
        run.reading = reading(.off)
        var entries: [Entry] = []
        for _ in 0..<4 {
            run.turn { $0.feed(.filesChanged) }
            entries += run.advance(by: .milliseconds(100))
        }
        #expect(entries.filter { $0.event == .configLoaded }.count == 1)
    }

    @Test("ReloadOnChange=no leaves the table as it is until somebody asks")
    func switchedOff() {
        var run = run(reading(.wifiOnly, reloadsOnChange: false))
        run.reading = reading(.off, reloadsOnChange: false)
        run.turn { $0.feed(.filesChanged) }
        #expect(run.advance(by: .seconds(1)).isEmpty)
        #expect(run.turn { $0.feed(.reload) }.contains { $0.event == .restrictionChanged })
    }

    @Test("R13: files that changed for the worse leave the table in force, and say so once")
    func broken() {
        var run = run(reading(.wifiOnly))
        let before = run.engine.apps
        run.reading = PolicyReading(
            configuration: Configuration(), table: PolicyTable(),
            diagnostics: [
                Diagnostic(severity: .error, file: "/x", line: 1, app: maps, message: "no")
            ])
        run.turn { $0.feed(.filesChanged) }
        let entries = run.advance(by: .milliseconds(250))
        #expect(entries.map(\.event) == [.configError, .configError])
        #expect(run.engine.apps == before)
        run.turn { $0.feed(.filesChanged) }
        #expect(run.advance(by: .milliseconds(250)).isEmpty)
    }

    @Test("the user's choice counts from the start, and a refresh takes a new one over")
    func records() {
        var run = EngineRun()
        run.reading = reading(.wifiOnly)
        run.records = RecordReading(records: RecordTable(choices: [maps: .off]))
        run.start()
        run.ip(SimulatedKernel.uplink("wlan0", 1) + "\nroute add default via 10.1.0.1 dev wlan0")
        #expect(run.engine.apps[maps]?.choice == .off)
        #expect(run.engine.apps[maps]?.choiceSource == .user)
        run.records = RecordReading(records: RecordTable(choices: [maps: .wifiAndCellular]))
        let entries = run.turn { $0.feed(.refresh) }
        #expect(run.engine.apps[maps]?.choice == .wifiAndCellular)
        #expect(entries.filter { $0.event == .restrictionChanged }.count == 1)
    }

    @Test("records that cannot be read leave those in force, and that is said once")
    func unreadableRecords() {
        var run = EngineRun()
        run.reading = reading(.wifiOnly)
        run.records = RecordReading(records: RecordTable(choices: [maps: .off]))
        run.start()
        run.ip(SimulatedKernel.uplink("wlan0", 1) + "\nroute add default via 10.1.0.1 dev wlan0")
        let diagnostic = Diagnostic(severity: .error, file: "/r", line: nil, message: "damaged")
        run.records = RecordReading(records: nil, diagnostics: [diagnostic])
        let first = run.turn { $0.feed(.refresh) }
        #expect(first.filter { $0.event == .configError }.map(\.message) == ["/r: error: damaged"])
        #expect(run.engine.apps[maps]?.choice == .off)
        let second = run.turn { $0.feed(.refresh) }
        #expect(!second.contains { $0.event == .configError })
    }

    @Test("an app with a record and no file is an app, too")
    func recordAlone() {
        var run = EngineRun()
        run.records = RecordReading(records: RecordTable(choices: [maps: .off]))
        run.start()
        run.ip(SimulatedKernel.uplink("wlan0", 1) + "\nroute add default via 10.1.0.1 dev wlan0")
        #expect(run.engine.apps[maps]?.choice == .off)
    }

    @Test("what readers lost is told even when all else has ended")
    func lostAtTheEnd() {
        var run = run(reading(.wifiOnly))
        run.turn { $0.feed(.stop(signal: "SIGTERM")) }
        let entries = run.turn { run in
            run.feed(.refresh)
            run.feed(.entriesLost(count: 3, reader: .standardOutput))
        }
        #expect(entries.map(\.event) == [.entriesLost])
    }

    @Test("entries that a reader lost are told with their number and the reader's name")
    func lost() {
        var run = run(reading(.wifiOnly))
        let entries = run.turn { $0.feed(.entriesLost(count: 7, reader: .journal)) }
        #expect(entries.map(\.event) == [.entriesLost])
        #expect(entries.first?.message == "7 entries were lost: journal did not take them")
        #expect(entries.first?.details == [Entry.Field(.lost, "7")])
    }
}
