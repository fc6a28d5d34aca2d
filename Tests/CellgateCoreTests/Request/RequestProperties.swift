import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Random days of a daemon that is asked for things, and the laws that hold on all of them.
@Suite("For any sequence of requests")
struct RequestProperties {
    /// Runs `check` after each of many random steps of some days, and then stops the day.
    private func everyStep(
        days: Int = 8, steps: Int = 150, _ check: (inout RequestDay, String) -> Void,
        atEnd: (inout RequestDay, String) -> Void = { _, _ in }
    ) {
        var random = SeededGenerator()
        for _ in 0..<days {
            let seed = "seed \(random.seed)"
            var day = RequestDay(random)
            for _ in 0..<steps {
                day.step()
                check(&day, seed)
            }
            day.stop()
            atEnd(&day, seed)
            random = day.random
        }
    }

    @Test("each is answered exactly once, or its client has left")
    func once() {
        everyStep { day, seed in
            let ids = day.run.answers.map(\.id)
            #expect(Set(ids).count == ids.count, "\(seed)")
            #expect(ids.allSatisfy { day.requests[$0] != nil }, "\(seed)")
        } atEnd: { day, seed in
            let answered = Set(day.run.answers.map(\.id))
            #expect(
                Set(day.requests.keys).subtracting(answered).isSubset(of: day.abandoned), "\(seed)")
        }
    }

    @Test("a choice is never answered as done that is not stored, and one table is written at once")
    func stored() {
        var seen = 0
        everyStep { day, seed in
            if day.run.answers.count < seen { seen = 0 }
            for (id, reply) in day.run.answers[seen...] where reply == .done {
                guard case .setChoice(let app, _)? = day.requests[id]?.request,
                    RequestDay.rootsApps.contains(app)
                else { continue }
                let later = day.requests.contains {
                    $0.key > id && $0.value.request == .clearRecord(app)
                }
                let base = EngineChangeTests.started().moment.microseconds
                let changed = day.run.records.records?.apps[app]?.changed?.microseconds
                #expect(
                    changed.map { $0 - base >= Int64(id.rawValue) } ?? later,
                    "request \(id.rawValue), \(seed)")
            }
            seen = day.run.answers.count
            #expect(!day.run.hasOverlappingStores, "\(seed)")
        }
    }

    @Test("what is in force is what is stored")
    func records() {
        everyStep { day, seed in
            guard day.run.tableUnderWay == nil else { return }
            for (app, record) in day.run.records.records?.apps ?? [:] {
                let report = day.run.engine.report(of: app)
                #expect(report?.decided == record.changed, "\(seed)")
            }
        }
    }

    @Test("the same inputs give the same directives")
    func replay() {
        everyStep(days: 4) { _, _ in
        } atEnd: { day, seed in
            var first = Engine()
            var second = Engine()
            var replies: [RequestID] = []
            for (input, instant) in day.run.inputs {
                let directives = first.handle(input, at: instant)
                #expect(directives == second.handle(input, at: instant), "\(seed)")
                for case .reply(let id, _) in directives { replies.append(id) }
            }
            #expect(replies == day.run.answers.map(\.id), "\(seed)")
        }
    }

    @Test("who is not authorized changes nothing: not records, not configuration, not the journal")
    func unauthorized() {
        var random = SeededGenerator()
        for _ in 0..<8 {
            let seed = "seed \(random.seed)"
            var alone = RequestDay(random)
            alone.run.storeOutcome = .stored([])
            alone.ask(.subscribe(.all), from: .root)
            var crowded = alone
            crowded.run.authorization = .refused
            // The crowd's own dice.
            var dice = RequestDay(SeededGenerator(seed: random.next()))
            for _ in 0..<150 {
                for _ in 0..<Int.random(in: 0...3, using: &dice.random) {
                    let caller = dice.pick(RequestDay.callers.filter { !$0.isPrivileged })
                    let request = dice.request(by: caller)
                    // What an app may tell of itself.
                    if case .reportFailure = request { continue }
                    crowded.run.authorization = dice.pick([.refused, .failed(reason: "no bus")])
                    crowded.run.request(request, from: caller)
                }
                if Bool.random(using: &dice.random) {
                    let app = dice.pick(RequestDay.rootsApps)
                    let choice = dice.pick(Choice.allCases)
                    alone.run.request(.setChoice(app, choice), from: .root)
                    crowded.run.request(.setChoice(app, choice), from: .root)
                }
                alone.world()
                crowded.world()
                #expect(crowded.run.engine.apps == alone.run.engine.apps, "\(seed)")
            }
            #expect(crowded.run.entries == alone.run.entries, "\(seed)")
            #expect(crowded.run.tables == alone.run.tables, "\(seed)")
            #expect(crowded.run.told(.root) == alone.run.told(.root), "\(seed)")
            random = alone.random
        }
    }

    @Test("a subscriber that follows its signals ends at the engine's own reports")
    func subscribers() {
        var random = SeededGenerator()
        for _ in 0..<8 {
            let seed = "seed \(random.seed)"
            var day = RequestDay(random)
            for _ in 0..<10 { day.step() }
            let own = Caller.app("only", client: ":1.follower")
            let all = Caller(client: ClientID(":1.watcher"), process: nil, isPrivileged: true)
            day.ask(.subscribe(.own), from: own)
            day.ask(.subscribe(.all), from: all)
            guard var follower = Follower(own, day.run), var watcher = Follower(all, day.run) else {
                Issue.record("nothing to follow, \(seed)")
                return
            }
            day.losesBus = false
            for _ in 0..<150 { day.step() }
            day.run.advance(by: .seconds(10))
            follower.follow(day.run, seed)
            watcher.follow(day.run, seed)
            random = day.random
        }
    }
}

