import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The engine on requests")
struct EngineRequestTests {
    private static let error = Diagnostic(
        severity: .error, file: "/a.conf", line: 4, app: AppID("only"), message: "Choice=maybe")

    @Test("R70: a refresh reads files and network anew and publishes the whole state")
    func refresh() {
        var run = EngineChangeTests.started()
        let entries = run.turn { run in
            // The kernel was silent about this.
            run.kernel.run("link set wlan0 down")
            run.feed(.refresh)
        }
        #expect(
            entries.map(\.event) == [
                .pathChanged, .appChanged, .appChanged, .appChanged, .refresh, .snapshot,
                .snapshot, .snapshot, .snapshot, .snapshot,
            ])
        #expect(entries.allSatisfy { $0.cause == .refresh })
        #expect(entries[4].details == [Entry.Field(.changed, "4")])
        #expect(entries[4].message == "files and network read anew: 4 changed")
        #expect(run.dumps.count == 2)
    }

    @Test("R42: what the kernel tells during a refresh counts, and after it as before")
    func watching() {
        var run = EngineChangeTests.started()
        let during = run.turn { run in
            run.feed(.refresh)
            run.announce(run.kernel.run("link set wlan0 down"))
        }
        #expect(during.first?.event == .pathChanged)
        #expect(run.ip("link set wwan0 down").first?.event == .pathChanged)
        #expect(run.dumps.count == 2, "at the start and by the refresh")
    }

    @Test("R71: a refresh without a change publishes the snapshot and changed=0 (OS-10)")
    func idleRefresh() {
        var run = EngineChangeTests.started()
        let entries = run.turn { run in
            for _ in 0..<100 { run.feed(.refresh) }
        }
        #expect(entries.map(\.event) == [.refresh] + Array(repeating: .snapshot, count: 5))
        #expect(entries[0].details == [Entry.Field(.changed, "0")])
        #expect(entries[0].message == "files and network read anew: nothing changed")
    }

    @Test("R71: a refresh that finds the same errors says nothing of them again")
    func sameErrors() {
        var run = EngineChangeTests.started()
        run.reading.diagnostics = [Self.error]
        run.reading.table.apps[AppID("only")] = AppPolicy(standing: .invalid)
        let first = run.turn { $0.feed(.refresh) }
        #expect(first.map(\.event).prefix(3) == [.configError, .configError, .refresh])
        let second = run.turn { $0.feed(.refresh) }
        #expect(second.map(\.event) == [.refresh] + Array(repeating: .snapshot, count: 5))
    }

    @Test("a change in the turn of a request is told with the network as its cause")
    func causes() {
        var run = EngineChangeTests.started()
        let entries = run.turn { run in
            run.feed(.publishState)
            run.announce(run.kernel.run("link set wlan0 down"))
        }
        #expect(entries.first?.event == .pathChanged)
        for entry in entries {
            #expect(entry.cause == (entry.event == .snapshot ? .request : .network))
        }
    }

    @Test("R81: the state on request is published without reading anything")
    func publishState() {
        var run = EngineChangeTests.started()
        let inquiries = run.inquiries.count
        let entries = run.turn { $0.feed(.publishState) }
        #expect(entries.map(\.event) == Array(repeating: .snapshot, count: 5))
        #expect(entries.allSatisfy { $0.cause == .request && $0.priority == .info })
        #expect(run.inquiries.count == inquiries)
        #expect(run.dumps.count == 1)
    }

    @Test("a reload is told to the service manager from its begin to its end (OS-07)")
    func reload() {
        var run = EngineChangeTests.started()
        let before = run.directives.count
        run.reading.configuration?.profile = .anyNetwork
        let entries = run.turn { $0.feed(.reload) }
        #expect(entries.map(\.event) == [.configLoaded, .appChanged])
        #expect(entries.map(\.cause) == [.reload, .reload])
        #expect(entries[0].message == "configuration loaded: 4 apps, profile any-network")
        #expect(entries[1].app == "who")
        let notices = run.directives[before...].filter {
            if case .notify = $0 { true } else { false }
        }
        #expect(
            notices == [
                .notify(.reloading),
                .notify(
                    .status(
                        "wifi via wlan0; 4 apps: 2 available, 1 without any network, 1 undecided")),
                .notify(.ready),
            ])
    }

    @Test("a reload of the same files says so and changes nothing")
    func sameFiles() {
        var run = EngineChangeTests.started()
        #expect(run.turn { $0.feed(.reload) }.map(\.event) == [.configLoaded])
        #expect(run.directives.last == .notify(.ready))
        #expect(run.turn { $0.feed(.policy($0.reading)) } == [])
    }

    @Test("R13: a reload with an error leaves the table in force, and names file and line")
    func refused() {
        var run = EngineChangeTests.started()
        let apps = run.engine.apps
        run.reading.diagnostics = [
            Self.error,
            Diagnostic(severity: .warning, file: "/b.conf", line: nil, message: "unknown key"),
        ]
        run.reading.table.apps = [:]
        let entries = run.turn { $0.feed(.reload) }
        #expect(
            entries.map(\.message) == [
                "/a.conf:4: error: Choice=maybe", "/b.conf: warning: unknown key",
                "the files have errors; the settings and the policy table in force stay",
            ])
        #expect(entries.map(\.event) == [.configError, .configError, .configError])
        #expect(entries.map(\.priority) == [.error, .warning, .error])
        #expect(entries.map(\.app) == ["only", nil, nil])
        #expect(run.engine.apps == apps)
        #expect(run.directives.last == .notify(.ready))
        #expect(run.exitCode == nil)
    }

    @Test("warnings alone do not keep a reading out of force")
    func warnings() {
        var run = EngineChangeTests.started()
        run.reading.diagnostics = [
            Diagnostic(severity: .warning, file: "/b.conf", line: 1, message: "unknown key")
        ]
        run.reading.table.apps = [:]
        let entries = run.turn { $0.feed(.policy($0.reading)) }
        #expect(entries.map(\.event).prefix(2) == [.configError, .configLoaded])
        #expect(run.engine.apps == [:])
    }

    @Test("settings of interfaces are in force at once")
    func settings() {
        var run = EngineChangeTests.started()
        run.reading.configuration?.interfaces.types = [
            InterfaceConfiguration.TypeRule(pattern: NamePattern("wlan0"), type: .cellular)
        ]
        let entries = run.turn { $0.feed(.policy($0.reading)) }
        #expect(entries.map(\.event).prefix(2) == [.configLoaded, .pathChanged])
        #expect(entries[1].cause == .policy)
        #expect(run.engine.path?.preferred?.typeSource == .configured)
    }

    @Test("the snapshot comes by its interval, and a reload may change that")
    func snapshotTimer() {
        var run = EngineChangeTests.started()
        #expect(run.advance(by: .seconds(86_399)) == [])
        let entries = run.advance(by: .seconds(1))
        #expect(entries.map(\.event) == Array(repeating: .snapshot, count: 5))
        #expect(entries.allSatisfy { $0.cause == .timer })
        #expect(run.timers[.snapshot] == .zero + .seconds(2 * 86_400))
        run.reading.configuration?.snapshotInterval = .seconds(60)
        run.turn { $0.feed(.reload) }
        #expect(run.timers[.snapshot] == run.now + .seconds(60))
        run.reading.configuration?.snapshotInterval = nil
        run.turn { $0.feed(.reload) }
        #expect(run.timers[.snapshot] == nil)
    }

    @Test("a refresh and a reload in one turn are one evaluation, of the stronger cause")
    func together() {
        var run = EngineChangeTests.started()
        let entries = run.turn { run in
            run.feed(.reload)
            run.feed(.refresh)
            run.feed(.publishState)
        }
        #expect(
            entries.map(\.event)
                == [.configLoaded, .refresh] + Array(repeating: .snapshot, count: 5))
        #expect(Set(entries.map(\.generation)).count == 2)
    }
}
