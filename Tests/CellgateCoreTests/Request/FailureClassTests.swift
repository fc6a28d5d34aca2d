import CellgateCore
import CellgateSimulation
import Glibc
import TestSupport
import Testing

/// Requests of apps that failed (R73–R75).
@Suite("A failed request")
struct FailureClassTests {
    private static let candidates = [
        -1009, -1020, EPERM, EACCES, ENETDOWN, ENETUNREACH, EHOSTUNREACH,
    ]
    private static let others = [0, -1001, -1003, -1004, -1005, 2, ECONNREFUSED, ETIMEDOUT, .min]

    @Test("R73: the candidates are Apple's codes and the headers' numbers")
    func codes() {
        #expect(FailureCode.candidates == Set(Self.candidates))
        #expect(Self.others.allSatisfy { !FailureCode($0).isCandidate })
    }

    @Test(
        "R73, R75: a candidate counts by the state of the app, and any other code never",
        arguments: [
            (.wifiAndCellular, nil, .offline, .offline),
            (.wifiOnly, nil, .offline, .offline),
            (.off, nil, .offline, .offline),
            (.undecided, nil, .offline, .offline),
            (.wifiAndCellular, .wifi, .other, .other),
            (.wifiAndCellular, .cellular, .other, .other),
            (.wifiOnly, .wifi, .other, .other),
            (.wifiOnly, .wiredEthernet, .other, .other),
            (.wifiOnly, .cellular, .permission, .other),
            (.off, .wifi, .other, .other),
            (.off, .cellular, .permission, .other),
            (.undecided, .wifi, .other, .other),
            (.undecided, .cellular, .undecided, .other),
        ] as [(Choice, InterfaceType?, FailureClass, FailureClass)])
    func classes(
        _ choice: Choice, _ type: InterfaceType?, _ candidate: FailureClass, _ other: FailureClass
    ) {
        let state = AppReport.of(choice, on: .by(type)).state
        for code in Self.candidates {
            #expect(FailureClass(FailureCode(code), of: state) == candidate, "\(code)")
        }
        for code in Self.others {
            #expect(FailureClass(FailureCode(code), of: state) == other, "\(code)")
        }
    }

    @Test("R13: of an app whose choice is invalid is something else")
    func invalid() {
        for type in [nil, .wifi, .cellular] as [InterfaceType?] {
            let state = AppReport.of(nil, on: .by(type)).state
            #expect(FailureClass(FailureCode(-1009), of: state) == .other)
        }
    }

    @Test("R74: for want of permission is told once, until something changes")
    func once() {
        var run = EngineChangeTests.started()
        let only = Caller.app("only")
        let failure = Request.reportFailure(FailureCode(ENETUNREACH))
        func report() -> [String] {
            let before = run.entries.count
            run.request(failure, from: only)
            return run.entries[before...].filter { $0.event == .permissionRequired }.map(\.message)
        }
        let told = [
            "only: a request failed because mobile data is off for this app; it need not be retried"
        ]
        #expect(report() == [])
        run.ip("link set wlan0 down")
        #expect(report() == told)
        #expect(report() == [])
        #expect(run.request(failure, from: only) == .failure(.permission))
        // Another instance of the app is the same app.
        #expect(run.request(failure, from: .app("only", client: ":1.9")) == .failure(.permission))
        #expect(report() == [])
        run.turn { $0.feed(.refresh) }
        #expect(report() == [])
        run.ip("link set wlan0 up\n" + PathCase.wifiDefault)
        #expect(report() == [])
        run.ip("link set wlan0 down")
        #expect(report() == told)
        run.request(.setChoice(AppID("only"), .off), from: .root)
        #expect(report() == told)
        run.request(.setChoice(AppID("only"), .wifiAndCellular), from: .root)
        #expect(report() == [])
    }

    @Test("R74: for want of permission is a whole entry with the app's fields and the path's")
    func entry() throws {
        var run = EngineChangeTests.started()
        run.ip("link set wlan0 down")
        run.request(.reportFailure(FailureCode(-1009)), from: .app("only"))
        let entry = try #require(run.entries.last { $0.event == .permissionRequired })
        #expect(entry.cause == .request && entry.priority == .notice)
        let report = try #require(run.engine.report(of: AppID("only")))
        #expect(entry.details == report.state.fields(of: report.app) + report.path.fields)
        #expect(entry.generation == report.generation)
    }

    @Test("that is only asked about has no effect (R75)")
    func classify() {
        var run = EngineChangeTests.started()
        run.ip("link set wlan0 down")
        let entries = run.entries
        let classify = Request.classify(AppID("only"), FailureCode(-1020))
        #expect(run.request(classify, from: .root) == .failure(.permission))
        #expect(run.entries == entries)
    }

    @Test("R49: many failures say nothing")
    func many() {
        var run = EngineChangeTests.started()
        let entries = run.entries
        for _ in 0..<90 {
            #expect(
                run.request(.reportFailure(FailureCode(-1009)), from: .app("all"))
                    == .failure(.other))
        }
        #expect(run.entries == entries)
    }
}
