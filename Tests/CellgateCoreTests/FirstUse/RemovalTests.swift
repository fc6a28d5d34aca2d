import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Removing an app clears its record (R19).
@Suite("An app that is removed")
struct RemovalTests {
    private static let app = AppID("x")
    /// After this long without its file an app counts as removed.
    private static let margin = Duration.seconds(10)

    /// With a decided, packaged app `x`.
    private static func packaged(clears: Bool) -> EngineRun {
        var run = FirstUse.withAgent()
        run.reading.table.apps[app] = AppPolicy(
            standing: .choice(.undecided, source: .default, isLocked: false),
            clearsOnRemoval: clears, isPackaged: true)
        run.turn { $0.feed(.reload) }
        run.request(.setChoice(app, .off), from: .root)
        return run
    }

    private static func hasRecord(_ run: EngineRun) -> Bool {
        run.records.records?.apps[app] != nil
    }

    @Test(
        "R19: loses its record with its package's file, unless OnReinstall=keep",
        arguments: [
            true, false,
        ])
    func package(_ clears: Bool) {
        var run = Self.packaged(clears: clears)
        let policy = run.reading.table.apps[Self.app]
        run.reading.table.apps[Self.app] = nil
        run.turn { $0.feed(.reload) }
        run.advance(by: Self.margin)
        #expect(Self.hasRecord(run) != clears)
        run.reading.table.apps[Self.app] = policy
        run.turn { $0.feed(.reload) }
        run.request(.probe, from: .app("x"))
        #expect(run.questions == (clears ? [":1.agent: x"] : []))
    }

    @Test(
        "R19: loses its record with its desktop file, unless OnReinstall=keep",
        arguments: [
            true, false,
        ])
    func desktopFile(_ clears: Bool) {
        var run = FirstUse.run()
        run.reading.table.apps[Self.app] = AppPolicy(
            standing: .choice(.undecided, source: .default, isLocked: false),
            clearsOnRemoval: clears)
        run.turn { $0.feed(.reload) }
        run.request(.setChoice(Self.app, .off), from: .root)
        run.turn { $0.feed(.installed([Self.app, FirstUse.only])) }
        run.turn { $0.feed(.installed([Self.app, FirstUse.only])) }
        #expect(Self.hasRecord(run))
        // Both files may go in either order: the policy file's word is kept.
        run.reading.table.apps[Self.app] = nil
        run.turn { $0.feed(.reload) }
        run.turn { $0.feed(.installed([FirstUse.only])) }
        run.advance(by: Self.margin)
        #expect(Self.hasRecord(run) != clears)
    }

    /// What an upgrade does to a package's files.
    private static let upgrades = ["policy", "desktop", "both"]

    @Test(
        "R19: keeps its record when its files come back within 10 s, as in an upgrade",
        arguments: upgrades)
    func upgrade(_ files: String) {
        var run = Self.packaged(clears: true)
        let policy = run.reading.table.apps[Self.app]
        let hasDesktopFile = files != "policy"
        run.turn { $0.feed(.installed(hasDesktopFile ? [Self.app] : [])) }
        if files != "desktop" { run.reading.table.apps[Self.app] = nil }
        run.turn {
            $0.feed(.reload)
            $0.feed(.installed([]))
        }
        run.advance(by: Self.margin - .milliseconds(1))
        #expect(Self.hasRecord(run))
        run.reading.table.apps[Self.app] = policy
        run.turn {
            $0.feed(.reload)
            $0.feed(.installed(hasDesktopFile ? [Self.app] : []))
        }
        run.advance(by: .seconds(60))
        #expect(Self.hasRecord(run))
        // That it came back does not make it stay.
        run.reading.table.apps[Self.app] = nil
        run.turn {
            $0.feed(.reload)
            $0.feed(.installed([]))
        }
        run.advance(by: Self.margin - .milliseconds(1))
        #expect(Self.hasRecord(run))
        run.advance(by: .milliseconds(1))
        #expect(!Self.hasRecord(run))
    }

    @Test("R19: each app's 10 s are its own")
    func several() {
        var run = FirstUse.run()
        let other = AppID("y")
        run.turn { $0.feed(.installed([Self.app, other])) }
        for app in [Self.app, other] { run.request(.setChoice(app, .off), from: .root) }
        run.turn { $0.feed(.installed([other])) }
        run.advance(by: .seconds(6))
        run.turn { $0.feed(.installed([])) }
        run.advance(by: .seconds(4))
        #expect(!Self.hasRecord(run) && run.records.records?.apps[other] != nil)
        run.advance(by: .seconds(6))
        #expect(run.records.records?.apps[other] == nil)
    }

    @Test("R19: a choice that is made after its files went is kept")
    func chosenAfter() {
        var run = FirstUse.run()
        run.turn { $0.feed(.installed([Self.app])) }
        run.turn { $0.feed(.installed([])) }
        run.request(.setChoice(Self.app, .off), from: .root)
        run.advance(by: .seconds(60))
        #expect(Self.hasRecord(run))
    }

    @Test("R19: of which no file tells is cleared by default")
    func stranger() {
        var run = FirstUse.run()
        run.turn { $0.feed(.installed([Self.app])) }
        run.request(.setChoice(Self.app, .off), from: .root)
        run.turn { $0.feed(.installed([])) }
        run.advance(by: Self.margin)
        #expect(!Self.hasRecord(run))
    }

    @Test("R19: that was never seen installed keeps its record")
    func neverInstalled() {
        var run = FirstUse.run()
        run.request(.setChoice(Self.app, .off), from: .root)
        run.turn { $0.feed(.installed([FirstUse.only])) }
        run.turn { $0.feed(.installed([])) }
        run.advance(by: Self.margin)
        #expect(Self.hasRecord(run))
    }

    @Test("is not removed while its desktop file, or an administrator's, is there")
    func otherFile() {
        var desktop = Self.packaged(clears: true)
        desktop.turn { $0.feed(.installed([Self.app])) }
        desktop.reading.table.apps[Self.app] = nil
        desktop.turn { $0.feed(.reload) }
        desktop.advance(by: Self.margin)
        #expect(Self.hasRecord(desktop))
        var administrator = Self.packaged(clears: true)
        administrator.reading.table.apps[Self.app]?.isPackaged = false
        administrator.turn { $0.feed(.reload) }
        administrator.advance(by: Self.margin)
        #expect(Self.hasRecord(administrator))
    }

    @Test("a reading with errors removes nothing")
    func badReading() {
        var run = Self.packaged(clears: true)
        run.reading.table.apps[Self.app] = nil
        run.reading.diagnostics = [
            Diagnostic(severity: .error, file: "/etc/cellgate/cellgated.conf", line: 1, message: "")
        ]
        run.turn { $0.feed(.reload) }
        #expect(Self.hasRecord(run))
    }

    @Test("takes its prompt and its advice with it")
    func screens() {
        var run = Self.packaged(clears: true)
        run.fail("x")
        run.tell(.shown, of: "x", from: FirstUse.agent)
        run.turn { $0.feed(.installed([Self.app, FirstUse.who])) }
        run.request(.probe, from: .app("who"))
        run.advance(by: .seconds(2))
        #expect(run.agents.asking[FirstUse.who] == [FirstUse.agent.client])
        run.reading.table.apps[Self.app] = nil
        run.turn {
            $0.feed(.installed([]))
            $0.feed(.reload)
        }
        run.advance(by: Self.margin)
        #expect(run.agents.asking[FirstUse.who] == [])
        #expect(run.agents.showing[Self.app] == [])
        #expect(run.guidance(of: "x").last == "none")
    }
}
