import CellgateBusInterface
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    /// What the daemon publishes of an undecided app while a ModemManager comes, changes and goes.
    @Suite(
        "ModemManager as a process", .enabled(if: MockService.isAvailable, "needs python3-dbusmock")
    )
    struct ModemServiceTests {
        private static let modem = "org.freedesktop.ModemManager1.Modem"
        private static let bearer = "org.freedesktop.ModemManager1.Bearer"
        private static let modem3GPP = "org.freedesktop.ModemManager1.Modem.Modem3gpp"
        /// Of `MMModemState`: failed, registered, connected.
        private static let failed: Int32 = -1
        private static let registered: Int32 = 8
        private static let connected: Int32 = 11
        /// `MM_MODEM_STATE_FAILED_REASON_SIM_MISSING`.
        private static let simMissing: UInt32 = 2

        @Test(
            "R3: it comes, its modem loses and gets its SIM, roams and goes; it crashes, and returns"
        )
        func life() throws {
            let stage = try Stage()
            #expect(try stage.daemon.settle().apps["D"]?.unknownReason == "notAsked")
            try stage.expect("noModem") { try stage.service.start() }
            let path = "/org/freedesktop/ModemManager1/Modem/0"
            try stage.expect("noSIM") { try stage.addModem(Self.failed, Self.simMissing) }
            try stage.expect("notAsked") { try stage.update(path, Self.registered, 0) }
            // Registration and roaming are no matter of permission: the next that is one is the next
            // entry.
            for registration: UInt32 in [2, 1, 5] {
                try stage.service.update(
                    path, Self.modem3GPP, [("RegistrationState", .uint32(registration))])
            }
            try stage.update(path, Self.connected, 0)
            let client = try BusClient(stage.bus)
            while try client.device().registration != "roaming" {}
            try stage.expect("noSIM") { try stage.update(path, Self.failed, Self.simMissing) }
            // A failure of another kind says nothing of the SIM.
            try stage.expect("notAsked") { try stage.update(path, Self.failed, 3) }
            try stage.expect("noModem") {
                try stage.service.mock(
                    stage.service.kind.objectManager, "RemoveModem", [.string(path)])
            }
            for _ in 0..<2 {
                try stage.expect("notAsked") { try stage.service.crash() }
                try stage.expect("noModem") { try stage.service.start() }
            }
        }

        @Test("its ports and connections tell which links are modems', as they come, change and go")
        func links() throws {
            let stage = try Stage(link: "usb0")
            try stage.service.start()
            let path = try stage.addModem(Self.registered, 0)
            let (mobile, wired) = ("usb0 cellular modemManager", "usb0 wiredEthernet linkType")
            func setPorts(_ ports: [(String, UInt32)]) throws {
                let values = ports.map { BusValue.structure([.string($0.0), .uint32($0.1)]) }
                try stage.service.update(
                    path, Self.modem, [("Ports", .array(of: "(su)", values))])
            }
            // Of `MMModemPortType`: 2 is a link, 3 a serial port.
            try stage.expectPath(mobile) { try setPorts([("ttyACM0", 3), ("usb0", 2)]) }
            try stage.expectPath(wired) { try setPorts([("usb0", 3), ("wwan9", 2)]) }
            try stage.expectPath(mobile) { try setPorts([("usb0", 2), ("usb0", 3)]) }
            let wrong: [BusValue] = [
                .string("usb0"), .strings(["usb0"]),
                .array(of: "(ss)", [.structure([.string("usb0"), .string("2")])]),
                .array(of: "(su)", []),
                .array(of: "(si)", [.structure([.string("usb0"), .int32(2)])]),
            ]
            for value in wrong {
                try stage.expectPath(wired) {
                    try stage.service.update(path, Self.modem, [("Ports", value)])
                }
                try stage.expectPath(mobile) { try setPorts([("usb0", 2)]) }
            }
            try stage.expectPath(wired) { try setPorts([]) }
            let answer = try stage.service.mock(
                stage.service.kind.objectManager, "AddBearer", [.string("0")])
            let connection = try #require(answer.first?.string)
            func connect(_ isConnected: Bool, _ interface: BusValue = .string("usb0")) throws {
                try stage.service.update(
                    connection, Self.bearer,
                    [("Connected", .boolean(isConnected)), ("Interface", interface)])
            }
            try stage.expectPath(mobile) {
                // One that is gone, and one that no modem has yet.
                let paths = ["/org/freedesktop/ModemManager1/Bearer/9", connection]
                try stage.service.update(
                    path, Self.modem, [("Bearers", .array(of: "o", paths.map { .objectPath($0) }))])
                try connect(false)
                try connect(true)
            }
            try stage.expectPath(wired) { try connect(false) }
            try stage.expectPath(mobile) { try connect(true) }
            try stage.expectPath(wired) { try connect(true, .uint32(7)) }
            try stage.expectPath(mobile) { try connect(true) }
            try stage.expectPath(wired) {
                try stage.service.mock(
                    stage.service.kind.objectManager, "RemoveModem", [.string(path)])
            }
            try stage.addModem(Self.registered, 0)
            try stage.expectPath(mobile) { try setPorts([("usb0", 2)]) }
            try stage.expectPath(wired) { try stage.service.crash() }
        }

        @Test("NetworkManager tells which link carries a modem's PPP")
        func pointToPoint() throws {
            let stage = try Stage(link: "ppp7", .networkManager)
            let (mobile, wired) = ("ppp7 cellular modemManager", "ppp7 wiredEthernet linkType")
            try stage.service.start()
            let answer = try stage.service.mock(
                "/org/freedesktop", "AddEthernetDevice",
                [.string("serial"), .string("ttyACM0"), .int32(100)])
            let path = try #require(answer.first?.string)
            let device = "org.freedesktop.NetworkManager.Device"
            // `NM_DEVICE_TYPE_MODEM`; 1 is Ethernet.
            try stage.expectPath(mobile) {
                try stage.service.update(path, device, [("IpInterface", .string("ppp7"))])
                try stage.service.update(path, device, [("DeviceType", .uint32(8))])
            }
            try stage.expectPath(wired) {
                try stage.service.update(path, device, [("DeviceType", .uint32(1))])
            }
            try stage.expectPath(mobile) {
                try stage.service.update(path, device, [("DeviceType", .uint32(8))])
            }
            try stage.expectPath(wired) { try stage.service.crash() }
        }

        @Test("a state of another type than told is no missing SIM, and does no harm")
        func garbage() throws {
            let stage = try Stage()
            try stage.expect("noModem") { try stage.service.start() }
            let path = try stage.addModem(Self.registered, 0)
            try stage.awaitReason("notAsked")
            let wrong: [BusValue] = [
                .string("failed"), .int64(-1), .uint32(.max), .int32(.min), .double(-1),
                .strings([]),
            ]
            for value in wrong {
                try stage.expect("noSIM") { try stage.update(path, Self.failed, Self.simMissing) }
                try stage.expect("notAsked") {
                    try stage.service.update(path, Self.modem, [("State", value)])
                }
            }
            try stage.expect("indeterminate") {
                try stage.service.mock(
                    stage.service.kind.objectManager, "AddMethod",
                    [
                        .string("org.freedesktop.DBus.ObjectManager"),
                        .string("GetManagedObjects"), .string(""), .string("u"),
                        .string("ret = 7"),
                    ])
                try stage.update(path, Self.registered, 0)
            }
        }
    }
}

