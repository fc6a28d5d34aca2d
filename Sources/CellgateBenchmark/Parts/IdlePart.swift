internal import Netlink
internal import Posix

/// What the daemon does when there is nothing for it to do: nothing, and what others' routes cost.
struct IdlePart {
    let stage: Stage
    let contenders: Contenders
    let extent: Extent

    func run() throws -> Section {
        var section = Section("Idleness")
        section.method = """
            Wake-ups are context switches of all threads, by themselves or not. A foreign route goes \
            straight by another link and to a network of its own; \
            \(DecimalText.whole(Int(Self.routes))) of them are added and removed in portions of 100 \
            with a millisecond between them.
            """
        let wakeUps = try idleWakeUps(in: &section)
        let share = try foreignRoutes(in: &section)
        section.targets = [
            Target(
                "wake-ups in \(extent.idleSeconds) s of idleness", .atMost(0), unit: "",
                measured: wakeUps),
            Target(
                "CPU of 20,000 foreign route changes against ip monitor", .below(1), unit: "%",
                measured: share.map { $0 * 100 }),
        ]
        return section
    }

    /// How often the daemon's threads woke.
    private func idleWakeUps(in section: inout Section) throws -> Double? {
        var table = Table(["idle for \(extent.idleSeconds) s", "wake-ups", "CPU µs"])
        var ofDaemon: Double?
        for contender in [contenders.floor, contenders.cellgated] {
            Progress.say("idle: \(contender.name) for \(extent.idleSeconds) s")
            try stage.renewNetwork()
            let running = try RunningContender(contender, on: stage)
            try running.warmUp()
            let before = try running.settle()
            Pause.last(.seconds(extent.idleSeconds))
            let after = running.counters
            let wakeUps = after.contextSwitches - before.contextSwitches
            table.add([
                contender.name, "\(wakeUps)",
                DecimalText.brief((after.processorTime - before.processorTime).inMicroseconds),
            ])
            ofDaemon = Double(wakeUps)
        }
        section.tables.append(table)
        return ofDaemon
    }

    /// Half of the changes of a round are additions, half removals.
    private static let routes: UInt32 = 10_000

    /// The daemon's CPU in parts of that of `ip monitor`.
    private func foreignRoutes(in section: inout Section) throws -> Double? {
        let monitor = Contender(
            name: "ip monitor",
            steps: [.init(arguments: ["ip", "monitor", "link", "address", "route"])],
            downMarks: [], upMarks: [], absence: contenders.monitor.absence)
        let all = [monitor, contenders.cellgated]
        var costs: [[Double]] = [[], []]
        section.omissions += [monitor].compactMap(\.absence)
        for round in 0..<max(1, extent.rounds / 8) {
            Progress.say("idle: foreign routes, round \(round + 1)")
            for (index, contender) in all.enumerated() where contender.absence == nil {
                try stage.renewNetwork()
                let running = try RunningContender(
                    contender, on: stage, awaitsReady: index == 1)
                let before = try running.settle()
                for isAdding in [true, false] {
                    try stage.editor.changeRoutes(
                        0..<Self.routes, by: stage.foreignLinkIndex, adding: isAdding, portion: 100
                    ) { Pause.last(.milliseconds(1)) }
                }
                let after = try running.settle()
                costs[index].append((after.processorTime - before.processorTime).inMilliseconds)
            }
        }
        var table = Table(["20,000 foreign route changes", "CPU ms, median", "CPU ms, most"])
        for (index, contender) in all.enumerated() {
            guard let cost = Sample(costs[index]) else { continue }
            table.add([
                contender.name, DecimalText.brief(cost.median), DecimalText.brief(cost.greatest),
            ])
        }
        section.tables.append(table)
        guard let ofMonitor = Sample(costs[0])?.median, let ofDaemon = Sample(costs[1])?.median,
            ofMonitor > 0
        else { return nil }
        return ofDaemon / ofMonitor
    }
}
