package import CellgateBusInterface
internal import CellgateCore
package import Systemd

/// The lines of `watch`.
package enum ChangeView {
    /// The device's path in a line.
    package static func line(_ device: ManagerProperties, on screen: Screen) -> String {
        let isUp = device.pathStatus == PathStatus.satisfied.rawValue
        let costs = [
            device.isExpensive ? "expensive" : nil, device.isConstrained ? "constrained" : nil,
        ]
        let details = [device.abilities] + costs.compactMap(\.self)
        return line(
            "path", device.pathSummary, isUp ? .good : .bad,
            details.filter { !$0.isEmpty }.joined(separator: ", "), on: screen)
    }

    /// What a change of the device changed: its path in one line, anything else in one line each.
    ///
    /// - Parameter device: As it is after the change.
    package static func lines(
        _ changes: BusValue, of device: ManagerProperties, on screen: Screen
    ) -> [String] {
        let changed = ManagerProperties.fields.filter { changes[$0.name] != nil }
            .map(\.name)
        let isPathChanged = !pathProperties.isDisjoint(with: changed)
        let others: [(String, String)] = [
            ("AirplaneMode", "airplane mode \(device.airplaneMode)"),
            ("Modem", "modem \(device.modem)"), ("Registration", device.registrationWords),
            ("Profile", "profile \(device.profile)"),
            (
                "ConfigurationValid",
                device.isConfigurationValid ? "configuration valid" : "configuration has errors"
            ),
            ("Simulation", device.simulationWords),
        ]
        return (isPathChanged ? [line(device, on: screen)] : [])
            + others.filter { changed.contains($0.0) }.map {
                line("device", $0.1, .plain, "", on: screen)
            }
    }

    /// An app's state in a line.
    package static func line(_ app: AppProperties, on screen: Screen) -> String {
        line(
            app.id, app.reason, .of(reason: app.reason),
            "\(app.choiceWords), \(app.restrictedWords)", on: screen)
    }

    /// That the daemon has come or gone.
    package static func line(isRunning: Bool, reason: String, on screen: Screen) -> String {
        line(
            "cellgated", isRunning ? "running" : "not running", isRunning ? .good : .bad, reason,
            on: screen)
    }

    /// What of the device tells of its path.
    private static let pathProperties: Set<String> = [
        "PathStatus", "PathReason", "Interface", "InterfaceType", "TypeSource", "Interfaces",
        "Expensive", "ExpensiveSource", "Constrained", "IPv4", "IPv6", "DNS", "Gateways",
    ]

    private static func line(
        _ subject: String, _ state: String, _ style: Screen.Style, _ details: String,
        on screen: Screen
    ) -> String {
        let details = details.isEmpty ? "" : " (\(ShownText.safe(details)))"
        return screen.paint(screen.clock.stamp(), .faint) + " "
            + screen.paint(ShownText.safe(subject), .heading) + ": "
            + screen.paint(ShownText.safe(state), style) + details
    }
}
