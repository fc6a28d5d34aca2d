package import CellgateBusInterface
internal import CellgateCore

/// The device on one screen.
package enum StatusView {
    /// A title and a line for each thing that is known.
    package static func lines(_ device: ManagerProperties, on screen: Screen) -> [String] {
        let isUp = device.pathStatus == PathStatus.satisfied.rawValue
        var sheet = PropertySheet()
        sheet.add(
            "Path",
            device.pathStatus + (device.pathReason.isEmpty ? "" : " (\(device.pathReason))"),
            isUp ? .good : .bad)
        sheet.add(
            "Interface",
            device.interface.isEmpty
                ? nil
                : "\(device.interface) (\(device.interfaceType), known by \(device.typeSourceWords))"
        )
        sheet.add("Interfaces", device.interfaces.map(\.shown).joined(separator: ", "))
        sheet.add("Families", device.abilities)
        sheet.add("Gateways", device.gateways.joined(separator: ", "))
        sheet.add("Expensive", device.expensiveWords)
        sheet.add("Constrained", device.isConstrained.word)
        sheet.add("Since", screen.clock.text(device.since))
        sheet.add("Cause", device.cause)
        let registration = device.registration.isEmpty ? "" : ", \(device.registrationWords)"
        sheet.add(
            "Radio", "airplane mode \(device.airplaneMode), modem \(device.modem)" + registration)
        sheet.add("Profile", device.profile)
        sheet.add("Apps", device.appCounts)
        sheet.add("Enforcement", device.enforcement)
        if !device.simulation.isEmpty {
            sheet.add("Simulated", device.simulation.joined(separator: "; "), .bad)
        }
        let isValid = device.isConfigurationValid
        sheet.add(
            "Configuration", isValid ? "valid" : "has errors; 'cellgatectl check' names them",
            isValid ? .plain : .bad)
        sheet.add("Version", device.version)
        let mark = screen.paint("●", isUp ? .good : .bad)
        return ["\(mark) \(ShownText.safe(device.pathSummary))"] + sheet.lines(on: screen)
    }
}
