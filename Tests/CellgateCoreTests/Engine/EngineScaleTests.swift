import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The engine with a hundred thousand apps")
struct EngineScaleTests {
    private static let count = 100_000

    @Test("each app is decided and published once, at start and when the path turns cellular")
    func manyApps() {
        var kernel = SimulatedKernel()
        kernel.run(PathCase.onWifi)
        let apps = (0..<Self.count).map { number in
            (
                "app\(number)",
                PolicyStanding.choice(
                    number.isMultiple(of: 2) ? .wifiOnly : .wifiAndCellular, source: .package,
                    isLocked: false)
            )
        }
        var run = EngineRun(kernel: kernel, apps: Dictionary(uniqueKeysWithValues: apps))
        let start = run.start()
        #expect(start.count == Self.count + 2)
        #expect(Set(start.compactMap(\.app)).count == Self.count)

        let change = run.ip(
            SimulatedKernel.uplink("wwan0", 2) + "\nroute replace default via 10.2.0.1 dev wwan0")
        #expect(run.engine.path?.preferred?.type == .cellular)
        let denied = change.filter { $0.event == .appChanged }
        #expect(denied.count == Self.count / 2)
        #expect(Set(denied.compactMap(\.app)).count == Self.count / 2)
        #expect(
            run.engine.apps.values.count { $0.availability == .cellularDenied } == Self.count / 2)
        #expect(run.entries.map(\.sequence) == (1...UInt64(run.entries.count)).map { $0 })
    }
}
