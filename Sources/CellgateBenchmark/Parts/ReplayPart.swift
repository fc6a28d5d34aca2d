internal import CellgateCore
internal import CellgateRecording
internal import CellgateSimulation
internal import Posix

/// How fast `cellgated --replay` goes through a recording.
struct ReplayPart {
    let daemon: String
    let extent: Extent

    func run() throws -> Section {
        var section = Section("Replay")
        section.method = """
            Recordings of a device with ten apps whose default goes from Wi-Fi to mobile data and \
            back, printed as JSON lines into nothing.
            """
        var table = Table(["inputs", "median s", "inputs a second", "inputs a second of CPU"])
        var points: [PowerLaw.Point] = []
        var rate: Double?
        for count in extent.inputCounts {
            Progress.say("replay: \(DecimalText.whole(count)) inputs")
            let file = try WorkFolder.write("", to: "recording")
            try OutputFile.write(try Self.recording(inputs: count), path: file)
            defer { Directory.removeFile(file) }
            var times: [Double] = []
            var costs: [Double] = []
            for _ in 0..<3 {
                let start = SuspendingClock.now
                let outcome = try Command.run([daemon, "--replay", file, "--json"])
                costs.append(outcome.processorTime.inSeconds)
                times.append((SuspendingClock.now - start).inSeconds)
            }
            guard let time = Sample(times)?.median, let cost = Sample(costs)?.median else {
                continue
            }
            rate = Double(count) / time
            points.append(.init(size: Double(count), cost: time))
            table.add([
                DecimalText.whole(count), DecimalText.brief(time),
                DecimalText.brief(Double(count) / time), DecimalText.brief(Double(count) / cost),
            ])
        }
        section.tables = [table]
        section.targets = [
            Target("inputs replayed a second", .atLeast(10_000), unit: "", measured: rate)
        ]
        section.plots = [
            .init(
                "replay",
                GrowthPlot.svg(
                    title: "Replay of a recording", size: "inputs", cost: "s",
                    curves: [GrowthCurve("cellgated --replay", points)]))
        ]
        return section
    }

    /// A recording of that many inputs.
    private static func recording(inputs count: Int) throws -> [UInt8] {
        var device = try SimulatedApps(count: 10).device()
        var bytes = try RecordingLine.header(RecordingHeader(program: version)).bytes()
        var isWifiUp = true
        while device.inputs.count < count {
            isWifiUp.toggle()
            let change = isWifiUp ? "add" : "del"
            let events = try device.kernel.run("route \(change) \(SimulatedApps.wifiDefault)")
            device.turn { $0.announce(events) }
            device.advance(by: .seconds(1))
        }
        for (input, instant) in device.inputs.prefix(count) {
            bytes += try RecordingLine.input(input, at: instant.sinceZero).bytes()
        }
        return bytes
    }
}
