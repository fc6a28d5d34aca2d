internal import CellgateCore
internal import CellgateSimulation

/// The engine alone, in this process: what an evaluation costs, and a change that concerns many apps.
struct EvaluationPart {
    let extent: Extent

    func run() throws -> Section {
        var section = Section("Evaluation")
        section.method = """
            The engine without the daemon around it. An evaluation without an effect joins the path \
            with every app anew; a change is the default going from Wi-Fi to mobile data and back, \
            and every app's entry is made. Times are medians.
            """
        var table = Table([
            "apps", "evaluation µs", "ns an app", "change µs", "ns an app",
        ])
        var evaluations: [PowerLaw.Point] = []
        var changes: [PowerLaw.Point] = []
        for count in extent.appCounts {
            Progress.say("evaluation: \(DecimalText.whole(count)) apps")
            var driver = EngineDriver(try SimulatedApps(count: count).device())
            // About the same time for each, and no less than a few.
            let repetitions = max(9, min(999, 1_000_000 / count))
            guard let evaluation = Sample((0..<repetitions).map { _ in driver.evaluate() }),
                let change = Sample(try (0..<repetitions).map { _ in try driver.change() })
            else { continue }
            let apps = Double(count)
            evaluations.append(.init(size: apps, cost: evaluation.median))
            changes.append(.init(size: apps, cost: change.median))
            table.add([
                DecimalText.whole(count), DecimalText.brief(evaluation.median),
                DecimalText.brief(evaluation.median * 1e3 / apps),
                DecimalText.brief(change.median),
                DecimalText.brief(change.median * 1e3 / apps),
            ])
        }
        section.tables = [table]
        section.plots = [
            .init(
                "evaluation",
                GrowthPlot.svg(
                    title: "Evaluation of apps", size: "apps", cost: "µs",
                    curves: [
                        GrowthCurve("evaluation without effect", evaluations),
                        GrowthCurve("change of every app", changes),
                    ]))
        ]
        return section
    }
}

/// Hands inputs to an engine and answers its questions from a simulated kernel; only the engine's own
/// time counts.
private struct EngineDriver {
    private var engine: Engine
    private var kernel: SimulatedKernel
    private var now: Instant
    private var spent = Duration.zero
    private var hasSwitchedModem = false
    private var isWifiFirst = true

    init(_ device: EngineRun) {
        engine = device.engine
        kernel = device.kernel
        now = device.now
    }

    /// Evaluates all apps with a modem that came or went, which decides none of them; in
    /// microseconds.
    mutating func evaluate() -> Double {
        hasSwitchedModem.toggle()
        return turn(.radio(CellularRadio(modem: hasSwitchedModem ? .present : .absent)))
    }

    /// Moves the default; in microseconds.
    mutating func change() throws -> Double {
        isWifiFirst.toggle()
        let verb = isWifiFirst ? "add" : "del"
        return turn(.network(try kernel.run("route \(verb) \(SimulatedApps.wifiDefault)")))
    }

    private mutating func turn(_ input: Input) -> Double {
        // Enough for what is published to be published at once.
        now = now + .seconds(60)
        spent = .zero
        var waiting = [input, .endOfTurn]
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            let start = SuspendingClock.now
            let directives = engine.handle(next, at: now)
            spent += SuspendingClock.now - start
            for case .ask(let questions) in directives {
                waiting.append(.answers(kernel.answers(to: questions)))
            }
        }
        return spent.inMicroseconds
    }
}
