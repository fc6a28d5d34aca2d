import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Every state by hand (R84), and what is so after it.
@Suite("A simulation")
struct SimulationTests {
    private static let who = FirstUse.who

    @discardableResult
    private static func simulate(_ run: inout EngineRun, _ text: String) throws -> Reply? {
        let words = text.split(separator: " ").map(String.init)
        return run.request(.simulate(try SimulationStep(words: words)), from: .root)
    }

    private static func on(_ script: String, _ steps: [String]) throws -> EngineRun {
        var run = FirstUse.run(script)
        for step in steps { #expect(try simulate(&run, step) == .done) }
        return run
    }

    // MARK: Steps

    static let paths: [(steps: [String], summary: String, only: Availability)] = [
        (["path wifi"], "wifi via sim-wifi", .available),
        (["path cellular"], "cellular via sim-cellular", .cellularDenied),
        (["path wired"], "wiredEthernet via sim-wired", .available),
        (["path none"], "no network", .notAvailable),
        (["handover"], "cellular via sim-cellular", .cellularDenied),
        (["handover", "handover"], "wifi via sim-wifi", .available),
        (["path cellular", "handover"], "wifi via sim-wifi", .available),
        (["path cellular", "airplane-mode on"], "no network", .notAvailable),
        (["path cellular", "sim missing"], "no network", .notAvailable),
        (["path cellular", "modem missing"], "no network", .notAvailable),
        (["path cellular", "modem failed"], "cellular via sim-cellular", .cellularDenied),
        (
            ["path cellular", "sim missing", "sim present"], "cellular via sim-cellular",
            .cellularDenied
        ),
        (["airplane-mode on"], "wifi via wlan0", .available),
        (["path wifi", "airplane-mode on"], "wifi via sim-wifi", .available),
    ]

    @Test("the path is what it is said to be, for every app", arguments: paths)
    func path(steps: [String], summary: String, only: Availability) throws {
        let run = try Self.on(PathCase.onWifi, steps)
        #expect(run.engine.path?.summary == summary)
        #expect(run.engine.apps[FirstUse.only]?.availability == only)
    }

    @Test("mobile data goes with the radio, and the rest of the path stays")
    func radioOff() throws {
        let run = try Self.on(PathCase.onBoth, ["airplane-mode on"])
        #expect(run.engine.path?.availableInterfaces.map(\.text) == ["wlan0:wifi"])
        #expect(run.engine.path?.supportsDNS == true)
    }

    static let reasons: [(String, UnknownReason)] = [
        ("airplane-mode on", .airplaneMode), ("sim missing", .noSIM), ("modem missing", .noModem),
        ("modem failed", .indeterminate), ("airplane-mode off", .notAsked),
    ]

    @Test("an undecided app is unknown for the reason that is simulated", arguments: reasons)
    func radio(step: String, reason: UnknownReason) throws {
        let run = try Self.on(PathCase.onWifi, [step])
        #expect(run.engine.apps[Self.who]?.unknownReason == reason)
    }

    static let records: [(steps: [String], choice: Choice, reason: UnknownReason?)] = [
        (["choice who off"], .off, nil),
        (["choice who wifi-and-cellular", "choice who ask"], .undecided, .notAsked),
        (["launch who"], .undecided, .pending),
        (["launch who", "answer who wifi-only"], .wifiOnly, nil),
        (["answer who wifi-and-cellular"], .wifiAndCellular, nil),
        (["ignore who"], .undecided, .pending),
        (["launch who", "ignore who"], .undecided, .pending),
        (["choice who off", "launch who"], .undecided, .pending),
        (["choice who off", "reinstall who"], .undecided, .notAsked),
    ]

    @Test("an app's record is what it is said to be, and nothing is stored", arguments: records)
    func record(steps: [String], choice: Choice, reason: UnknownReason?) throws {
        let run = try Self.on(PathCase.mobile + PathCase.mobileDefault, steps)
        #expect(run.engine.apps[Self.who]?.choice == choice)
        #expect(run.engine.apps[Self.who]?.unknownReason == reason)
        #expect(run.tables.isEmpty)
    }

    @Test("the first launch asks, the answer decides, and the app is told of it")
    func launch() throws {
        var run = FirstUse.withAgent()
        run.request(.subscribe(.own), from: .app("new"))
        try Self.simulate(&run, "launch new")
        #expect(run.questions == [":1.agent: new"])
        run.answer("new", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(run.engine.apps[AppID("new")]?.choice == .wifiOnly)
        #expect(run.told(.app("new")).last == "new: undecided → cellularDenied")
        #expect(run.tables.isEmpty)
        try Self.simulate(&run, "stop")
        #expect(run.engine.apps[AppID("new")] == nil)
        #expect(run.tables.isEmpty)
    }

    @Test("an app that uses the network meanwhile is asked about, and nothing of it is kept")
    func use() throws {
        var run = FirstUse.run(PathCase.onWifi)
        run.register(FirstUse.agent)
        try Self.simulate(&run, "path cellular")
        run.request(.requestDecision, from: .app("who"))
        #expect(run.questions == [":1.agent: who"])
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(run.engine.apps[Self.who]?.isAvailable == true)
        try Self.simulate(&run, "stop")
        #expect(run.engine.apps[Self.who]?.unknownReason == .notAsked)
        #expect(run.tables.isEmpty)
    }

    @Test("a question that is left alone is on no screen, and the wait for it comes to nothing")
    func ignored() throws {
        var run = FirstUse.withAgent()
        try Self.simulate(&run, "launch who")
        try Self.simulate(&run, "ignore who")
        #expect(run.agents.asking[Self.who] == [])
        let id = run.submit(.probe, from: .app("who"))
        run.advance(by: .seconds(2))
        #expect(run.outcome(id)?.result == .undetermined)
        #expect(run.questions.count == 1)
    }

    @Test("a failed request of a denied app is told, and brings advice; the return is a refresh")
    func failure() throws {
        var run = FirstUse.withAgent(PathCase.onWifi)
        for step in ["path cellular", "failure only 101"] { try Self.simulate(&run, step) }
        #expect(run.entries(.permissionRequired).map(\.app) == ["only"])
        #expect(run.notes == [":1.agent: only advice"])
        run.tell(.shown, of: "only", from: FirstUse.agent)
        run.tell(.clicked, of: "only", from: FirstUse.agent)
        try Self.simulate(&run, "foreground")
        #expect(run.entries(.refresh).count == 1)
        #expect(run.notes == [":1.agent: only advice", ":1.agent: only specific"])
        #expect(run.engine.measureCounts == MeasureCounts())
        try Self.simulate(&run, "stop")
        #expect(run.agents.showing[FirstUse.only] == [])
        #expect(run.engine.guidanceState(of: FirstUse.only) == .none)
    }

    // MARK: The end

    @Test("the path that the kernel has by then comes back, each change once")
    func realPath() throws {
        var run = FirstUse.run(PathCase.onBoth)
        try Self.simulate(&run, "path none")
        let mark = run.entries.count
        run.ip(FirstUse.down)
        #expect(run.entries.count == mark)
        #expect(run.engine.path?.preferred == nil)
        try Self.simulate(&run, "stop")
        #expect(run.engine.path?.summary == "cellular via wwan0")
        let told = run.entries[mark...].map { "\($0.event.rawValue) \($0.app ?? "")" }
        #expect(
            told == [
                "path-changed ", "app-changed all", "app-changed off", "app-changed only",
                "app-changed who", "simulation-changed ",
            ])
    }

    @Test("a question that was there before waits, and comes back")
    func question() throws {
        var run = FirstUse.withAgent()
        run.request(.requestDecision, from: .app("who"))
        try Self.simulate(&run, "choice who off")
        #expect(run.agents.asking[Self.who] == [])
        try Self.simulate(&run, "stop")
        #expect(run.questions == [":1.agent: who", ":1.agent: who"])
        #expect(run.engine.apps[Self.who]?.unknownReason == .pending)
        #expect(run.entries(.promptRequested).count == 1)
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(run.records.records?.apps[Self.who]?.choice == .wifiOnly)
    }

    @Test(
        "a question that waits goes when nobody is to be asked any more, and comes again with that",
        arguments: [([Profile.allow], false), ([.allow, .cellular], true)])
    func questionSettledMeanwhile(profiles: [Profile], isAsked: Bool) throws {
        var run = FirstUse.run(PathCase.mobile + PathCase.mobileDefault)
        run.fail("who")
        #expect(try Self.simulate(&run, "choice who ask") == .done)
        for profile in profiles {
            run.reading.configuration?.profile = profile
            run.turn { $0.feed(.reload) }
        }
        // Who takes a decision back is asked again, unless the question is still open.
        run.request(.setChoice(Self.who, .undecided), from: .root)
        #expect(run.records.records?.apps[Self.who]?.isAsked == isAsked)
    }

    @Test("an answer that is on its way to the disk is not lost")
    func answer() throws {
        var run = FirstUse.withAgent()
        run.request(.requestDecision, from: .app("who"))
        run.storeOutcome = nil
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        try Self.simulate(&run, "choice who off")
        run.finishStoring(.failed(reason: "full"))
        #expect(run.engine.apps[Self.who]?.choice == .off)
        run.storeOutcome = .stored([])
        try Self.simulate(&run, "stop")
        run.request(.requestDecision, from: .app("who"))
        #expect(run.records.records?.apps[Self.who]?.choice == .wifiOnly)
        #expect(run.questions.count == 1)
    }

    @Test("a real choice is stored, and counts at once", arguments: [Choice.wifiOnly, nil])
    func realChoice(_ choice: Choice?) throws {
        var run = try Self.on(PathCase.onWifi, ["path cellular", "choice only off"])
        let request = choice.map { Request.setChoice(FirstUse.only, $0) }
        #expect(run.request(request ?? .clearRecord(FirstUse.only), from: .root) == .done)
        #expect(run.records.records?.apps[FirstUse.only]?.choice == choice)
        #expect(run.engine.apps[FirstUse.only]?.choice == .wifiOnly)
        #expect(run.engine.deviceReport()?.simulation == ["path cellular"])
    }

    // MARK: What is told

    @Test("everything that is told from the first step to the end says so")
    func marks() throws {
        var run = FirstUse.run(PathCase.onWifi)
        for step in ["path cellular", "choice who off", "stop"] { try Self.simulate(&run, step) }
        run.request(.refresh, from: .root)
        let events = run.entries.filter { $0.event == .simulationChanged }
        #expect(
            events.compactMap { $0[.simulation] } == ["path cellular", "choice who off", "stop"])
        #expect(
            events.map(\.message) == [
                "simulated from now on: path cellular", "simulated from now on: choice who off",
                "the simulation is over; what is told from now on is so",
            ])
        let first = run.entries.firstIndex { $0.event == .simulationChanged } ?? 0
        let last = run.entries.lastIndex { $0.event == .simulationChanged } ?? 0
        for (index, entry) in run.entries.enumerated() {
            #expect((entry[.simulated] == "1") == (first...last).contains(index), "\(entry)")
        }
        #expect(run.entries.count > last + 1)
    }

    @Test("the device tells what is simulated, and the status line that something is")
    func told() throws {
        var run = try Self.on(
            PathCase.onWifi,
            [
                "path cellular", "airplane-mode off", "sim present", "launch who", "ignore all",
                "choice only ask", "reinstall off",
            ])
        #expect(
            run.engine.deviceReport()?.simulation == [
                "path cellular", "airplane-mode off", "sim present", "ignore all", "reinstall off",
                "choice only ask", "launch who",
            ])
        #expect(run.status?.hasSuffix(" (simulated)") == true)
        try Self.simulate(&run, "stop")
        #expect(run.engine.deviceReport()?.simulation == [])
        #expect(run.status?.contains("simulated") == false)
    }

    @Test("what does not last is told as long as nothing else is")
    func last() throws {
        var run = try Self.on(PathCase.onWifi, ["foreground"])
        #expect(run.engine.deviceReport()?.simulation == ["foreground"])
        try Self.simulate(&run, "path wifi")
        #expect(run.engine.deviceReport()?.simulation == ["path wifi"])
    }

    @Test("a flood of changes holds no step back")
    func flood() throws {
        var run = FirstUse.run(PathCase.onBoth)
        for _ in 0..<20 {
            run.ip(FirstUse.down)
            run.ip(FirstUse.up)
        }
        #expect(try Self.simulate(&run, "path none") == .done)
        #expect(run.engine.deviceReport()?.path.status == .unsatisfied)
        #expect(run.entries.last?[.simulated] == "1")
    }

    @Test("an end without a beginning is none")
    func nothing() throws {
        var run = FirstUse.run()
        let count = run.entries.count
        #expect(try Self.simulate(&run, "stop") == .done)
        #expect(run.entries.count == count)
    }

    @Test("steps in one turn come in their order, and an end between them is told")
    func oneTurn() {
        var run = FirstUse.run(PathCase.onWifi)
        run.turn { run in
            for step in [SimulationStep.path(.cellular), .stop, .path(.none)] {
                run.submit(.simulate(step), from: .root)
            }
        }
        #expect(
            run.entries(.simulationChanged).compactMap { $0[.simulation] }
                == ["path cellular", "stop", "path none"])
        #expect(run.engine.path?.preferred == nil)
        #expect(run.answers.suffix(3).map(\.reply) == [.done, .done, .done])
    }

    @Test(
        "what cannot be is refused, and simulates nothing",
        arguments: [
            ("choice locked off", Refusal.locked(AppID("locked"))),
            ("answer locked off", .locked(AppID("locked"))),
            ("ignore locked", .locked(AppID("locked"))),
            ("choice onyl off", .unknownApp(AppID("onyl"), suggestion: AppID("only"))),
            ("reinstall ghost", .unknownApp(AppID("ghost"), suggestion: nil)),
            ("failure ghost 101", .unknownApp(AppID("ghost"), suggestion: nil)),
        ])
    func refused(step: String, refusal: Refusal) throws {
        var run = FirstUse.run(
            apps: ["locked": .choice(.off, source: .administrator, isLocked: true)])
        let count = run.entries.count
        #expect(try Self.simulate(&run, step) == .refused(refusal))
        #expect(run.entries.count == count)
        #expect(run.engine.deviceReport()?.simulation == [])
    }
}
