internal import CellgateCore
internal import Posix

/// From the kernel's change to the entry in the journal, and what it costs: all contenders, round by
/// round, each started anew in a network of its own.
struct LatencyPart {
    let stage: Stage
    let contenders: Contenders
    let extent: Extent

    /// What one contender came to.
    private struct Result {
        /// In microseconds.
        var latencies: [Double] = []
        /// In microseconds a change, of each round.
        var processorTimes: [Double] = []
        /// In KiB.
        var memory: [Double] = []
        var processes = 0
    }

    func run() throws -> Section {
        var section = Section("Kernel change to journal entry")
        section.method = """
            A link with the only default route is taken down and up again; measured is from before \
            the system call that takes it down until the entry is read from the journal's socket. \
            CPU is per change, down or up, of all processes that it takes; a service's includes \
            dbus-daemon and the relay.
            """
        let all = contenders.all
        section.omissions = all.compactMap(\.absence)
        var results: [Result] = Array(repeating: Result(), count: all.count)
        var failed: [Int: String] = [:]
        for round in 0..<extent.rounds {
            Progress.say("latency: round \(round + 1) of \(extent.rounds)")
            for step in all.indices {
                // Each goes first in turn.
                let index = (step + round) % all.count
                guard all[index].absence == nil, failed[index] == nil else { continue }
                do {
                    try measure(all[index], into: &results[index])
                } catch {
                    failed[index] = "\(error)"
                }
            }
        }
        section.failures = failed.sorted { $0.key < $1.key }.map(\.value)
        report(all, results, in: &section)
        return section
    }

    private func measure(_ contender: Contender, into result: inout Result) throws {
        try stage.renewNetwork()
        let running = try RunningContender(contender, on: stage)
        try running.warmUp()
        let before = try running.settle()
        for _ in 0..<extent.changesInRound {
            Pause.last(Self.gap)
            result.latencies.append(try running.awaitChange(up: false).inMicroseconds)
            Pause.last(Self.gap)
            _ = try running.awaitChange(up: true)
        }
        let after = try running.settle()
        result.processorTimes.append(
            (after.processorTime - before.processorTime).inMicroseconds
                / Double(2 * extent.changesInRound))
        result.memory.append(Double(after.residentKibibytes))
        result.processes = running.processCount
    }

    /// Between changes: longer than any contender is busy with one.
    private static let gap = Duration.milliseconds(10)

    private func report(_ all: [Contender], _ results: [Result], in section: inout Section) {
        let samples = results.map { Sample($0.latencies) }
        let costs = results.map { Sample($0.processorTimes) }
        var table = Table([
            "", "n", "median µs", "p99 µs", "median ÷ C", "p99 ÷ C", "CPU µs", "CPU ÷ C", "RSS MiB",
            "processes",
        ])
        for (index, contender) in all.enumerated() {
            guard let sample = samples[index], let cost = costs[index] else { continue }
            let memory = Sample(results[index].memory)?.median ?? 0
            table.add([
                contender.name, "\(sample.count)", DecimalText.brief(sample.median),
                DecimalText.brief(sample.percentile99),
                ratio(sample.median, samples[0]?.median),
                ratio(sample.percentile99, samples[0]?.percentile99),
                DecimalText.brief(cost.median), ratio(cost.median, costs[0]?.median),
                DecimalText.brief(memory / 1024), "\(results[index].processes)",
            ])
        }
        section.tables = [table]
        let latencies = samples.map { $0?.median }
        let processorTimes = costs.map { $0?.median }
        section.targets = Self.targets(latencies, processorTimes)
        let rows = zip(all, samples).compactMap { contender, sample in
            sample.map { SpreadPlot.Row(contender.name, $0) }
        }
        section.plots = [
            .init(
                "latency",
                SpreadPlot.svg(
                    title: "Kernel change to journal entry", unit: "µs", rows: rows))
        ]
    }

    /// What is promised of the medians, in the order of ``Contenders/all``.
    private static func targets(_ latencies: [Double?], _ processorTimes: [Double?]) -> [Target] {
        func quotient(_ one: Double?, _ other: Double?) -> Double? {
            guard let one, let other, other > 0 else { return nil }
            return one / other
        }
        let faster = [(3, "pyroute2"), (4, "systemd-networkd"), (5, "NetworkManager")]
        return [
            Target(
                "median latency against the C program", .atMost(1.25), unit: "×",
                measured: quotient(latencies[1], latencies[0])),
            Target(
                "median latency against ip monitor, piped", .atMost(1), unit: "×",
                measured: quotient(latencies[1], latencies[2])),
            Target(
                "CPU of a change against the C program", .atMost(1.8), unit: "×",
                measured: quotient(processorTimes[1], processorTimes[0])),
        ]
            + faster.map { index, name in
                Target(
                    "median latency of \(name) against cellgated", .atLeast(3), unit: "×",
                    measured: quotient(latencies[index], latencies[1]))
            }
    }

    private func ratio(_ value: Double, _ floor: Double?) -> String {
        floor.map { DecimalText.brief(value / $0) + "×" } ?? "–"
    }
}