/// A daemon, and a service that is not there yet.
private struct Stage {
    let bus: PrivateBus
    let daemon: RunningDaemon
    let service: MockService

    /// - Parameter link: The link that the daemon is on; nil for none.
    init(link: String? = nil, _ kind: MockService.Kind = .modemManager) throws {
        bus = try PrivateBus()
        let namespace = try NamedNetworkNamespace()
        if let link {
            try namespace.uplink(link, 1)
            try namespace.ip("route add default via 10.1.0.1 dev \(link)")
        }
        daemon = try RunningDaemon(in: namespace, bus: bus)
        service = try MockService(kind, on: bus)
    }

    @discardableResult
    func addModem(_ state: Int32, _ reason: UInt32) throws -> String {
        let answer = try service.mock(
            service.kind.objectManager, "AddModem",
            [.string("0"), .int32(state), .uint32(reason)])
        return try #require(answer.first?.string)
    }

    func update(_ path: String, _ state: Int32, _ reason: UInt32) throws {
        try service.update(
            path, "org.freedesktop.ModemManager1.Modem",
            [("StateFailedReason", .uint32(reason)), ("State", .int32(state))])
    }

    /// Expects one change while something is done: the undecided app's state is unknown for
    /// another reason.
    func expect(
        _ reason: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ action: () throws -> Void
    ) throws {
        let mark = daemon.entries.count
        try action()
        if daemon.changes(since: mark).isEmpty { try daemon.awaitEntry(where: \.isChange) }
        let told = daemon.changes(since: mark).map {
            [$0.event, $0.app, $0["UNKNOWN_REASON"]].compactMap(\.self).joined(separator: " ")
        }
        #expect(told == ["restriction-changed D \(reason)"], sourceLocation: sourceLocation)
    }

    /// Expects one change of the path while something is done: the preferred interface, its type, and
    /// how that is known.
    func expectPath(
        _ told: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ action: () throws -> Void
    ) throws {
        let mark = daemon.entries.count
        func paths() -> [String] {
            daemon.changes(since: mark).filter { $0.event == "path-changed" }.map { entry in
                ["INTERFACE", "INTERFACE_TYPE", "TYPE_SOURCE"].compactMap { entry[$0] }
                    .joined(separator: " ")
            }
        }
        try action()
        while paths().isEmpty { try daemon.awaitEntry(where: \.isChange) }
        #expect(paths() == [told], sourceLocation: sourceLocation)
    }

    /// Reads on until the undecided app's state is unknown for this reason.
    func awaitReason(_ reason: String) throws {
        try daemon.awaitEntry { $0.isChange && $0["UNKNOWN_REASON"] == reason }
    }
}
