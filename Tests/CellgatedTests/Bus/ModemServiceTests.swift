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

/// A daemon, and a ModemManager that is not there yet.
private struct Stage {
    let bus: PrivateBus
    let daemon: RunningDaemon
    let service: MockService

    init() throws {
        bus = try PrivateBus()
        daemon = try RunningDaemon(in: try NamedNetworkNamespace(), bus: bus)
        service = try MockService(.modemManager, on: bus)
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

    /// Reads on until the undecided app's state is unknown for this reason.
    func awaitReason(_ reason: String) throws {
        try daemon.awaitEntry { $0.isChange && $0["UNKNOWN_REASON"] == reason }
    }
}
