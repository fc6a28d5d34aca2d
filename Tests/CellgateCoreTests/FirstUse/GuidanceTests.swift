import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Advice to change an app's choice (R56–R69).
@Suite("Advice")
struct GuidanceTests {
    private static let only = "only"

    /// What brings advice up.
    private enum Trigger: CaseIterable {
        case failedRequest
        case probe
        case ask
    }

    private static func pull(_ trigger: Trigger, _ app: String, _ run: inout EngineRun) {
        switch trigger {
        case .failedRequest: run.fail(app)
        case .probe: run.request(.probe, from: .app(app))
        case .ask: run.tell(.ask, of: app, from: .app(app))
        }
    }

    /// With advice about `only` on the screen of the agent.
    private static func shown(_ script: String = PathCase.onBoth) -> EngineRun {
        var run = FirstUse.withAgent(script)
        run.ip(FirstUse.down)
        run.fail(only)
        run.tell(.shown, of: only, from: FirstUse.agent)
        return run
    }

    /// An app, a path, the state of advice after a trigger, and after the path turns cellular.
    struct Row: Sendable {
        let app: String
        let scripts: [String]
        let state: GuidanceState
        let onCellular: GuidanceState
    }

    private static let wifiOrWired = [PathCase.onBoth, PathCase.wired + PathCase.wiredDefault]
    private static let cellular = [PathCase.mobile + PathCase.mobileDefault]

    @Test(
        "R56, R57, R60: is due where a change would help now, recorded where it would later, and never else",
        arguments: [
            Row(app: "only", scripts: [""], state: .none, onCellular: .none),
            Row(app: "off", scripts: [""], state: .none, onCellular: .none),
            Row(app: "only", scripts: wifiOrWired, state: .recorded, onCellular: .eligible),
            Row(app: "off", scripts: wifiOrWired, state: .recorded, onCellular: .eligible),
            Row(app: "only", scripts: cellular, state: .eligible, onCellular: .eligible),
            Row(app: "off", scripts: cellular, state: .eligible, onCellular: .eligible),
            Row(
                app: "all", scripts: [""] + wifiOrWired + cellular, state: .none,
                onCellular: .none),
            Row(
                app: "who", scripts: [""] + wifiOrWired + cellular, state: .none,
                onCellular: .none),
            Row(
                app: "locked", scripts: [""] + wifiOrWired + cellular, state: .none,
                onCellular: .none),
            Row(
                app: "invalid", scripts: [""] + wifiOrWired + cellular, state: .none,
                onCellular: .none),
        ])
    func table(_ row: Row) {
        for script in row.scripts {
            for trigger in Trigger.allCases {
                var run = FirstUse.run(
                    script,
                    apps: [
                        "locked": .choice(.off, source: .administrator, isLocked: true),
                        "invalid": .invalid,
                    ])
                run.register(FirstUse.agent)
                Self.pull(trigger, row.app, &run)
                #expect(run.engine.guidanceState(of: AppID(row.app)) == row.state)
                run.ip(SimulatedKernel.uplink("wwan9", 9))
                run.ip("route add default via 10.9.0.1 dev wwan9 metric 1")
                #expect(run.engine.path?.preferred?.type == .cellular)
                #expect(run.engine.guidanceState(of: AppID(row.app)) == row.onCellular)
                let notes = row.onCellular == .eligible ? [":1.agent: \(row.app) advice"] : []
                #expect(run.notes == notes)
            }
        }
    }

    @Test("R56: a path that turns cellular is no reason of its own")
    func pathAlone() {
        var run = FirstUse.withAgent(PathCase.onBoth)
        run.ip(FirstUse.down)
        run.ip(FirstUse.up)
        run.ip(FirstUse.down)
        #expect(run.notes == [] && run.entries(.guidanceChanged) == [])
    }

    @Test("R56: survives that there is no network between Wi-Fi and mobile data")
    func betweenPaths() {
        var run = FirstUse.withAgent(PathCase.onBoth)
        run.fail(Self.only)
        run.ip(FirstUse.lost)
        #expect(run.guidance(of: Self.only) == ["recorded"] && run.notes == [])
        run.ip("link set wwan0 up\n" + PathCase.mobileDefault)
        #expect(run.notes == [":1.agent: only advice"])
    }

    @Test("R62: comes once, however often requests fail")
    func once() {
        var run = FirstUse.withAgent()
        for _ in 0..<3 {
            for trigger in Trigger.allCases { Self.pull(trigger, Self.only, &run) }
        }
        #expect(run.notes == [":1.agent: only advice"])
        run.tell(.shown, of: Self.only, from: FirstUse.agent)
        for _ in 0..<3 {
            for trigger in Trigger.allCases { Self.pull(trigger, Self.only, &run) }
            run.ip("addr add fd00:2::9/64 dev wwan0 nodad")
            run.turn { $0.feed(.refresh) }
        }
        #expect(run.notes == [":1.agent: only advice"])
        #expect(run.guidance(of: Self.only) == ["eligible", "shown"])
        #expect(run.agents.showing[FirstUse.only] == [FirstUse.agent.client])
    }

