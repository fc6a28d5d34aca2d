import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// The question to the user (R14–R20).
@Suite("A prompt")
struct PromptTests {
    private static let choices: [Choice] = [.undecided, .wifiAndCellular, .wifiOnly, .off]
    private static let scripts: [(name: String, script: String)] = [
        ("none", ""), ("wifi", PathCase.onWifi), ("wired", PathCase.wired + PathCase.wiredDefault),
        ("cellular", PathCase.mobile + PathCase.mobileDefault), ("both", PathCase.onBoth),
    ]

    /// What makes an app's use of the network known.
    private static let everyUse: [Request] = [
        .requestDecision, .probe, .reportFailure(FailureCode(101)),
    ]

    @Test(
        "R17: is shown for an undecided app on a path that the profile asks about, and never else",
        arguments: Profile.allCases)
    func profiles(_ profile: Profile) {
        for choice in Self.choices {
            for (name, script) in Self.scripts {
                for isLocked in [false, true] {
                    var run = FirstUse.run(
                        script, profile: profile,
                        apps: ["x": .choice(choice, source: .administrator, isLocked: isLocked)])
                    run.register(FirstUse.agent)
                    for use in Self.everyUse { run.request(use, from: .app("x")) }
                    let isDue =
                        switch (choice, profile, isLocked) {
                        case (.undecided, .cellular, false): name == "cellular"
                        case (.undecided, .anyNetwork, false): name != "none"
                        default: false
                        }
                    let expected = isDue ? [":1.agent: x"] : []
                    #expect(run.questions == expected, "\(choice) \(name) \(isLocked)")
                    #expect(run.entries(.promptRequested).count == expected.count)
                    #expect(
                        run.agents.questions.allSatisfy {
                            $0.question.asksAboutWifi == (profile == .anyNetwork)
                        })
                }
            }
        }
    }

    @Test("R16: comes by any use of the network", arguments: Self.everyUse)
    func uses(_ use: Request) {
        var run = FirstUse.withAgent()
        run.request(use, from: .app("who"))
        #expect(run.questions == [":1.agent: who"])
    }

    @Test("R16: reading the state has no side effect, but asks with PromptOnQuery=yes")
    func query() {
        for promptsOnQuery in [false, true] {
            for read in [Request.ownApp, .app(FirstUse.who)] {
                var run = FirstUse.run { $0.firstUse.promptsOnQuery = promptsOnQuery }
                run.register(FirstUse.agent)
                run.request(.app(FirstUse.who), from: .root)
                run.request(.explain(FirstUse.who), from: .app("who"))
                run.request(.subscribe(.own), from: .app("who"))
                #expect(run.questions == [] && run.tables == [])
                run.request(read, from: .app("who"))
                #expect(run.questions == (promptsOnQuery ? [":1.agent: who"] : []))
            }
        }
    }

    @Test("R14: the app cannot use the network before the answer, and can after it (R23)")
    func answered() {
        var run = FirstUse.withAgent()
        run.request(.subscribe(.own), from: .app("who"))
        run.request(.requestDecision, from: .app("who"))
        #expect(run.ask("who")?.state.availability == .undecided)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        let entries = run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(entries.map(\.event) == [.promptAnswered, .restrictionChanged, .appChanged])
        #expect(entries.map(\.cause) == [.decision, .decision, .decision])
        #expect(run.told(.app("who")).last == "who: undecided → available")
        #expect(
            run.records.records?.apps[FirstUse.who]
                == Record(choice: .wifiAndCellular, isAsked: true, changed: run.moment))
    }

    @Test("R15: an app is asked about once, and again only when its record is cleared")
    func once() {
        var run = FirstUse.withAgent()
        for _ in 0..<3 { for use in Self.everyUse { run.request(use, from: .app("who")) } }
        #expect(run.questions.count == 1)
        run.answer("who", .choice(.off), by: FirstUse.agent)
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .off)
        for use in Self.everyUse { run.request(use, from: .app("who")) }
        #expect(run.questions.count == 1 && run.entries(.promptRequested).count == 1)
        run.request(.clearRecord(FirstUse.who), from: .root)
        #expect(run.questions.count == 1)
        run.request(.requestDecision, from: .app("who"))
        #expect(run.questions.count == 2 && run.entries(.promptRequested).count == 2)
    }

    @Test("R15, R20: what was asked is queued again after a restart, and is no second request")
    func restart() {
        var before = FirstUse.run()
        before.request(.probe, from: .app("who"))
        #expect(before.entries(.promptRequested).count == 1 && before.questions == [])
        var run = FirstUse.run(
            PathCase.onWifi, records: before.records.records?.apps ?? [:])
        #expect(run.ask("who")?.state.unknownReason == .pending)
        run.request(.probe, from: .app("who"))
        run.register(FirstUse.agent)
        #expect(run.questions == [":1.agent: who"])
        #expect(run.entries(.promptRequested) == [])
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(run.ask("who")?.state.choice == .wifiOnly)
    }

    @Test("R18: has no end of its own; who waits for it has")
    func noExpiry() {
        var run = FirstUse.withAgent()
        let id = run.submit(.requestDecision, from: .app("who"))
        run.advance(by: .seconds(86_400 * 30))
        #expect(run.outcome(id)?.result == .undetermined)
        #expect(run.ask("who")?.state.unknownReason == .pending)
        #expect(run.agents.asking[FirstUse.who] == [FirstUse.agent.client])
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(run.ask("who")?.isGranted == true)
    }

    @Test(
        "is withdrawn when the choice is made otherwise",
        arguments: ["choice", "file", "lock", "profile", "clear"])
    func withdrawn(_ way: String) {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        // While somebody waits, a cleared record is asked about again at once.
        run.advance(by: .seconds(2))
        switch way {
        case "choice": run.request(.setChoice(FirstUse.who, .wifiOnly), from: .root)
        case "clear": run.request(.clearRecord(FirstUse.who), from: .root)
        case "profile":
            run.reading.configuration?.profile = .allow
            run.turn { $0.feed(.reload) }
        default:
            run.reading.table.apps[FirstUse.who]?.standing = .choice(
                .off, source: .administrator, isLocked: way == "lock")
            run.turn { $0.feed(.reload) }
        }
        #expect(run.directives.contains(.cancelPrompt(FirstUse.agent.client, FirstUse.who)))
        #expect(run.agents.asking[FirstUse.who] == [])
        // The agent's answer crosses the withdrawal on the bus.
        let state = run.ask("who")?.state
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(run.ask("who")?.state == state)
    }

    @Test("R13: of an app with an invalid file or record there is none")
    func invalid() {
        for (standing, choice) in [
            (PolicyStanding.invalid, Choice?.some(.undecided)),
            (.choice(.undecided, source: .default, isLocked: false), nil),
        ] {
            var run = FirstUse.run(
                apps: ["who": standing],
                records: [FirstUse.who: Record(choice: choice, isAsked: true)])
            run.register(FirstUse.agent)
            for use in Self.everyUse { run.request(use, from: .app("who")) }
            #expect(run.questions == [])
        }
    }

    @Test("R13: is withdrawn when the record turns invalid under it")
    func turnsInvalid() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.records = RecordReading(records: RecordTable(choices: [FirstUse.who: nil]))
        run.turn { $0.feed(.refresh) }
        #expect(run.agents.asking[FirstUse.who] == [])
    }

    @Test("does not overwrite a choice that is on its way to the disk")
    func choiceUnderWay() {
        var run = FirstUse.withAgent()
        run.storeOutcome = nil
        run.request(.setChoice(FirstUse.who, .wifiAndCellular), from: .root)
        run.request(.probe, from: .app("who"))
        run.finishStoring()
        #expect(run.questions == [] && run.tableUnderWay == nil)
        #expect(run.ask("who")?.state.choice == .wifiAndCellular)
    }

    @Test("a choice that is taken back by hand is asked about at the next use")
    func takenBack() {
        var run = FirstUse.withAgent()
        run.agents.answer = .choice(.off)
        run.request(.probe, from: .app("who"))
        run.request(.setChoice(FirstUse.who, .undecided), from: .root)
        #expect(run.ask("who")?.state.unknownReason == .notAsked)
        run.request(.probe, from: .app("who"))
        #expect(run.questions.count == 2)
    }

    @Test("an answer that could not be stored is not asked for again, but stored later")
    func unstored() {
        for way in ["use", "refresh", "another"] {
            var run = FirstUse.withAgent()
            run.request(.probe, from: .app("who"))
            run.storeOutcome = .failed(reason: "full")
            let entries = run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
            #expect(entries.map(\.event) == [.promptAnswered, .configError])
            #expect(run.ask("who")?.state.unknownReason == .pending)
            let tries = run.tables.count
            run.ip("addr add fd00:2::9/64 dev wwan0 nodad")
            #expect(run.tables.count == tries)
            run.storeOutcome = .stored([])
            switch way {
            case "use": run.fail("who")
            case "refresh": run.turn { $0.feed(.refresh) }
            default: run.request(.setChoice(AppID("all"), .off), from: .root)
            }
            run.turn()
            #expect(run.ask("who")?.state.choice == .wifiOnly, "\(way)")
            #expect(run.questions.count == 1 && run.entries(.promptAnswered).count == 1)
        }
    }

    @Test("a later choice beats an answer that could not be stored")
    func unstoredOvertaken() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.storeOutcome = .failed(reason: "full")
        run.answer("who", .choice(.off), by: FirstUse.agent)
        run.storeOutcome = .stored([])
        run.request(.setChoice(FirstUse.who, .wifiAndCellular), from: .root)
        run.turn { $0.feed(.refresh) }
        #expect(run.ask("who")?.state.choice == .wifiAndCellular)
    }
}

extension AppReport {
    var isGranted: Bool { state.restrictedState.permission == .granted }
}
