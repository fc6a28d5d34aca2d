import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Who may do what.
@Suite("Rights")
struct RightTests {
    /// A request, and what its callers need for it: a process of the app `only`, one of the app
    /// `all`, and one that belongs to no app.
    struct Row: Sendable, CustomTestStringConvertible {
        let request: Request
        let needs: [Right?]

        init(_ request: Request, _ needs: [Right?]) {
            self.request = request
            self.needs = needs
        }

        var testDescription: String { "\(request)" }
    }

    private static let only = AppID("only")
    private static let callers = [Caller.app("only"), .app("all"), .nobody]

    static let rows = [
        Row(.device, [nil, nil, nil]),
        Row(.ownApp, [nil, nil, nil]),
        Row(.visibleApps, [nil, nil, nil]),
        Row(.reportFailure(FailureCode(-1009)), [nil, nil, nil]),
        Row(.subscribe(.own), [nil, nil, nil]),
        Row(.unsubscribe, [nil, nil, nil]),
        Row(.app(only), [nil, .inspect, .inspect]),
        Row(.explain(only), [nil, .inspect, .inspect]),
        Row(.classify(only, FailureCode(101)), [nil, .inspect, .inspect]),
        Row(.app(AppID("ghost")), [.inspect, .inspect, .inspect]),
        Row(.apps, [.inspect, .inspect, .inspect]),
        Row(.appOf(.scope("app-only-1.scope")), [nil, .inspect, .inspect]),
        Row(.appOf(nil), [.inspect, .inspect, .inspect]),
        Row(.appOfUnit(UnitName("app-only-1.scope")), [nil, .inspect, .inspect]),
        Row(.refresh, [.inspect, .inspect, .inspect]),
        Row(.subscribe(.all), [.inspect, .inspect, .inspect]),
        // An app that could choose for itself would need no user.
        Row(.setChoice(only, .wifiAndCellular), [.setChoice, .setChoice, .setChoice]),
        Row(.clearRecord(only), [.setChoice, .setChoice, .setChoice]),
        Row(.simulate(.path(.none)), [.setChoice, .setChoice, .setChoice]),
    ]

    @Test(
        "everybody is asked for the right that the request needs, and root for none",
        arguments: rows)
    func needed(_ row: Row) {
        for (caller, right) in zip(Self.callers, row.needs) {
            var run = EngineChangeTests.started()
            let reply = run.request(row.request, from: caller)
            #expect(run.authorizations.map(\.right) == (right.map { [$0] } ?? []))
            #expect((reply == nil) == (right != nil), "an answer before the authorization")
        }
        var run = EngineChangeTests.started()
        #expect(run.request(row.request, from: .root) != nil)
        #expect(run.authorizations.isEmpty)
    }

    @Test(
        "who is refused, or cannot be authorized, gets nothing and changes nothing", arguments: rows
    )
    func refused(_ row: Row) {
        for (caller, right) in zip(Self.callers, row.needs) {
            guard let right else { continue }
            var run = EngineChangeTests.started()
            let apps = run.engine.apps
            let entries = run.entries
            run.authorization = .refused
            #expect(run.request(row.request, from: caller) == .refused(.accessDenied(right)))
            run.authorization = .failed(reason: "no polkit")
            #expect(
                run.request(row.request, from: caller)
                    == .refused(.authorizationFailed(right, reason: "no polkit")))
            #expect(run.engine.apps == apps)
            #expect(run.entries == entries)
            #expect(run.tables.isEmpty)
            #expect(run.dumps.count == 1)
        }
    }

    @Test("who is authorized gets what root gets", arguments: rows)
    func granted(_ row: Row) {
        for (caller, right) in zip(Self.callers, row.needs) where right != nil {
            var run = EngineChangeTests.started()
            var other = run
            run.authorization = .granted
            #expect(
                run.request(row.request, from: caller) == other.request(row.request, from: .root))
            #expect(run.tables == other.tables)
            #expect(run.entries == other.entries)
        }
    }

    @Test("an app sees its own object only, one that belongs to none sees none, and root sees all")
    func visible() {
        var run = EngineChangeTests.started()
        #expect(run.request(.visibleApps, from: .app("only")) == .names([Self.only]))
        #expect(run.request(.visibleApps, from: .app("new")) == .names([AppID("new")]))
        #expect(run.request(.visibleApps, from: .nobody) == .names([]))
        #expect(
            run.request(.visibleApps, from: .root)
                == .names(["all", "off", "only", "who"].map { AppID($0) }))
    }

    @Test("what concerns the own app is refused to who belongs to none")
    func noApp() {
        var run = EngineChangeTests.started()
        #expect(run.request(.ownApp, from: .nobody) == .refused(.noApp))
        #expect(run.request(.reportFailure(FailureCode(1)), from: .nobody) == .refused(.noApp))
        #expect(run.request(.appOf(nil), from: .root) == .refused(.noApp))
        #expect(
            run.request(.appOfUnit(UnitName("x\u{1}.service")), from: .root) == .refused(.noApp))
    }

    @Test("an app that no file names is known to itself, and to others it is not")
    func stranger() {
        var run = EngineChangeTests.started()
        guard case .app(let report)? = run.request(.ownApp, from: .app("new")) else {
            Issue.record("no report")
            return
        }
        #expect(report.app == AppID("new"))
        #expect(report.state.choice == .undecided && report.state.restrictedState == .unknown)
        #expect(run.request(.app(AppID("new")), from: .app("new")) == .app(report.at(run)))
        #expect(
            run.request(.app(AppID("onyl")), from: .root)
                == .refused(.unknownApp(AppID("onyl"), suggestion: Self.only)))
        #expect(
            run.request(.explain(AppID("somebody")), from: .root)
                == .refused(.unknownApp(AppID("somebody"), suggestion: nil)))
    }

    @Test("R46: nothing is answered before the first evaluation, and it serves after it")
    func beforeTheFirst() {
        for row in Self.rows {
            var run = EngineRun(kernel: EngineChangeTests.started().kernel)
            #expect(run.request(row.request, from: .root) == .refused(.notReady))
            #expect(run.request(row.request, from: .nobody) == .refused(.notReady))
            #expect(run.serveCount == 0)
            #expect(run.entries == [])
            #expect(run.tables == [])
            run.start()
            #expect(run.serveCount == 1)
            let order = run.directives.filter {
                switch $0 {
                case .serve, .notify(.ready): true
                default: false
                }
            }
            #expect(order == [.serve, .notify(.ready)])
        }
    }

    @Test("refusals say what is wrong and what would be accepted")
    func messages() {
        let refusals: [(Refusal, String)] = [
            (
                .accessDenied(.inspect),
                "Not allowed: this needs root or the polkit action org.cellgate.cellgate1.inspect"
            ),
            (
                .unknownApp(AppID("a\n"), suggestion: AppID("ab")),
                #"There is no app "a\n"; did you mean "ab"?"#
            ),
            (
                .unknownApp(AppID("a"), suggestion: nil),
                #"There is no app "a""#
            ),
        ]
        for (refusal, message) in refusals { #expect(refusal.message == message) }
    }
}

extension AppReport {
    /// The same, as of the last evaluation.
    fileprivate func at(_ run: EngineRun) -> AppReport {
        var report = AppReport(
            app: app, name: name, state: state, isLocked: isLocked, decided: decided, path: path,
            generation: run.engine.report(of: app)?.generation ?? 0, standing: standing)
        report.isListed = isListed
        return report
    }
}
