internal import CellgateCore
internal import Systemd

/// What ModemManager says of the modems, where it is on the system's bus.
///
/// Source: the D-Bus interfaces org.freedesktop.ModemManager1.Modem and ….Modem.Modem3gpp.
enum ModemSource {
    /// `MM_MODEM_STATE_FAILED` and `MM_MODEM_STATE_FAILED_REASON_SIM_MISSING` of ModemManager-enums.
    private static let stateFailed: Int32 = -1
    private static let simMissing: UInt32 = 2

    private static let interest = ServiceObjects.Interest(
        name: "org.freedesktop.ModemManager1", objectManager: "/org/freedesktop/ModemManager1",
        interface: "org.freedesktop.ModemManager1.Modem",
        properties: ["State", "StateFailedReason", "RegistrationState"],
        addition: "org.freedesktop.ModemManager1.Modem.Modem3gpp",
        objects: "/org/freedesktop/ModemManager1",
        comings: [
            BusMatchRule(
                sender: "org.freedesktop.ModemManager1", path: "/org/freedesktop/ModemManager1",
                interface: "org.freedesktop.DBus.ObjectManager")
        ])

    /// - Parameter handler: Called with what is known, whenever that was read or is lost.
    static func listen(
        on services: SystemServices,
        handler: @escaping (CellularRadio.Modem, CellularRadio.Registration?) -> Void
    ) {
        services.add(ServiceObjects(interest) { handler(modem($0), registration($0)) })
    }

    /// Of several modems, that of the one that comes furthest.
    private static func registration(
        _ reading: ServiceObjects.Reading
    ) -> CellularRadio.Registration? {
        guard case .objects(let modems) = reading else { return nil }
        let states = modems.compactMap { modem in
            modem["RegistrationState"]?.uint32.flatMap { registrations[$0] }
        }
        return CellularRadio.Registration.allCases.first { states.contains($0) }
    }

    /// `MM_MODEM_3GPP_REGISTRATION_STATE_*` of ModemManager-enums; 4 is unknown, and what came later
    /// is, too.
    private static let registrations: [UInt32: CellularRadio.Registration] = [
        0: .idle, 1: .home, 2: .searching, 3: .denied, 5: .roaming, 6: .limited, 7: .limited,
        8: .limited, 9: .home, 10: .roaming,
    ]

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
