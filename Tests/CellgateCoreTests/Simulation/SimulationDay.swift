import CellgateCore
import CellgateSimulation
import TestSupport

extension SimulationStep {
    /// Any step but the end.
    static func random(
        apps: [String], using random: inout SeededGenerator
    ) -> SimulationStep {
        let app = AppID(apps[Int.random(in: apps.indices, using: &random)])
        let choices = Choice.allCases
        let choice = choices[Int.random(in: choices.indices, using: &random)]
        let paths = SimulatedPath.allCases
        return switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2: .path(paths[Int.random(in: paths.indices, using: &random)])
        case 3: .handover
        case 4: .airplaneMode(Bool.random(using: &random))
        case 5: .modem(Bool.random(using: &random) ? .withoutSIM : .present)
        case 6: .choice(app, choice)
        case 7, 8: .launch(app)
        case 9: .answer(app, choice == .undecided ? .off : choice)
        case 10: .ignore(app)
        case 11: .reinstall(app)
        case 12: .foreground
        default: .failure(app, FailureCode(101))
        }
    }
}

/// The same random day twice: as it is, and with something simulated in the midst of it.
///
/// Apps do nothing by themselves while something is simulated but in the run where it is: what they
/// do then is part of the simulation.
struct SimulationDay {
    /// The run without, and the one with a simulation.
    var real: EngineRun
    var mixed: EngineRun
    private var random: SeededGenerator
    /// What is wrong, where something is.
    private(set) var faults: [String] = []
    private static let apps = ["who", "only", "new"]
    private static let agents = [FirstUse.agent, FirstUse.other]
    private static let kernels = ["", PathCase.onWifi, PathCase.mobile + PathCase.mobileDefault].map
    { script in
        var kernel = SimulatedKernel()
        kernel.run(script)
        return kernel
    }

