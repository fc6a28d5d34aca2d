import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The cost of a path")
struct ExpenseTests {
    @Test("roaming makes mobile data expensive, whatever NetworkManager says of it, and tells so")
    func roaming() {
        var run = EngineRun(apps: [:])
        run.kernel.run(SimulatedKernel.uplink("wwan0", 2))
        run.kernel.run("route add default via 10.2.0.1 dev wwan0")
        run.start()
        run.turn { $0.feed(.metered([InterfaceName("wwan0"): .no])) }
        #expect(run.engine.path?.isExpensive == false)
        let changes = run.turn {
            $0.feed(.radio(CellularRadio(modem: .present, registration: .roaming)))
        }
        #expect(changes.map(\.event) == [.pathChanged])
        #expect(run.engine.path?.isExpensive == true)
        #expect(run.engine.path?.preferred?.expensiveSource == .roaming)
        run.turn { $0.feed(.radio(CellularRadio(modem: .present, registration: .home))) }
        #expect(run.engine.path?.preferred?.expensiveSource == .networkManager)
    }

    private static let wifi = "wlan0:wifi/name; v4 wifi/name"
    private static let mobile = "wwan0:cellular/name; v4 cellular/name"
    private static let onMobile = PathCase.mobile + PathCase.mobileDefault

    private static func metered(_ told: [String: Metered]) -> [InterfaceName: Metered] {
        Dictionary(uniqueKeysWithValues: told.map { (InterfaceName($0), $1) })
    }

    @Test(
        "is the type's, unless NetworkManager says otherwise",
        arguments: [
            (PathCase.onWifi, [:], wifi + " via 10.1.0.1"),
            (PathCase.onWifi, ["wlan0": .yes], wifi + " expensive/networkManager via 10.1.0.1"),
            (PathCase.onWifi, ["wlan0": .no], wifi + " unmetered/networkManager via 10.1.0.1"),
            (
                PathCase.onWifi, ["wlan0": .guessYes],
                wifi + " expensive/networkManagerGuess via 10.1.0.1"
            ),
            (PathCase.onWifi, ["wlan0": .guessNo], wifi + " via 10.1.0.1"),
            (PathCase.onWifi, ["wwan0": .yes, "wlan": .yes], wifi + " via 10.1.0.1"),
            (onMobile, [:], mobile + " expensive via 10.2.0.1"),
            (onMobile, ["wwan0": .yes], mobile + " expensive/networkManager via 10.2.0.1"),
            (onMobile, ["wwan0": .no], mobile + " unmetered/networkManager via 10.2.0.1"),
            (
                onMobile, ["wwan0": .guessYes],
                mobile + " expensive/networkManagerGuess via 10.2.0.1"
            ),
            (onMobile, ["wwan0": .guessNo], mobile + " expensive via 10.2.0.1"),
        ] as [(String, [String: Metered], String)])
    func told(_ script: String, _ told: [String: Metered], _ expected: String) {
        let kernel = PathCase("", script, "").kernel
        #expect(Evaluation(kernel, metered: Self.metered(told)).path.text == expected)
    }

    @Test("is what the operator says, whatever NetworkManager does", arguments: Metered.allCases)
    func configured(_ told: Metered) {
        var configuration = Configuration()
        configuration.interfaces.expensive = [NamePattern("wlan*")]
        let evaluation = Evaluation(
            PathCase("", PathCase.onWifi, "").kernel, configuration: configuration,
            metered: Self.metered(["wlan0": told]))
        #expect(
            evaluation.path.text == Self.wifi + " expensive/configured via 10.1.0.1")
    }

    @Test(
        "through a tunnel is that of the tunnel and of what carries it",
        arguments: [
            ([:], ""), (["wlan0": .yes], " expensive/networkManager"),
            (["wg0": .guessYes], " expensive/networkManagerGuess"),
            (["wg0": .no, "wlan0": .guessYes], " expensive/networkManagerGuess"),
            (["wg0": .guessYes, "wlan0": .yes], " expensive/networkManager"),
            (["wg0": .no], " unmetered/networkManager"),
            (["wlan0": .no], " unmetered/networkManager"),
        ] as [([String: Metered], String)])
    func tunnel(_ told: [String: Metered], _ expected: String) {
        let evaluation = Evaluation(
            PathCase.tunnels[0].kernel, metered: Self.metered(told))
        #expect(
            evaluation.path.text
                == "wg0:other/linkKind wlan0:wifi/name; v4 wifi/carrier" + expected)
    }

    @Test("of a link that two devices name is what says more", arguments: Metered.allCases)
    func joined(_ other: Metered) {
        let order: [Metered] = [.yes, .no, .guessYes, .guessNo]
        for (at, metered) in order.enumerated() {
            let weaker = order[at...].contains(other)
            #expect(metered.joined(with: other) == (weaker ? metered : other))
            #expect(other.joined(with: metered) == (weaker ? metered : other))
        }
    }

    @Test("changes with NetworkManager's word: one entry for each that makes a difference (R81)")
    func changes() {
        var run = EngineChangeTests.started()
        let words: [Metered?] = [nil, .guessNo, .yes, .yes, .no, .guessYes, .guessNo, nil]
        let told = words.map { word in
            run.turn {
                $0.metered[InterfaceName("wlan0")] = word
                $0.feed(.metered($0.metered))
            }.map { entry in
                let cost = entry.details.filter {
                    [.expensive, .expensiveSource].contains($0.name)
                }
                return ([entry.event.rawValue, entry.cause.rawValue] + cost.map(\.value))
                    .joined(separator: " ")
            }
        }
        #expect(
            told == [
                [], [], ["path-changed network yes networkManager"], [],
                ["path-changed network no networkManager"],
                ["path-changed network yes networkManagerGuess"], ["path-changed network no type"],
                [],
            ])
    }
}
