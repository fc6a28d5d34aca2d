import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The engine's start")
struct EngineStartTests {
    private static let apps: [String: PolicyStanding] = [
        "b": .choice(.wifiAndCellular, source: .package, isLocked: false),
        "a": .choice(.wifiOnly, source: .administrator, isLocked: false),
    ]

    private static func kernel(_ script: String = PathCase.onWifi) -> SimulatedKernel {
        var kernel = SimulatedKernel()
        kernel.run(script)
        return kernel
    }

    @Test("reads files, resolver and network, in this order, and only then evaluates")
    func order() {
        var engine = Engine()
        #expect(
            engine.handle(.start, at: .zero) == [
                .readPolicy, .readRecords, .readResolver, .dumpNetwork,
            ])
        #expect(engine.path == nil)
        #expect(engine.apps == [:])
    }

    @Test("R37, R46: nothing is published or known before the first evaluation")
    func nothingBefore() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        run.feed(.start)
        #expect(run.entries == [])
        #expect(run.status == nil)
        #expect(run.engine.path == nil)
        run.turn()
        #expect(run.engine.path?.text == "wlan0:wifi/name; v4 wifi/name via 10.1.0.1; dns")
        #expect(run.engine.apps.count == 2)
    }

    @Test("publishes the start, then the whole state, then tells the service manager")
    func directives() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        let entries = run.start()
        #expect(entries.map(\.event) == [.started, .snapshot, .snapshot, .snapshot])
        #expect(entries.map(\.app) == [nil, nil, "a", "b"])
        #expect(entries.map(\.cause) == [.start, .start, .start, .start])
        #expect(entries.map(\.sequence) == [1, 2, 3, 4])
        #expect(entries.allSatisfy { $0.generation == 1 })
        #expect(
            run.directives == [.disarm(.resync)]
                + entries.map { .publish($0) } + [
                    .notify(.status("wifi via wlan0; 2 apps: 2 available")), .serve,
                    .notify(.ready), .arm(.snapshot, at: .zero + .seconds(86_400)),
                ])
        #expect(
            entries[0].message
                == "cellgated \(CellgateCore.version) started: 2 apps, profile cellular")
    }

    @Test("a snapshot of an app has the app's fields and the path's")
    func snapshotFields() throws {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        let entry = run.start()[2]
        #expect(
            entry.fields == [
                Entry.Field(.message, "a: available (path: wifi via wlan0)"),
                Entry.Field(.messageID, "db0bfcb7ad834252b0b15cdd1faf3526"),
                Entry.Field(.priority, "6"),
                Entry.Field(.syslogIdentifier, "cellgated"),
                Entry.Field(.event, "snapshot"),
                Entry.Field(.sequence, "3"),
                Entry.Field(.generation, "1"),
                Entry.Field(.cause, "start"),
                Entry.Field(.app, "a"),
                Entry.Field(.restrictedState, "restricted"),
                Entry.Field(.choice, "wifiOnly"),
                Entry.Field(.choiceSource, "administrator"),
                Entry.Field(.available, "yes"),
                Entry.Field(.reason, "available"),
                Entry.Field(.pathStatus, "satisfied"),
                Entry.Field(.interface, "wlan0"),
                Entry.Field(.interfaceType, "wifi"),
                Entry.Field(.typeSource, "name"),
                Entry.Field(.interfaces, "wlan0:wifi"),
                Entry.Field(.expensive, "no"),
                Entry.Field(.expensiveSource, "type"),
                Entry.Field(.constrained, "no"),
                Entry.Field(.ipv4, "yes"),
                Entry.Field(.ipv6, "no"),
                Entry.Field(.dns, "yes"),
            ])
    }

    @Test("without any network it is ready and unsatisfied (OS-20)")
    func offline() {
        var run = EngineRun(apps: ["a": .choice(.off, source: .package, isLocked: true)])
        let entries = run.start()
        #expect(entries.map(\.event) == [.started, .snapshot, .snapshot])
        #expect(run.status == "no network; 1 app: 1 offline")
        #expect(run.directives.contains(.notify(.ready)))
        var bare = EngineRun()
        bare.start()
        #expect(bare.status == "no network; no apps")
    }

    @Test("an unusable configuration ends it with 78, and nothing is ready or published")
    func unusable() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        let diagnostic = Diagnostic(severity: .error, file: "/c", line: 2, message: "no such type")
        run.reading.configuration = nil
        run.reading.diagnostics = [diagnostic]
        let entries = run.start()
        #expect(run.exitCode == 78)
        #expect(entries.map(\.message) == ["/c:2: error: no such type"])
        #expect(entries.map(\.event) == [.configError])
        #expect(!run.directives.contains(.notify(.ready)))
        #expect(run.status == nil)
    }

    @Test("a network that cannot be dumped ends it with 1, and nothing is ready or claimed")
    func noDump() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        run.dumpFailure = "dump links: Permission denied"
        let entries = run.start()
        #expect(run.exitCode == 1)
        #expect(entries.map(\.event) == [.netlinkResync])
        #expect(!run.directives.contains(.notify(.ready)))
        #expect(run.engine.path == nil)
    }

    @Test("a kernel that does not answer ends it with 1, and nothing is ready or claimed")
    func noAnswers() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        run.answerErrno = 105
        let entries = run.start()
        #expect(run.exitCode == 1)
        #expect(entries.map(\.event) == [.netlinkResync])
        #expect(!run.directives.contains(.notify(.ready)))
        #expect(run.turn() == [])
        #expect(run.engine.path == nil)
    }

    @Test("an app whose file is bad is invalid, and the others run (R13)")
    func badApp() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        run.reading.table.apps[AppID("c")] = AppPolicy(standing: .invalid)
        run.reading.diagnostics = [
            Diagnostic(
                severity: .error, file: "/c.conf", line: 1, app: AppID("c"), message: "Choice=x")
        ]
        let entries = run.start()
        #expect(
            entries.map(\.event)
                == [.configError, .started, .snapshot, .snapshot, .snapshot, .snapshot])
        #expect(entries[0].app == "c")
        #expect(entries[0].priority == .error)
        #expect(run.exitCode == nil)
        #expect(run.engine.apps[AppID("c")]?.availability == .invalid)
        #expect(run.engine.apps[AppID("a")]?.availability == .available)
        #expect(
            run.status == "wifi via wlan0; 3 apps: 2 available, 1 invalid; the files have errors")
    }

    @Test("the status line counts the apps by what they can do")
    func status() {
        var run = EngineRun(
            kernel: Self.kernel(PathCase.mobile + PathCase.mobileDefault),
            apps: Self.apps.merging([
                "c": .choice(.undecided, source: .default, isLocked: false),
                "d": .choice(.off, source: .user, isLocked: false),
            ]) { first, _ in first })
        run.start()
        #expect(
            run.status
                == "cellular via wwan0; 4 apps: 1 available, 2 without mobile data, 1 undecided")
        run.ip(PathCase.onWifi + "link set wwan0 down")
        #expect(run.status == "wifi via wlan0; 4 apps: 3 available, 1 without any network")
    }

    @Test("it ends on a signal, and does nothing after that")
    func stop() {
        var run = EngineRun(kernel: Self.kernel(), apps: Self.apps)
        run.start()
        let entries = run.turn { $0.feed(.stop(signal: "SIGTERM")) }
        #expect(entries.map(\.message) == ["cellgated stops (SIGTERM)"])
        #expect(entries.map(\.event) == [.stopped])
        #expect(run.directives.suffix(2) == [.notify(.stopping), .exit(code: 0)])
        #expect(run.ip("link set wlan0 down") == [])
    }
}
