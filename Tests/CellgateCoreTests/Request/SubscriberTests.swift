import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// What subscribers are told.
@Suite("A subscriber")
struct SubscriberTests {
    private static let down = "link set wlan0 down"
    private static let up = "link set wlan0 up\n" + PathCase.wifiDefault

    private static func devices(_ run: EngineRun, _ caller: Caller) -> [DeviceReport] {
        run.signals.compactMap { client, signal in
            if client == caller.client, case .device(_, let new) = signal { new } else { nil }
        }
    }

    @Test("R7: is told each change once, of the device and of its own app only")
    func own() {
        var run = EngineChangeTests.started()
        let only = Caller.app("only")
        #expect(run.request(.subscribe(.own), from: only) == .done)
        #expect(run.signals.isEmpty)
        run.ip(Self.down)
        #expect(run.told(only) == ["only: available → cellularDenied"])
        #expect(Self.devices(run, only).map(\.path.summary) == ["cellular via wwan0"])
        run.ip(Self.up)
        #expect(
            run.told(only)
                == ["only: available → cellularDenied", "only: cellularDenied → available"])
        #expect(Self.devices(run, only).count == 2)
        #expect(run.signals.allSatisfy { $0.client == only.client })
    }

    @Test("R7, R81: is told nothing of equal states")
    func equal() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.own), from: .app("only"))
        run.request(.subscribe(.all), from: .root)
        run.turn { $0.feed(.refresh) }
        run.turn { $0.feed(.reload) }
        run.turn { $0.feed(.publishState) }
        run.turn { $0.feed(.radio(CellularRadio())) }
        run.turn { $0.announce([.routesChanged]) }
        // A change that is undone within a turn.
        run.turn { run in
            run.announce(run.kernel.run(Self.down))
            run.announce(run.kernel.run(Self.up))
        }
        #expect(run.signals.isEmpty)
    }

    @Test("with scope all is told of the device first, then of all that changed, in order")
    func all() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.all), from: .root)
        run.ip(Self.down)
        #expect(
            run.told(.root) == [
                // Its interfaces are others now.
                "all: available → available", "off: wifiDenied → cellularDenied",
                "only: available → cellularDenied", "who: available → undecided",
            ])
        guard case .device? = run.signals.first?.signal else {
            Issue.record("not the device first")
            return
        }
        // A gateway more is nothing to those that may not use it.
        run.ip("route replace default via 10.2.0.3 dev wwan0 metric 700")
        #expect(run.told(.root).count == 5)
        #expect(run.told(.root).last == "all: available → available")
    }

    @Test("whose process belongs to no app any more is told so, once")
    func left() {
        var run = EngineChangeTests.started()
        let process = ProcessIdentity(
            unit: UnitName(""), cgroup: "/", userID: 1000, userName: nil)
        let caller = Caller(client: ClientID(":1.9"), process: process, isPrivileged: false)
        var match = AppMatch()
        match.users = ["1000"]
        run.reading.table.apps[AppID("only")]?.match = match
        run.turn { $0.feed(.reload) }
        #expect(run.request(.subscribe(.own), from: caller) == .done)
        run.reading.table.apps[AppID("only")]?.match = AppMatch()
        run.turn { $0.feed(.reload) }
        run.turn { $0.feed(.reload) }
        #expect(
            run.signals.filter { $0.client == caller.client }.map(\.signal) == [
                .left(AppID("only"))
            ])
        #expect(run.request(.ownApp, from: caller) == .refused(.noApp))
    }

    @Test("is told with the generation of the journal's entry of that change, and after it")
    func generation() throws {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.all), from: .root)
        let entries = run.ip(Self.down)
        let first = try #require(
            run.directives.firstIndex { if case .signal = $0 { true } else { false } })
        let last = try #require(
            run.directives.lastIndex { if case .publish = $0 { true } else { false } })
        #expect(last < first)
        for (_, signal) in run.signals {
            switch signal {
            case .device(_, let new): #expect(new.generation == entries.first?.generation)
            case .app(_, let new): #expect(new.generation == entries.first?.generation)
            case .left(let app): Issue.record("nobody has left \(app)")
            }
        }
        #expect(run.ask("only")?.generation ?? 0 >= entries.first?.generation ?? .max)
    }

    @Test("that has unsubscribed, is gone, or has lost its bus is told nothing")
    func gone() {
        let ends: [(inout EngineRun) -> Void] = [
            { $0.request(.unsubscribe, from: .app("only")) },
            { run in run.turn { $0.feed(.clientGone(Caller.app("only").client)) } },
            { run in run.turn { $0.feed(.clientsGone) } },
        ]
        for end in ends {
            var run = EngineChangeTests.started()
            run.request(.subscribe(.own), from: .app("only"))
            end(&run)
            run.ip(Self.down)
            #expect(run.signals.isEmpty)
        }
    }

    @Test("that belongs to no app is told of the device")
    func nobody() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.own), from: .nobody)
        run.ip(Self.down)
        #expect(run.told(.nobody) == [])
        #expect(Self.devices(run, .nobody).count == 1)
    }

    @Test("of an app that no file names is told of that, too")
    func stranger() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.own), from: .app("new"))
        run.ip(Self.down)
        #expect(run.told(.app("new")) == ["new: available → undecided"])
        run.turn { $0.feed(.radio(CellularRadio(modem: .withoutSIM))) }
        #expect(run.told(.app("new")).last == "new: undecided → undecided")
        #expect(run.engine.report(of: AppID("new"))?.state.unknownReason == .noSIM)
    }

    @Test("that a reload moves to another app is told of that app, from what its old one was")
    func moved() {
        var run = EngineChangeTests.started()
        let caller = Caller.app("only")
        run.ip(Self.down)
        run.request(.subscribe(.own), from: caller)
        var match = AppMatch()
        match.units = [NamePattern("app-only-*")]
        run.reading.table.apps[AppID("all")]?.match = match
        run.turn { $0.feed(.reload) }
        #expect(run.told(caller) == ["all: cellularDenied → available"])
        guard case .app(let own)? = run.request(.ownApp, from: caller) else {
            Issue.record("no report")
            return
        }
        #expect(own.app == AppID("all"))
        // And of the new one alone from then on.
        run.ip(Self.up)
        #expect(run.told(caller).map { $0.prefix(4) } == ["all:", "all:"])
    }

    @Test("is told of a lock and a name, which are told of apps, too")
    func facts() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.own), from: .app("only"))
        run.reading.table.apps[AppID("only")] = AppPolicy(
            name: "Only", standing: .choice(.wifiOnly, source: .administrator, isLocked: true))
        run.turn { $0.feed(.reload) }
        #expect(run.told(.app("only")) == ["only: available → available"])
        guard case .app(let old, let new)? = run.signals.last?.signal else { return }
        #expect(!old.isLocked && new.isLocked)
        #expect(old.name == nil && new.name == "Only")
    }

    @Test("is told of the radio and of errors in files as changes of the device")
    func radio() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.own), from: .nobody)
        run.turn { $0.feed(.radio(CellularRadio(isAirplaneMode: true))) }
        #expect(Self.devices(run, .nobody).last?.radio.isAirplaneMode == true)
        run.reading.diagnostics = [
            Diagnostic(severity: .error, file: "/a", line: 1, message: "no")
        ]
        run.turn { $0.feed(.reload) }
        #expect(Self.devices(run, .nobody).last?.hasErrorsInFiles == true)
        #expect(Self.devices(run, .nobody).count == 2)
    }

    @Test("is told what the path costs and who says so, and of its app only where that costs more")
    func metered() {
        var run = EngineChangeTests.started()
        let only = Caller.app("only")
        run.request(.subscribe(.own), from: only)
        for word in [Metered.guessYes, .yes, .no] {
            run.turn { $0.feed(.metered([InterfaceName("wlan0"): word])) }
        }
        #expect(
            Self.devices(run, only).map(\.path.preferred?.expensiveSource) == [
                .networkManagerGuess, .networkManager, .networkManager,
            ])
        #expect(Self.devices(run, only).map(\.path.isExpensive) == [true, true, false])
        #expect(run.told(only) == ["only: available → available", "only: available → available"])
    }

    @Test("in a flood reads what was published last, so that it never misses a way back")
    func flood() {
        var run = EngineChangeTests.started()
        let mobile = "route add default via 10.2.0.1 dev wwan0 metric 1"
        let wifi = "route del default via 10.2.0.1 dev wwan0 metric 1"
        for _ in 0..<8 {
            run.ip(mobile)
            run.ip(wifi)
        }
        run.request(.subscribe(.own), from: .app("only"))
        // Held back, and undone before it is published: nobody hears of it.
        #expect(run.ip(mobile) == [])
        #expect(run.ask("only")?.state.availability == .available)
        run.ip(wifi)
        run.advance(by: .seconds(5))
        #expect(run.signals.isEmpty)
        // The last state arrives, with the entry.
        run.ip(mobile)
        run.advance(by: .seconds(5))
        #expect(run.told(.app("only")).last == "only: available → cellularDenied")
        #expect(run.ask("only")?.state.availability == .cellularDenied)
    }

    @Test("is told at the end what was held back")
    func stop() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.own), from: .app("only"))
        for _ in 0..<9 {
            run.ip("route add default via 10.2.0.1 dev wwan0 metric 1")
            run.ip("route del default via 10.2.0.1 dev wwan0 metric 1")
        }
        run.ip("route add default via 10.2.0.1 dev wwan0 metric 1")
        run.turn { $0.feed(.stop(signal: "SIGTERM")) }
        #expect(run.told(.app("only")).last == "only: available → cellularDenied")
    }
}
