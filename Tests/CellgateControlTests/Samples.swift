import CellgateControl
import CellgateCore
import Systemd

@testable import CellgateBusInterface

/// What a daemon might say, and screens to show it on.
enum Samples {
    /// Mon 2026-11-30 17:29:19 UTC.
    static let moment: UInt64 = 1_796_059_759_000_000

    /// A screen at five minutes after ``moment``; its calendar is no real one.
    static func screen(width: Int? = 80, isColoured: Bool = false) -> Screen {
        Screen(
            width: width, isColoured: isColoured,
            clock: Clock(
                now: { moment + 300_000_000 }, dateAndTime: { "day \($0 / 86_400) UTC" },
                time: { _ in "17:34:19" }))
    }

    static let device: ManagerProperties = {
        var device = ManagerProperties()
        device.version = "0.1.0"
        device.profile = "cellular"
        device.enforcement = "off"
        device.pathStatus = "satisfied"
        device.interface = "wwan0"
        device.interfaceType = "cellular"
        device.typeSource = "DEVTYPE"
        device.interfaces = [
            interface("wwan0", 4, "cellular"), interface("eth1", 2, "wiredEthernet"),
        ].compactMap(\.self)
        device.isExpensive = true
        device.expensiveSource = "networkManager"
        device.supportsIPv4 = true
        device.supportsDNS = true
        device.gateways = ["10.0.0.1", "fe80::1"]
        device.airplaneMode = "off"
        device.modem = "present"
        device.isConfigurationValid = true
        device.since = moment
        device.cause = "network"
        device.apps = ["available": 9, "cellularDenied": 3, "undecided": 0]
        device.statistics = ["evaluations": 12, "entriesLost": 0, "newCounter": 7]
        device.generation = 42
        return device
    }()

    static let noDevice: ManagerProperties = {
        var device = ManagerProperties()
        device.version = "0.1.0"
        device.profile = "any-network"
        device.enforcement = "off"
        device.pathReason = "notAvailable"
        device.airplaneMode = "unknown"
        device.modem = "unknown"
        return device
    }()

    static let app: AppProperties = {
        var app = AppProperties()
        app.id = "org.example.Maps"
        app.name = "Maps"
        app.restrictedState = "restricted"
        app.choice = "wifiOnly"
        app.choiceSource = "user"
        app.decided = moment
        app.reason = "cellularDenied"
        app.pathReason = "cellularDenied"
        app.since = moment
        app.cause = "decision"
        app.generation = 42
        return app
    }()

    static let explanation = ExplanationProperties(
        app: app, reason: "The path is cellular via wwan0, and mobile data is off for this app.",
        remedies: [.allowMobileData, .joinWifi].map(remedy))

    static func remedy(_ remedy: Remedy) -> ExplanationProperties.Remedy {
        ExplanationProperties.Remedy(name: remedy.rawValue, sentence: remedy.sentence)
    }

    static let apps = [
        summary("org.example.Maps", "wifiOnly", "user", "restricted", "cellularDenied"),
        summary(
            "org.example.a-very-long-name-of-an-app", "wifiAndCellular", "administrator",
            "notRestricted", "available"),
        summary("地図", "undecided", "default", "unknown", "undecided"),
    ].compactMap(\.self)

    /// An app as a list has it.
    static func summary(
        _ id: String, _ choice: String, _ source: String, _ state: String, _ reason: String
    ) -> AppSummary? {
        AppSummary(
            .structure(
                [id, id, choice, source, state, reason].map(BusValue.string)
                    + [.boolean(reason == "available")]))
    }

    private static func interface(
        _ name: String, _ index: UInt32, _ type: String
    ) -> InterfaceProperties? {
        InterfaceProperties(.structure([.string(name), .uint32(index), .string(type)]))
    }
}
