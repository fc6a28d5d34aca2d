internal import CellgateCore
internal import Systemd

/// What ModemManager says of the modems, where it is on the system's bus.
///
/// Source: the D-Bus interfaces org.freedesktop.ModemManager1.Modem, ….Modem.Modem3gpp and ….Bearer.
enum ModemSource {
    /// `MM_MODEM_STATE_FAILED` and `MM_MODEM_STATE_FAILED_REASON_SIM_MISSING` of ModemManager-enums.
    private static let stateFailed: Int32 = -1
    private static let simMissing: UInt32 = 2
    /// `MM_MODEM_PORT_TYPE_NET` of ModemManager-enums.
    private static let portTypeNet: UInt32 = 2

    private static let interest = ServiceObjects.Interest(
        name: "org.freedesktop.ModemManager1", objectManager: "/org/freedesktop/ModemManager1",
        interface: "org.freedesktop.ModemManager1.Modem",
        properties: [
            "State", "StateFailedReason", "RegistrationState", "Ports", "Bearers", "Interface",
            "Connected",
        ],
        addition: "org.freedesktop.ModemManager1.Modem.Modem3gpp",
        references: ServiceObjects.References(
            property: "Bearers", interface: "org.freedesktop.ModemManager1.Bearer"),
        objects: "/org/freedesktop/ModemManager1",
        comings: [
            BusMatchRule(
                sender: "org.freedesktop.ModemManager1", path: "/org/freedesktop/ModemManager1",
                interface: "org.freedesktop.DBus.ObjectManager")
        ])

    /// What is known of all modems together.
    struct Modems: Equatable {
        var modem = CellularRadio.Modem.unknown
        var registration: CellularRadio.Registration?
        /// The links that are ports of theirs, or carry their connections.
        var links: Set<InterfaceName> = []
    }

    /// - Parameter handler: Called with what is known, whenever that was read or is lost.
    static func listen(on services: SystemServices, handler: @escaping (Modems) -> Void) {
        services.add(
            ServiceObjects(interest) {
                handler(
                    Modems(modem: modem($0), registration: registration($0), links: links($0)))
            })
    }

    /// The ports of type net, and the interfaces of the connections that are made: where a modem
    /// carries several, each has a link of its own. The interface of a connection by PPP is its
    /// serial port, and no link's name.
    private static func links(_ reading: ServiceObjects.Reading) -> Set<InterfaceName> {
        guard case .objects(let modems, let bearers) = reading else { return [] }
        var names: Set<InterfaceName> = []
        for port in modems.flatMap({ $0["Ports"]?.elements ?? [] }) {
            if case .structure(let fields) = port, fields.count == 2,
                let name = fields[0].string, fields[1] == .uint32(portTypeNet)
            {
                names.insert(InterfaceName(name))
            }
        }
        for bearer in bearers where bearer["Connected"]?.boolean == true {
            if let name = bearer["Interface"]?.string, !name.isEmpty {
                names.insert(InterfaceName(name))
            }
        }
        return names
    }

    /// Of several modems, that of the one that comes furthest.
    private static func registration(
        _ reading: ServiceObjects.Reading
    ) -> CellularRadio.Registration? {
        guard case .objects(let modems, named: _) = reading else { return nil }
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
        case .objects(let modems, named: _) where modems.isEmpty: .absent
        case .objects(let modems, named: _): modems.allSatisfy(lacksSIM) ? .withoutSIM : .present
        }
    }

    private static func lacksSIM(_ properties: BusValue) -> Bool {
        guard case .int32(stateFailed)? = properties["State"] else { return false }
        return properties["StateFailedReason"]?.uint32 == simMissing
    }
}
