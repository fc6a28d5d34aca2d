import CellgateBusInterface
import Testing

@testable import Cellgate

@Suite("The path")
struct PathTests {
    private static let wifi = Interface(name: "wlan0", index: 1, type: .wifi)
    private static let cellular = Interface(name: "wwan0", index: 2, type: .cellular)

    /// A path that uses Wi-Fi and has mobile data beside it.
    private var both: Path {
        Reading.app(app(on: [("wlan0", "wifi"), ("wwan0", "cellular")])).path
    }

    @Test("has what the daemon says of the app")
    func properties() {
        var properties = app(on: [("wwan0", "cellular")])
        properties.isExpensive = true
        properties.supportsIPv6 = true
        properties.supportsDNS = true
        properties.gateways = ["fe80::1"]
        let path = Reading.app(properties).path
        #expect(path.status == .satisfied)
        #expect(
            path.availableInterfaces == [Interface(name: "wwan0", index: 1, type: .cellular)])
        #expect(path.usesInterfaceType(.cellular))
        #expect(!path.usesInterfaceType(.wifi))
        #expect(path.gateways == ["fe80::1"])
        #expect(
            path.debugDescription
                == "satisfied, interface: wwan0 (cellular), ipv6, dns, expensive")
    }

    @Test(
        "says why it is unsatisfied",
        arguments: zip(
            ["notAvailable", "cellularDenied", "wifiDenied", "a later one"],
            [.notAvailable, .cellularDenied, .wifiDenied, .notAvailable]
                as [Path.UnsatisfiedReason]))
    func reasons(word: String, reason: Path.UnsatisfiedReason) {
        let path = Reading.app(
            app {
                $0.pathStatus = "unsatisfied"
                $0.pathReason = word
            }
        ).path
        #expect(path.status == .unsatisfied)
        #expect(path.unsatisfiedReason == reason)
        #expect(path.debugDescription == "unsatisfied (\(reason.rawValue))")
        #expect(!Interface.InterfaceType.allCases.contains { path.usesInterfaceType($0) })
    }

    @Test("of an undecided app may come up by an attempt")
    func undecided() {
        let path = Reading.app(app { $0.pathStatus = "requiresConnection" }).path
        #expect(path.status == .requiresConnection)
        #expect(PathRequirements.required(.wifi).seen(path) == path)
    }

    @Test("seen without requirements is the same")
    func noRequirements() {
        #expect(PathRequirements.none.seen(both) == both)
        #expect(PathRequirements.prohibited([]).seen(both) == both)
    }

    @Test(
        "is satisfied only where the type that is used meets the requirements",
        arguments: [
            (.required(.wifi), true, [Self.wifi]),
            (.required(.cellular), false, [Self.cellular]),
            (.required(.wiredEthernet), false, []),
            (.prohibited([.cellular]), true, [Self.wifi]),
            (.prohibited([.wifi]), false, [Self.cellular]),
            (.prohibited([.wifi, .cellular]), false, []),
            (.prohibited([.loopback]), true, [Self.wifi, Self.cellular]),
        ] as [(PathRequirements, Bool, [Interface])])
    func requirements(_ requirements: PathRequirements, isSatisfied: Bool, left: [Interface]) {
        let seen = requirements.seen(both)
        #expect((seen.status == .satisfied) == isSatisfied)
        #expect(seen.unsatisfiedReason == .notAvailable)
        #expect(seen.availableInterfaces == left)
        #expect(seen.usesInterfaceType(.wifi) == isSatisfied)
    }
}
