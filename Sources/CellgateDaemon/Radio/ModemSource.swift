internal import CellgateCore
internal import Systemd

/// What ModemManager says of the modems, where it is on the system's bus.
///
/// Source: the D-Bus interface org.freedesktop.ModemManager1.Modem.
enum ModemSource {
    /// `MM_MODEM_STATE_FAILED` and `MM_MODEM_STATE_FAILED_REASON_SIM_MISSING` of ModemManager-enums.
    private static let stateFailed: Int32 = -1
    private static let simMissing: UInt32 = 2

    private static let interest = ServiceObjects.Interest(
        name: "org.freedesktop.ModemManager1", objectManager: "/org/freedesktop/ModemManager1",
        interface: "org.freedesktop.ModemManager1.Modem",
        properties: ["State", "StateFailedReason"], objects: "/org/freedesktop/ModemManager1",
        comings: [
            BusMatchRule(
                sender: "org.freedesktop.ModemManager1", path: "/org/freedesktop/ModemManager1",
                interface: "org.freedesktop.DBus.ObjectManager")
        ])

    /// - Parameter handler: Called with what is known, whenever that was read or is lost.
    static func listen(
        on services: SystemServices, handler: @escaping (CellularRadio.Modem) -> Void
    ) {
        services.add(ServiceObjects(interest) { handler(modem($0)) })
    }

    private static func modem(_ reading: ServiceObjects.Reading) -> CellularRadio.Modem {
        switch reading {
        case .gone: .unknown
        case .failed: .failed
        case .objects(let modems) where modems.isEmpty: .absent
        case .objects(let modems): modems.allSatisfy(lacksSIM) ? .withoutSIM : .present
        }
    }

    private static func lacksSIM(_ properties: BusValue) -> Bool {
        guard case .int32(stateFailed)? = properties["State"] else { return false }
        return properties["StateFailedReason"]?.uint32 == simMissing
    }
}