    @Test("R62: that the app shows itself is taken from the agent")
    func shownByApp() {
        var run = FirstUse.withAgent()
        run.fail(Self.only)
        run.tell(.shown, of: Self.only, from: .app(Self.only))
        #expect(run.agents.showing[FirstUse.only] == [Caller.app(Self.only).client])
    }

    @Test("waits for an agent, and goes to the next when that vanishes before it is seen")
    func agents() {
        var run = FirstUse.run()
        run.fail(Self.only)
        #expect(run.guidance(of: Self.only) == ["eligible"])
        run.register(FirstUse.agent)
        run.register(FirstUse.other)
        #expect(run.notes == [":1.agent: only advice"])
        run.turn { $0.feed(.clientGone(FirstUse.agent.client)) }
        #expect(run.notes == [":1.agent: only advice", ":1.other: only advice"])
        run.tell(.shown, of: Self.only, from: FirstUse.other)
        run.register(FirstUse.agent)
        run.turn { $0.feed(.clientGone(FirstUse.other.client)) }
        // What was seen comes back with the next reason.
        #expect(run.notes.count == 2)
        run.fail(Self.only)
        #expect(run.notes.last == ":1.agent: only advice" && run.notes.count == 3)
    }

    @Test("needs an agent, the app itself or a right")
    func right() {
        var run = Self.shown()
        #expect(
            run.request(.guidanceEvent(FirstUse.only, .clicked), from: .app("all"))
                == .refused(.accessDenied(.agent)))
        #expect(run.guidance(of: Self.only) == ["eligible", "shown"])
    }

    @Test(
        "R56: is taken away when it does not help now, and comes back when it does",
        arguments: [
            (FirstUse.up, FirstUse.down),
            ("link set wwan0 down", "link set wwan0 up\n" + PathCase.mobileDefault),
        ])
    func leavesCellular(_ away: String, _ back: String) {
        var run = Self.shown()
        run.ip(away)
        #expect(run.agents.showing[FirstUse.only] == [])
        #expect(run.guidance(of: Self.only).last == "recorded")
        run.ip(back)
        #expect(run.agents.showing[FirstUse.only] == [FirstUse.agent.client])
        #expect(run.guidance(of: Self.only).last == "eligible")
    }

    @Test(
        "R61: just refused at the prompt comes at the next reason, after the cooldown",
        arguments: [
            "request", "probe", "path", "ask",
        ])
    func cooldown(_ trigger: String) {
        func pull(_ run: inout EngineRun, _ address: Int) {
            switch trigger {
            case "request": run.fail("who")
            case "probe": run.request(.probe, from: .app("who"))
            case "path": run.ip("route add default via 10.2.0.\(address) dev wwan0 metric 1")
            default: run.tell(.ask, of: "who", from: .app("who"))
            }
        }
        for isStoredLater in [false, true] {
            var run = FirstUse.withAgent()
            run.request(.requestDecision, from: .app("who"))
            if isStoredLater { run.storeOutcome = nil }
            run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
            // Something is evaluated between the answer and its storing.
            run.turn { $0.feed(.resolver(supportsDNS: false)) }
            if isStoredLater { run.finishStoring() }
            pull(&run, 7)
            run.advance(by: .milliseconds(9999))
            #expect(run.notes == [])
            run.advance(by: .milliseconds(1))
            #expect(run.notes == [], "time alone is no reason")
            run.ip("route del default dev wwan0 metric 1")
            if trigger != "path" { #expect(run.notes.count <= 1) }
            pull(&run, 8)
            #expect(run.notes == [":1.agent: who advice"])
        }
    }

    @Test("R65: withdraws itself when the choice allows mobile data, with a note of success")
    func resolved() {
        var run = Self.shown()
        run.tell(.clicked, of: Self.only, from: FirstUse.agent)
        run.request(.setChoice(FirstUse.only, .wifiAndCellular), from: .root)
        #expect(run.agents.showing[FirstUse.only] == [])
        #expect(run.notes == [":1.agent: only advice", ":1.agent: only success"])
        #expect(run.guidance(of: Self.only) == ["eligible", "shown", "clicked", "resolved"])
        run.turn { $0.feed(.refresh) }
        #expect(run.notes.count == 2)
        // Denied again it begins anew, with the next reason.
        run.request(.setChoice(FirstUse.only, .off), from: .root)
        #expect(run.guidance(of: Self.only).last == "none" && run.notes.count == 2)
        run.fail(Self.only)
        #expect(run.notes.last == ":1.agent: only advice")
    }

    @Test("R65: that nobody has seen yet is taken away without a note")
    func resolvedUnseen() {
        var run = FirstUse.withAgent()
        run.fail(Self.only)
        run.request(.setChoice(FirstUse.only, .wifiAndCellular), from: .root)
        #expect(run.agents.showing[FirstUse.only] == [])
        #expect(run.notes == [":1.agent: only advice"])
        #expect(run.guidance(of: Self.only) == ["eligible", "none"])
    }

    @Test("R66, R71: the first refresh after a click gives a more specific hint, and no other does")
    func specific() {
        var run = Self.shown()
        run.turn { $0.feed(.refresh) }
        #expect(run.notes.count == 1)
        run.tell(.clicked, of: Self.only, from: FirstUse.agent)
        run.fail(Self.only)
        run.turn { $0.feed(.refresh) }
        #expect(run.notes == [":1.agent: only advice", ":1.agent: only specific"])
        run.turn { $0.feed(.refresh) }
        run.tell(.clicked, of: Self.only, from: FirstUse.agent)
        let refresh = run.turn { $0.feed(.refresh) }
        #expect(run.notes.count == 2)
        #expect(refresh.first?[.changed] == "0")
        #expect(
            run.guidance(of: Self.only) == ["eligible", "shown", "clicked", "specific", "clicked"])
        run.tell(.ask, of: Self.only, from: .app(Self.only))
        #expect(run.notes.count == 3)
    }

    @Test("R66: a return on Wi-Fi is none; the hint waits for mobile data")
    func returnOnWifi() {
        var run = Self.shown()
        run.tell(.clicked, of: Self.only, from: FirstUse.agent)
        run.ip(FirstUse.up)
        run.turn { $0.feed(.refresh) }
        #expect(run.notes.count == 1)
        run.ip(FirstUse.down)
        run.turn { $0.feed(.refresh) }
        #expect(run.notes.last == ":1.agent: only specific")
    }

    @Test("R63: once put away comes back by an explicit ask only")
    func dismissed() {
        var run = Self.shown()
        run.tell(.dismissed, of: Self.only, from: FirstUse.agent)
        run.fail(Self.only)
        run.ip(FirstUse.up)
        run.ip(FirstUse.down)
        run.turn { $0.feed(.refresh) }
        #expect(run.notes == [":1.agent: only advice"])
        run.tell(.ask, of: Self.only, from: .app(Self.only))
        #expect(run.notes == [":1.agent: only advice", ":1.agent: only advice"])
    }

    @Test("R21: there is none while a decision is pending")
    func pending() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        for trigger in Trigger.allCases { Self.pull(trigger, "who", &run) }
        run.ip(FirstUse.up)
        run.ip(FirstUse.down)
        #expect(run.notes == [] && run.entries(.guidanceChanged) == [])
    }

    @Test(
        "is taken away with the record, with the choice, and by a lock",
        arguments: [
            "clear", "undecided", "lock",
        ])
    func cleared(_ way: String) {
        var run = FirstUse.withAgent()
        run.request(.setChoice(FirstUse.who, .off), from: .root)
        run.fail("who")
        run.tell(.shown, of: "who", from: FirstUse.agent)
        switch way {
        case "clear": run.request(.clearRecord(FirstUse.who), from: .root)
        case "undecided": run.request(.setChoice(FirstUse.who, .undecided), from: .root)
        default:
            run.reading.table.apps[FirstUse.who]?.standing = .choice(
                .off, source: .administrator, isLocked: true)
            run.turn { $0.feed(.reload) }
        }
        #expect(run.agents.showing[FirstUse.who] == [])
        #expect(run.guidance(of: "who").last == "none")
        #expect(run.notes.count == 1)
    }

    @Test("R67, R69: is worded for one that is denied: what is so, what follows, and a way out")
    func wording() {
        for kind in GuidanceNote.Kind.allCases {
            let text = GuidanceNote(app: FirstUse.only, name: "Maps", kind: kind).text
            #expect(text.contains("Maps"))
            if kind != .success {
                #expect(text.contains("off for Maps") && text.contains("cannot connect"))
                #expect(text.contains("settings"))
            }
            for word in ["you ", "must", "please", "refused", "forgot", "!"] {
                #expect(!text.lowercased().contains(word))
            }
        }
        let state = AppReport.of(.undecided, on: .by(.cellular)).state
        #expect(!state.reachSentence(of: FirstUse.who, on: .by(.cellular)).contains("off"))
    }

    @Test("R74, R49: a failed request confirms it by the state, not by how many there are")
    func failures() {
        var run = FirstUse.withAgent(PathCase.onWifi)
        run.fail("all", times: 20)
        run.request(.reportFailure(FailureCode(-1001)), from: .app(Self.only))
        #expect(run.notes == [] && run.entries(.guidanceChanged) == [])
        #expect(run.entries(.permissionRequired) == [])
    }
}
