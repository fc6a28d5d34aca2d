import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// What one client may ask for at once, and what becomes of requests at the end.
@Suite("Requests")
struct RequestLimitTests {
    @Test("of one client are taken a hundred at once and twenty a second more")
    func rate() {
        var run = EngineChangeTests.started()
        func ask(_ count: Int, _ caller: Caller) -> Int {
            (0..<count).count { _ in
                run.request(.device, from: caller) != .refused(.limitsExceeded)
            }
        }
        #expect(ask(150, .nobody) == 100)
        // Another client has its own.
        #expect(ask(1, .app("only")) == 1)
        run.advance(by: .milliseconds(49))
        #expect(ask(1, .nobody) == 0)
        run.advance(by: .milliseconds(1))
        #expect(ask(2, .nobody) == 1)
        run.advance(by: .seconds(1))
        #expect(ask(50, .nobody) == 20)
        run.advance(by: .seconds(60))
        #expect(ask(150, .nobody) == 100)
        #expect(ask(500, .root) == 500)
    }

    @Test("that wait for an authorization are sixteen a client at most")
    func waiting() {
        var run = EngineChangeTests.started()
        for at in 0..<20 {
            let reply = run.request(.apps, from: .nobody)
            #expect(reply == (at < 16 ? nil : .refused(.limitsExceeded)))
        }
        #expect(run.authorizations.count == 16)
        // Another client waits by itself, and so does what needs no right.
        #expect(run.request(.apps, from: .app("only")) == nil)
        #expect(run.request(.visibleApps, from: .nobody) == .names([]))
        run.turn { $0.feed(.authorization(RequestID(1), .refused)) }
        #expect(run.request(.apps, from: .nobody) == nil)
        #expect(run.request(.apps, from: .nobody) == .refused(.limitsExceeded))
    }

    @Test(
        "to be told of all apps are granted to sixteen clients of a user, and to root without end")
    func followers() {
        var run = EngineChangeTests.started()
        run.authorization = .granted
        func subscribe(_ number: Int, user: UInt32) -> Reply? {
            let process = ProcessIdentity(
                unit: UnitName("a.service"), cgroup: "/", userID: user, userName: nil)
            return run.request(
                .subscribe(.all),
                from: Caller(
                    client: ClientID(":\(user).\(number)"), process: process,
                    isPrivileged: user == 0))
        }
        let replies = (0..<20).map { subscribe($0, user: 1000) }
        #expect(replies.count { $0 == .done } == 16)
        #expect(replies.last == .refused(.limitsExceeded))
        // Again by one of them, by another user's, by root's, and when one of them has gone.
        #expect(subscribe(0, user: 1000) == .done)
        #expect(subscribe(0, user: 1001) == .done)
        #expect((0..<40).allSatisfy { subscribe($0, user: 0) == .done })
        run.turn { $0.feed(.clientGone(ClientID(":1000.3"))) }
        #expect(subscribe(30, user: 1000) == .done)
        #expect(subscribe(31, user: 1000) == .refused(.limitsExceeded))
    }

    @Test("are answered as their authorizations come, in any order and once")
    func order() {
        var run = EngineChangeTests.started()
        for _ in 0..<3 { run.request(.visibleApps, from: .nobody) }
        for _ in 0..<3 { run.request(.refresh, from: .nobody) }
        for id in [6, 4, 5, 4, 99] {
            run.turn { $0.feed(.authorization(RequestID(UInt64(id)), .granted)) }
        }
        #expect(run.answers.map(\.id.rawValue) == [1, 2, 3, 6, 4, 5])
        #expect(run.dumps.count == 4)
    }

    @Test("of a client that has gone are forgotten, and its authorizations count no more")
    func gone() {
        var run = EngineChangeTests.started()
        run.request(.setChoice(AppID("only"), .off), from: .nobody)
        run.turn { $0.feed(.clientGone(Caller.nobody.client)) }
        run.turn { $0.feed(.authorization(RequestID(1), .granted)) }
        #expect(run.tables.isEmpty && run.answers.isEmpty)
        run.request(.refresh, from: .app("only"))
        run.turn { $0.feed(.clientsGone) }
        run.turn { $0.feed(.authorization(RequestID(2), .granted)) }
        #expect(run.dumps.count == 1 && run.answers.isEmpty)
    }

    @Test("that wait when it stops are all answered, and none after that")
    func stop() {
        var run = EngineChangeTests.started()
        run.storeOutcome = nil
        run.request(.apps, from: .nobody)
        run.request(.setChoice(AppID("only"), .off), from: .root)
        run.request(.setChoice(AppID("all"), .off), from: .root)
        run.turn { run in
            _ = run.submit(.refresh, from: .root)
            run.feed(.stop(signal: "SIGTERM"))
        }
        #expect(run.answers.map(\.id.rawValue) == [1, 2, 3, 4])
        #expect(run.answers.allSatisfy { $0.reply == .refused(.notReady) })
        #expect(run.directives.last == .exit(code: 0))
        let count = run.directives.count
        run.finishStoring()
        run.turn { $0.feed(.authorization(RequestID(1), .granted)) }
        #expect(run.request(.device, from: .root) == nil)
        #expect(run.directives.count == count)
    }

    @Test("are counted, and refusals among them")
    func statistics() {
        var run = EngineChangeTests.started()
        run.request(.subscribe(.all), from: .root)
        run.request(.ownApp, from: .nobody)
        run.request(.setChoice(AppID("only"), .off), from: .root)
        run.storeOutcome = .failed(reason: "full")
        run.request(.setChoice(AppID("only"), .wifiOnly), from: .root)
        let statistics = run.engine.deviceReport()?.statistics ?? Statistics()
        #expect(statistics[.requests] == 4)
        #expect(statistics[.refusals] == 2)
        #expect(statistics[.recordWrites] == 1)
        #expect(statistics[.recordWriteFailures] == 1)
        #expect(statistics[.signals] == UInt64(run.signals.count))
        #expect(statistics[.entries] == UInt64(run.entries.count))
        for counter in Statistics.Counter.allCases {
            #expect(counter.summary.hasSuffix("."), "\(counter)")
        }
    }

    @Test("for a refresh are answered when everything was read and published (R70)")
    func refresh() throws {
        var run = EngineChangeTests.started()
        run.kernel.run("link set wlan0 down")
        #expect(run.request(.refresh, from: .root) == .done)
        #expect(run.dumps.count == 2)
        #expect(run.ask("only")?.state.availability == .cellularDenied)
        let reply = try #require(run.directives.firstIndex(of: .reply(RequestID(1), .done)))
        let last = try #require(
            run.directives.lastIndex { if case .publish = $0 { true } else { false } })
        #expect(last < reply)
    }
}
