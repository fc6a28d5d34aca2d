import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Choices that are set and cleared, and the records of them.
@Suite("A choice")
struct ChoiceTests {
    private static let only = AppID("only")
    private static let all = AppID("all")

    /// On mobile data; the store says nothing until the test does.
    private static func withheld() -> EngineRun {
        var run = EngineChangeTests.started()
        run.ip("link set wlan0 down")
        run.storeOutcome = nil
        return run
    }

    @Test("R9, AP-07: is answered when it is stored, in force and published, and not before")
    func acknowledged() throws {
        var run = Self.withheld()
        #expect(run.request(.setChoice(Self.only, .wifiAndCellular), from: .root) == nil)
        let record = Record(choice: .wifiAndCellular, changed: run.moment)
        #expect(run.tables == [RecordTable(apps: [Self.only: record])])
        #expect(run.ask("only")?.state.choice == .wifiOnly)
        let before = run.directives.count
        let entries = run.finishStoring()
        #expect(entries.map(\.event) == [.restrictionChanged, .appChanged])
        #expect(entries.map(\.cause) == [.decision, .decision])
        #expect(run.replies[RequestID(1)] == .done)
        // Published first, answered then.
        let reply = try #require(run.directives.lastIndex(of: .reply(RequestID(1), .done)))
        let publication = try #require(
            run.directives.lastIndex { if case .publish = $0 { true } else { false } })
        #expect(before <= publication && publication < reply)
    }

    @Test("AP-07: is what is read right after it", arguments: Choice.allCases)
    func readBack(_ choice: Choice) throws {
        var run = EngineChangeTests.started()
        let reply = run.request(.setChoice(Self.all, choice), from: .root)
        #expect(reply == .done)
        let asked = run.ask("all")
        let report = try #require(asked)
        // A record without a choice leaves it to the file.
        #expect(report.state.choice == (choice == .undecided ? .wifiAndCellular : choice))
        #expect(report.state.choiceSource == .user)
        #expect(report.decided == run.moment)
    }

    @Test("AP-07: is published before its answer in a flood of changes, too")
    func inAFlood() {
        var run = EngineChangeTests.started()
        for _ in 0..<20 {
            run.ip("route add default via 10.2.0.1 dev wwan0 metric 1")
            run.ip("route del default via 10.2.0.1 dev wwan0 metric 1")
        }
        let before = run.entries.count
        #expect(run.request(.setChoice(Self.all, .off), from: .root) == .done)
        #expect(
            run.entries[before...].contains { $0.event == .restrictionChanged && $0.app == "all" })
        #expect(run.ask("all")?.state.choice == .off)
    }

    @Test("R12: that could not be stored is refused, and the old one holds")
    func failed() {
        var run = Self.withheld()
        let apps = run.engine.apps
        run.request(.setChoice(Self.only, .wifiAndCellular), from: .root)
        let entries = run.finishStoring(.failed(reason: "no space left on device"))
        #expect(
            run.replies[RequestID(1)]
                == .refused(.storageFailed(reason: "no space left on device")))
        #expect(entries.map(\.event) == [.configError])
        #expect(entries.map(\.priority) == [.error])
        #expect(run.engine.apps == apps)
        #expect(run.turn() == [])
    }

    @Test("R9: two that come while a table is written are stored by the next, and the last wins")
    func coalesced() {
        var run = Self.withheld()
        run.request(.setChoice(Self.all, .off), from: .root)
        run.request(.setChoice(Self.only, .off), from: .root)
        run.request(.setChoice(Self.only, .wifiAndCellular), from: .root)
        #expect(run.tables.count == 1)
        run.finishStoring()
        #expect(run.answers.map(\.id) == [RequestID(1)])
        #expect(run.tables.count == 2)
        #expect(
            run.tables.last?.apps.mapValues(\.choice) == [
                Self.all: .off, Self.only: .wifiAndCellular,
            ])
        run.finishStoring()
        #expect(run.answers.map(\.id) == [RequestID(1), RequestID(2), RequestID(3)])
        #expect(run.answers.allSatisfy { $0.reply == .done })
        #expect(run.ask("only")?.state.choice == .wifiAndCellular)
        #expect(!run.hasOverlappingStores)
    }

    @Test("after a failure what waits is stored on what holds")
    func afterFailure() {
        var run = Self.withheld()
        run.request(.setChoice(Self.all, .off), from: .root)
        run.request(.setChoice(Self.only, .off), from: .root)
        run.finishStoring(.failed(reason: "read-only"))
        #expect(run.tables.last?.apps.mapValues(\.choice) == [Self.only: .off])
        run.finishStoring()
        #expect(run.replies[RequestID(2)] == .done)
        #expect(run.ask("all")?.state.choice == .wifiAndCellular)
    }

    @Test("R12: holds until it is cleared, and then the file's holds again")
    func cleared() {
        var run = EngineChangeTests.started()
        run.request(.setChoice(Self.only, .off), from: .root)
        run.turn { $0.feed(.refresh) }
        run.turn { $0.feed(.reload) }
        run.ip("link set wlan0 down")
        #expect(run.ask("only")?.state.choice == .off)
        #expect(run.request(.clearRecord(Self.only), from: .root) == .done)
        #expect(run.tables.last == RecordTable())
        #expect(run.ask("only")?.state.choice == .wifiOnly)
        #expect(run.ask("only")?.decided == nil)
    }

    @Test("for an app that no file names makes it known, and clearing makes it unknown again")
    func stranger() {
        var run = EngineChangeTests.started()
        let new = AppID("new")
        #expect(run.request(.setChoice(new, .off), from: .root) == .done)
        #expect(run.ask("new")?.state.choice == .off)
        run.request(.clearRecord(new), from: .root)
        #expect(run.request(.app(new), from: .root) == .refused(.unknownApp(new, suggestion: nil)))
    }

    @Test("that is set again keeps that the user was asked, and one that was cleared does not")
    func asked() {
        var run = EngineChangeTests.started()
        let who = AppID("who")
        run.records = RecordReading(
            records: RecordTable(apps: [who: Record(choice: .undecided, isAsked: true)]))
        run.turn { $0.feed(.refresh) }
        #expect(run.ask("who")?.state.unknownReason == .pending)
        run.storeOutcome = nil
        run.request(.setChoice(who, .off), from: .root)
        #expect(run.tables.last?.apps[who]?.isAsked == true)
        run.request(.clearRecord(who), from: .root)
        run.request(.setChoice(who, .wifiOnly), from: .root)
        run.finishStoring()
        #expect(run.tables.last?.apps[who]?.isAsked == false)
    }

    @Test("a reading of the records while a table is written does not undo what is written")
    func readMeanwhile() {
        var run = Self.withheld()
        run.request(.setChoice(Self.only, .wifiAndCellular), from: .root)
        // Somebody edits the file by hand, and the table that is under way overwrites that.
        run.records = RecordReading(
            records: RecordTable(choices: [Self.only: .off, Self.all: .off]))
        run.turn { $0.feed(.refresh) }
        #expect(run.ask("all")?.state.choice == .off)
        run.finishStoring()
        #expect(run.replies[RequestID(1)] == .done)
        #expect(run.ask("only")?.state.choice == .wifiAndCellular)
        // What is in force is what is stored: reading it again changes nothing.
        let refresh = run.turn { $0.feed(.refresh) }
        #expect(refresh.first?.details == [Entry.Field(.changed, "0")])
    }

    @Test("what is said of what was in the table's place is published")
    func diagnostics() {
        var run = Self.withheld()
        run.request(.setChoice(Self.only, .off), from: .root)
        let diagnostic = Diagnostic(
            severity: .warning, file: "/records.json", line: nil, message: "set aside")
        let entries = run.finishStoring(.stored([diagnostic]))
        #expect(entries.first?.event == .configError)
        #expect(entries.first?.message == "/records.json: warning: set aside")
    }

    @Test("that an administrator has locked cannot be set, and beats a record")
    func locked() {
        let locked = PolicyStanding.choice(.off, source: .administrator, isLocked: true)
        var run = EngineChangeTests.started()
        run.request(.setChoice(Self.all, .wifiOnly), from: .root)
        run.reading.table.apps[Self.all] = AppPolicy(standing: locked)
        run.turn { $0.feed(.reload) }
        let report = run.ask("all")
        #expect(report?.state.choice == .off && report?.state.choiceSource == .administrator)
        #expect(report?.isLocked == true)
        for choice in Choice.allCases {
            #expect(
                run.request(.setChoice(Self.all, choice), from: .root)
                    == .refused(.locked(Self.all)))
        }
        #expect(run.tables.count == 1)
        // The record is kept, and counts again without the lock.
        run.reading.table.apps[Self.all] = nil
        run.turn { $0.feed(.reload) }
        #expect(run.ask("all")?.state.choice == .wifiOnly)
    }

    @Test("that is stored already is answered, and publishes nothing")
    func same() {
        var run = EngineChangeTests.started()
        run.request(.setChoice(Self.all, .off), from: .root)
        let entries = run.entries
        #expect(run.request(.setChoice(Self.all, .off), from: .root) == .done)
        #expect(run.entries == entries)
    }

    @Test("a refresh is answered when the records were read, too")
    func refreshAwaitsRecords() {
        var run = EngineChangeTests.started()
        run.readsRecords = false
        #expect(run.request(.refresh, from: .root) == nil)
        #expect(run.answers.last?.reply != .done)
        run.turn { run in run.feed(.records(RecordReading(records: RecordTable()))) }
        #expect(run.answers.last?.reply == .done)
    }
}