/// What a subscriber knows that reads once and then follows its signals.
private struct Follower {
    let caller: Caller
    private let begin: Int
    private var device: DeviceReport
    private var apps: [AppID: AppReport] = [:]
    /// The app of a subscription of its own.
    private var own: AppID?

    init?(_ caller: Caller, _ run: EngineRun) {
        guard let device = run.engine.deviceReport() else { return nil }
        var run = run
        self.caller = caller
        self.device = device
        begin = run.signals.count
        if case .app(let report)? = run.request(.ownApp, from: caller) {
            own = report.app
            apps[report.app] = report
        }
        if case .apps(let reports)? = run.request(.apps, from: caller) {
            for report in reports where !report.isStrangers { apps[report.app] = report }
        }
    }

    /// Follows the signals, each of which begins where the last ended, and compares.
    mutating func follow(_ run: EngineRun, _ seed: String) {
        for (client, signal) in run.signals[begin...] where client == caller.client {
            switch signal {
            case .device(let old, let new):
                #expect(old.path == device.path && old.radio == device.radio, "\(seed)")
                device = new
            case .left(let app):
                #expect(own == app, "\(seed)")
                apps = [:]
            case .app(let old, let new):
                if let known = apps[own == nil ? new.app : old.app] {
                    #expect(old.hasSameFacts(as: known), "\(seed)")
                }
                #expect(!new.hasSameFacts(as: old), "\(seed)")
                if own != nil {
                    own = new.app
                    apps = [:]
                }
                // Of apps that are in neither files nor records only their own processes are told.
                apps[new.app] = own == nil && new.isStrangers ? nil : new
            }
        }
        let now = run.engine.deviceReport()
        #expect(device.path == now?.path && device.radio == now?.radio, "\(seed)")
        #expect(
            device.profile == now?.profile && device.hasErrorsInFiles == now?.hasErrorsInFiles,
            "\(seed)")
        for (app, report) in apps {
            #expect(run.engine.report(of: app)?.hasSameFacts(as: report) == true, "\(app) \(seed)")
        }
        guard own != nil else { return }
        var last = run
        guard case .app(let report)? = last.request(.ownApp, from: caller) else { return }
        #expect(report.app == own, "\(seed)")
    }
}

extension AppReport {
    /// Whether it may be that of an app in neither files nor records.
    fileprivate var isStrangers: Bool {
        name == nil && !isLocked && decided == nil && state.choice == .undecided
    }
}