    init(_ random: SeededGenerator) {
        real = FirstUseDay.morning
        mixed = FirstUseDay.morning
        self.random = random
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func both(_ body: (inout EngineRun) -> Void) {
        body(&real)
        body(&mixed)
    }

    /// A day: something happens, something is simulated meanwhile, and ends.
    mutating func run() {
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            if Bool.random(using: &random) { happen() } else { use() }
        }
        both { $0.advance(by: .seconds(10)) }
        for _ in 0..<Int.random(in: 1...7, using: &random) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: happen()
            case 1: useSimulated()
            default:
                let step = SimulationStep.random(apps: Self.apps, using: &random)
                mixed.request(.simulate(step), from: .root)
            }
        }
        // Whoever waits has had time enough.
        both { $0.advance(by: .seconds(10)) }
        mixed.request(.simulate(.stop), from: .root)
        compare("at the end")
        happen()
        both { $0.advance(by: .seconds(10)) }
        compare("after it")
        judgeMarks()
    }

    // MARK: What happens

    /// What is so, and counts in both runs.
    private mutating func happen() {
        let app = AppID(pick(Self.apps))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            both { [choice = pick(Choice.allCases)] in
                $0.request(.setChoice(app, choice), from: .root)
            }
        case 2: both { $0.request(.clearRecord(app), from: .root) }
        case 3, 4, 5:
            let kernel = pick(Self.kernels)
            both { run in
                run.kernel = kernel
                run.turn { $0.feed(.dump(kernel.dump())) }
            }
        case 6: both { run in run.turn { $0.feed(.refresh) } }
        case 7, 8:
            let agent = pick(Self.agents)
            both { $0.register(agent) }
        case 9:
            let agent = pick(Self.agents)
            both { run in run.turn { $0.feed(.clientGone(agent.client)) } }
        case 10:
            let profile = pick(Profile.allCases)
            both { run in
                run.reading.configuration?.profile = profile
                run.turn { $0.feed(.reload) }
            }
        default:
            let modem = pick([CellularRadio.Modem.present, .withoutSIM])
            both { run in run.turn { $0.feed(.radio(CellularRadio(modem: modem))) } }
        }
        both { $0.advance(by: .seconds(1)) }
    }

    /// Apps and users do something before anything is simulated.
    private mutating func use() {
        let name = pick(Self.apps)
        let app = AppID(name)
        let choice = pick([Choice.wifiAndCellular, .wifiOnly, .off])
        let event = pick([GuidanceEvent.shown, .clicked, .dismissed])
        switch Int.random(in: 0..<5, using: &random) {
        case 0: both { $0.request(.probe, from: .app(name)) }
        case 1: both { $0.fail(name) }
        case 2:
            guard let agent = asking(app, in: real) else { return }
            both { $0.answer(name, .choice(choice), by: agent) }
        default:
            guard let agent = showing(app, in: real) else { return }
            both { $0.tell(event, of: name, from: agent) }
        }
    }

    /// The same while it is simulated: it counts in that run only.
    private mutating func useSimulated() {
        guard mixed.engine.deviceReport()?.simulation.isEmpty == false else { return }
        let name = pick(Self.apps)
        let app = AppID(name)
        let choice = pick([Choice.wifiAndCellular, .wifiOnly, .off])
        let event = pick([GuidanceEvent.shown, .clicked, .dismissed])
        switch Int.random(in: 0..<5, using: &random) {
        case 0: mixed.request(.probe, from: .app(name))
        case 1: mixed.fail(name)
        case 2:
            // A real question is answered for real.
            let lines = (mixed.engine.deviceReport()?.simulation ?? [])
                .filter { !$0.hasPrefix("failure") }
            guard
                lines.contains(where: { $0.split(separator: " ").dropFirst().first ?? "" == name }),
                let agent = asking(app, in: mixed)
            else { return }
            mixed.answer(name, .choice(choice), by: agent)
        default:
            guard let agent = showing(app, in: mixed) else { return }
            mixed.tell(event, of: name, from: agent)
        }
    }

    private func asking(_ app: AppID, in run: EngineRun) -> Caller? {
        let client = run.agents.asking[app]?.sorted().first
        return Self.agents.first { $0.client == client }
    }

    private func showing(_ app: AppID, in run: EngineRun) -> Caller? {
        let client = run.agents.showing[app]?.sorted().first
        return Self.agents.first { $0.client == client }
    }

    // MARK: Laws

    private mutating func compare(_ moment: String) {
        func claim(_ isSo: Bool, _ text: String) {
            if !isSo { faults.append("\(text) differs \(moment)") }
        }
        claim(real.engine.path == mixed.engine.path, "the path")
        claim(real.engine.apps == mixed.engine.apps, "an app's state")
        claim(real.records == mixed.records && real.tables == mixed.tables, "what is stored")
        claim(real.engine.measureCounts == mixed.engine.measureCounts, "a measure")
        claim(real.status == mixed.status, "the status line")
        claim(mixed.engine.deviceReport()?.simulation == [], "what is simulated")
        for app in Self.apps.map({ AppID($0) }) {
            claim(
                real.engine.guidanceState(of: app) == mixed.engine.guidanceState(of: app),
                "the advice about \(app)")
            claim(asks(app, real) == asks(app, mixed), "the question about \(app)")
            claim(shows(app, real) == shows(app, mixed), "the advice on the screen about \(app)")
            if let one = real.engine.report(of: app), let other = mixed.engine.report(of: app) {
                claim(one.hasSameFacts(as: other), "the report of \(app)")
            }
        }
    }

    private func asks(_ app: AppID, _ run: EngineRun) -> Int { run.agents.asking[app]?.count ?? 0 }

    private func shows(_ app: AppID, _ run: EngineRun) -> Int {
        run.agents.showing[app]?.count ?? 0
    }

    /// Every entry from the first step to the end carries the mark, and no other.
    private mutating func judgeMarks() {
        var isSimulated = false
        for entry in mixed.entries {
            if entry.event == .simulationChanged { isSimulated = true }
            if (entry[.simulated] == "1") != isSimulated {
                faults.append("a mark is wrong: \(entry.event) \(entry.message)")
            }
            if entry[.simulation] == "stop" { isSimulated = false }
        }
        if real.entries.contains(where: { $0[.simulated] != nil }) { faults.append("a mark") }
    }
}
