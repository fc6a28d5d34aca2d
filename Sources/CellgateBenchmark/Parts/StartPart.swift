internal import Posix

/// From the start of the program until it says that it is ready.
struct StartPart {
    let stage: Stage
    let contenders: Contenders
    let extent: Extent

    func run() throws -> Section {
        var section = Section("Start to READY")
        section.method = """
            From before the process is made until `READY=1` is read from the notification socket; the \
            empty C program sends nothing but that.
            """
        let empty = Contender(
            name: "empty C program",
            steps: [.init(arguments: [contenders.programs.path(of: "ready")])], downMarks: [],
            upMarks: [])
        let all = [empty, contenders.cellgated]
        var times: [[Double]] = [[], []]
        var costs: [[Double]] = [[], []]
        try stage.renewNetwork()
        let rounds = extent.rounds * 2
        Progress.say("start: \(rounds) rounds")
        for round in 0..<rounds {
            for step in all.indices {
                let index = (step + round) % all.count
                let running = try RunningContender(all[index], on: stage)
                times[index].append(running.timeToReady.inMilliseconds)
                costs[index].append(try running.settle().processorTime.inMilliseconds)
            }
        }
        var table = Table(["", "n", "median ms", "p99 ms", "CPU ms"])
        var rows: [SpreadPlot.Row] = []
        for (index, contender) in all.enumerated() {
            guard let time = Sample(times[index]), let cost = Sample(costs[index]) else { continue }
            table.add([
                contender.name, "\(time.count)", DecimalText.brief(time.median),
                DecimalText.brief(time.percentile99), DecimalText.brief(cost.median),
            ])
            rows.append(.init(contender.name, time))
        }
        section.tables = [table]
        section.targets = [
            Target(
                "READY later than an empty C program's, median", .atMost(20), unit: "ms",
                measured: rows.count == 2 ? rows[1].sample.median - rows[0].sample.median : nil)
        ]
        section.plots = [
            .init("start", SpreadPlot.svg(title: "Start to READY", unit: "ms", rows: rows))
        ]
        return section
    }
}
