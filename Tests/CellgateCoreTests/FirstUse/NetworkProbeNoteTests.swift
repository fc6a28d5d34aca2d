import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// What the daemon makes of an app's probe of the network (R27, R28).
@Suite("The end of a probe of the network")
struct NetworkProbeNoteTests {
    @Test(
        "R27, R28: has everything evaluated once more after its time, and decides nothing",
        arguments: NetworkProbeOutcome.allCases)
    func reevaluation(_ outcome: NetworkProbeOutcome) throws {
        for app in ["who", "only", "all"] {
            var run = FirstUse.run()
            let before = run.engine.apps
            let generation = try #require(run.engine.deviceReport()).generation
            let inquiries = run.inquiries.count
            let entries = run.entries.count
            #expect(run.request(.networkProbeFinished(outcome), from: .app(app)) == .done)
            // More that end meanwhile do not put it off.
            run.advance(by: .milliseconds(300))
            #expect(run.request(.networkProbeFinished(outcome), from: .app(app)) == .done)
            run.advance(by: .milliseconds(199))
            #expect(run.engine.deviceReport()?.generation == generation)
            run.advance(by: .milliseconds(1))
            #expect(run.engine.deviceReport()?.generation == generation + 1)
            #expect(run.inquiries.count > inquiries)
            #expect(run.engine.apps == before && run.entries.count == entries)
            run.advance(by: .seconds(10))
            #expect(run.engine.deviceReport()?.generation == generation + 1)
            // The next one has its own.
            run.request(.networkProbeFinished(outcome), from: .app(app))
            run.advance(by: .milliseconds(500))
            #expect(run.engine.deviceReport()?.generation == generation + 2)
        }
    }

    @Test("comes after the time that the file says")
    func delay() {
        var run = FirstUse.run { $0.firstUse.reevaluateDelay = .seconds(2) }
        run.request(.networkProbeFinished(.success), from: .app("who"))
        #expect(run.timers[.reevaluation] == run.now + .seconds(2))
    }

    @Test("is told by apps only")
    func nobody() {
        var run = FirstUse.run()
        #expect(
            run.request(.networkProbeFinished(.success), from: .nobody) == .refused(.noApp))
        #expect(run.timers[.reevaluation] == nil)
    }

    @Test("what to ask for is told, and its change")
    func url() {
        var run = FirstUse.run()
        #expect(run.engine.deviceReport()?.networkProbeURL == "http://network-test.debian.org/nm")
        run.request(.subscribe(.own), from: .app("only"))
        var configuration = run.reading.configuration ?? Configuration()
        configuration.firstUse.networkProbeURL = "http://other.example/"
        run.reading = PolicyReading(
            configuration: configuration, table: run.reading.table, diagnostics: [])
        run.turn { $0.feed(.reload) }
        let urls = run.signals.compactMap { signal -> String? in
            if case .device(_, let new) = signal.signal { new.networkProbeURL } else { nil }
        }
        #expect(urls == ["http://other.example/"])
    }
}

/// What subscribers are told of advice.
@Suite("A subscriber to advice")
struct GuidanceSubscriberTests {
    private static func told(_ run: EngineRun, _ caller: Caller) -> [GuidanceState] {
        run.signals.compactMap { client, signal in
            if client == caller.client, case .app(_, let new) = signal { new.guidance } else { nil }
        }
    }

    @Test("R62, R65: is told each state of its app's advice once, and replies say the same")
    func states() {
        var run = FirstUse.run()
        let only = Caller.app("only")
        run.request(.subscribe(.own), from: only)
        run.request(.subscribe(.all), from: .root)
        run.fail("only", times: 3)
        #expect(Self.told(run, only) == [.eligible])
        run.tell(.shown, of: "only", from: only)
        run.tell(.shown, of: "only", from: only)
        run.tell(.clicked, of: "only", from: only)
        guard case .app(let report)? = run.request(.ownApp, from: only) else {
            Issue.record("no report")
            return
        }
        #expect(report.guidance == .clicked)
        run.turn { $0.feed(.refresh) }
        #expect(Self.told(run, only) == [.eligible, .shown, .clicked, .specific])
        run.request(.setChoice(FirstUse.only, .wifiAndCellular), from: .root)
        #expect(Self.told(run, only).last == .resolved)
        #expect(Self.told(run, .root) == Self.told(run, only))
    }
}
