internal import CellgateCore
internal import CellgateSimulation

/// A device in virtual time with apps of all choices, on Wi-Fi with mobile data beside it.
struct SimulatedApps {
    let count: Int

    /// The default that goes first, as ip(8) has it.
    static let wifiDefault = "default via 10.1.0.1 dev wlan0 metric 600"

    /// The device, started.
    func device() throws(CommandFault) -> EngineRun {
        var kernel = SimulatedKernel()
        try kernel.run(
            SimulatedKernel.uplink("wlan0", 1) + SimulatedKernel.uplink("wwan0", 2) + """
                route add \(Self.wifiDefault)
                route add default via 10.2.0.1 dev wwan0 metric 700
                """)
        let choices: [Choice] = [.wifiOnly, .wifiAndCellular, .off, .wifiOnly]
        let apps = (0..<count).map { number in
            (
                "org.example.App\(number)",
                PolicyStanding.choice(
                    choices[number % choices.count], source: .administrator, isLocked: false)
            )
        }
        var device = EngineRun(
            kernel: kernel, apps: Dictionary(uniqueKeysWithValues: apps))
        device.start()
        return device
    }
}

extension SimulatedKernel {
    /// Runs the lines of a script, each an `ip` command without the `ip`.
    @discardableResult
    mutating func run(_ script: String) throws(CommandFault) -> [NetworkEvent] {
        var events: [NetworkEvent] = []
        for line in script.split(separator: "\n") { events += try perform(String(line)) }
        return events
    }
}
