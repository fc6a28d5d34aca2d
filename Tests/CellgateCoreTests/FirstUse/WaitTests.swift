import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Probes of the permission and waits for a decision (R30–R35).
@Suite("A wait")
struct WaitTests {
    @Test(
        "R31: ends with what is decided, at once",
        arguments: [
            ("all", .granted), ("only", .denied), ("off", .denied),
        ] as [(String, PermissionResult)])
    func decided(_ app: String, _ result: PermissionResult) {
        for kind in [Request.probe, .requestDecision] {
            var run = FirstUse.run()
            let reply = run.request(kind, from: .app(app))
            #expect(
                reply == .probe(ProbeOutcome(result: result, cost: .zero, network: .cellular)))
        }
    }

    @Test("R17, R31: under the profile allow an undecided app is granted at once")
    func allow() {
        var run = FirstUse.run(profile: .allow)
        guard case .probe(let outcome)? = run.request(.probe, from: .app("who")) else {
            Issue.record("no answer")
            return
        }
        #expect(outcome.result == .granted)
    }

    @Test(
        "R30, R31, R35: without a decision ends at its time, undetermined, and never denied",
        arguments: [(.probe, 1500), (.requestDecision, 5000)] as [(Request, Int64)])
    func timeout(_ kind: Request, _ milliseconds: Int64) {
        for script in [PathCase.onWifi, PathCase.mobile + PathCase.mobileDefault, ""] {
            var run = FirstUse.withAgent(script)
            let id = run.submit(kind, from: .app("who"))
            run.turn()
            run.advance(by: .milliseconds(milliseconds - 1))
            #expect(run.answers.filter { $0.id == id }.isEmpty)
            run.advance(by: .milliseconds(1))
            #expect(run.outcome(id)?.result == .undetermined)
            #expect(run.outcome(id)?.cost == .milliseconds(milliseconds))
            run.advance(by: .seconds(60))
            #expect(run.answers.filter { $0.id == id }.count == 1)
            #expect(run.timers[.wait] == nil)
        }
    }

    @Test(
        "R30: completes once, by the answer where that is first",
        arguments: [
            (.wifiAndCellular, .granted), (.wifiOnly, .denied), (.off, .denied),
        ] as [(Choice, PermissionResult)])
    func answered(_ choice: Choice, _ result: PermissionResult) {
        for kind in [Request.probe, .requestDecision] {
            var run = FirstUse.withAgent()
            let id = run.submit(kind, from: .app("who"))
            run.advance(by: .milliseconds(700))
            run.turn { $0.feed(.refresh) }
            #expect(run.outcome(id) == nil)
            run.answer("who", .choice(choice), by: FirstUse.agent)
            #expect(
                run.outcome(id)
                    == ProbeOutcome(
                        result: result, cost: .milliseconds(700), network: .cellular))
            run.advance(by: .seconds(60))
            #expect(run.answers.filter { $0.id == id }.count == 1)
        }
    }

    @Test("R31: an answer that is not stored yet decides nothing")
    func unstored() {
        var run = FirstUse.withAgent()
        run.storeOutcome = nil
        let id = run.submit(.probe, from: .app("who"))
        run.finishStoring()
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        run.advance(by: .milliseconds(1500))
        #expect(run.outcome(id)?.result == .undetermined)
    }

    @Test("R29: a probe joins one that is under way, and ends with it, with one record")
    func joined() {
        var run = FirstUse.withAgent()
        let first = run.submit(.probe, from: .app("who"))
        run.advance(by: .seconds(1))
        let second = run.submit(.probe, from: .app("who"))
        let wait = run.submit(.requestDecision, from: .app("who"))
        run.advance(by: .milliseconds(500))
        #expect(run.outcome(first)?.cost == .milliseconds(1500))
        #expect(run.outcome(second) == run.outcome(first))
        #expect(run.outcome(wait) == nil)
        #expect(run.entries(.probeFinished).count == 1 && run.questions.count == 1)
    }

    @Test("R32: after a timeout the next use tries again")
    func again() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.advance(by: .seconds(2))
        let id = run.submit(.probe, from: .app("who"))
        run.answer("who", .choice(.wifiAndCellular), by: FirstUse.agent)
        #expect(run.outcome(id)?.result == .granted)
        #expect(
            run.entries(.probeFinished).compactMap { $0[.probeResult] } == [
                "undetermined", "granted",
            ])
    }

    @Test(
        "R35, R67: for a decision hints once that a question may be open, not worded as a refusal")
    func hint() {
        for hasAgent in [true, false] {
            var run = hasAgent ? FirstUse.withAgent() : FirstUse.run()
            for _ in 0..<3 {
                run.request(.requestDecision, from: .app("who"))
                run.request(.requestDecision, from: .app("who"))
                run.advance(by: .seconds(6))
            }
            let hints = run.entries(.promptWaiting)
            #expect(hints.map(\.app) == ["who"])
            for word in ["denied", "off", "restricted", "refused"] {
                #expect(hints.allSatisfy { !$0.message.contains(word) })
            }
        }
    }

    @Test("R35: neither a probe nor a wait on a path that needs no decision hints")
    func noHint() {
        var run = FirstUse.withAgent()
        run.request(.probe, from: .app("who"))
        run.advance(by: .seconds(6))
        #expect(run.entries(.promptWaiting) == [])
        var wifi = FirstUse.withAgent(PathCase.onWifi)
        wifi.request(.requestDecision, from: .app("who"))
        wifi.advance(by: .seconds(6))
        #expect(wifi.entries(.promptWaiting) == [])
    }

    @Test("R41: asks when the path turns cellular while it lasts, and not when it is over")
    func turnsCellular() {
        var run = FirstUse.withAgent(PathCase.onBoth)
        let id = run.submit(.requestDecision, from: .app("who"))
        run.advance(by: .seconds(1))
        #expect(run.questions == [])
        run.ip(FirstUse.down)
        #expect(run.questions == [":1.agent: who"])
        #expect(run.entries(.promptRequested).map(\.cause) == [.network])
        run.answer("who", .choice(.wifiOnly), by: FirstUse.agent)
        #expect(run.outcome(id)?.result == .denied)
        var late = FirstUse.withAgent(PathCase.onBoth)
        late.request(.requestDecision, from: .app("who"))
        late.advance(by: .seconds(5))
        late.ip(FirstUse.down)
        #expect(late.questions == [])
    }

    @Test("is given up when its client is gone, and asks about nothing from then on")
    func clientGone() {
        for input in [Input.clientGone(Caller.app("who").client), .clientsGone] {
            var run = FirstUse.run(PathCase.onBoth)
            run.request(.requestDecision, from: .app("who"))
            run.turn { $0.feed(input) }
            #expect(run.timers[.wait] == nil)
            run.ip(FirstUse.down)
            run.advance(by: .seconds(10))
            #expect(run.entries(.promptRequested) == [] && run.answers.isEmpty)
        }
    }

    @Test("is refused as the daemon ends, and of a process that is no app")
    func refused() {
        var run = FirstUse.run()
        let id = run.submit(.probe, from: .app("who"))
        run.feed(.stop(signal: "SIGTERM"))
        #expect(run.replies[id] == .refused(.notReady))
        var other = FirstUse.run()
        #expect(other.request(.probe, from: .nobody) == .refused(.noApp))
    }

    @Test("R60, R76: a probe leaves one record, and one without a result all that may explain it")
    func record() {
        var run = FirstUse.withAgent()
        run.turn { $0.feed(.radio(CellularRadio(modem: .withoutSIM))) }
        run.request(.probe, from: .app("who"))
        run.advance(by: .seconds(2))
        run.request(.probe, from: .app("all"))
        let fields = run.entries(.probeFinished).map { entry in
            entry.details.map { "\($0.name.rawValue)=\($0.value)" }
        }
        #expect(
            fields == [
                [
                    "CELLGATE_APP=who", "CELLGATE_PROBE_RESULT=undetermined",
                    "CELLGATE_PROBE_COST_MS=1500", "CELLGATE_PROBE_NETWORK=cellular",
                    "CELLGATE_UNKNOWN_REASON=pending", "CELLGATE_MODEM=withoutSIM",
                ],
                [
                    "CELLGATE_APP=all", "CELLGATE_PROBE_RESULT=granted",
                    "CELLGATE_PROBE_COST_MS=0", "CELLGATE_PROBE_NETWORK=cellular",
                ],
            ])
    }

    @Test(
        "R76: the network of a probe is wifi, cellular, wired or none",
        arguments: [
            (PathCase.onWifi, "wifi"), (PathCase.mobile + PathCase.mobileDefault, "cellular"),
            (PathCase.wired + PathCase.wiredDefault, "wired"), ("", "none"),
        ])
    func network(_ script: String, _ expected: String) {
        var run = FirstUse.run(script)
        run.request(.probe, from: .app("only"))
        #expect(run.entries(.probeFinished).compactMap { $0[.probeNetwork] } == [expected])
    }
}
