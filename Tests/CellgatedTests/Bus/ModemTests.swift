import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("ModemManager on the bus")
    struct ModemTests {
        /// `MM_MODEM_STATE_FAILED`, `MM_MODEM_STATE_REGISTERED` and
        /// `MM_MODEM_STATE_FAILED_REASON_SIM_MISSING` of ModemManager-enums.
        private static let failed: Int32 = -1
        private static let registered: Int32 = 8
        private static let simMissing: UInt32 = 2

        @Test("R3: says why an undecided app's state is unknown, while it is there")
        func reasons() throws {
            let bus = try PrivateBus()
            let daemon = try RunningDaemon(in: try NamedNetworkNamespace(), bus: bus)
            defer { withExtendedLifetime(daemon) {} }
            let client = try BusClient(bus)
            try client.subscribe()
            let asked = "D"
            #expect(try client.device().modem == "unknown")
            #expect(try client.app(asked).unknownReason == "notAsked")

            var modems: [BusValue] = []
            try client.connection.serve(path: "/org/freedesktop/ModemManager1") { call in
                try? call.reply([.array(of: "{oa{sa{sv}}}", modems)])
            }
            client.connection.requestName("org.freedesktop.ModemManager1") { _ in }
            try follow(client, modem: "absent", reason: "noModem", of: asked)

            modems = [Self.modem(Self.failed, Self.simMissing)]
            try announce(client)
            try follow(client, modem: "withoutSIM", reason: "noSIM", of: asked)
            // Of two modems one with a SIM is enough.
            modems.append(Self.modem(Self.registered, 0))
            try announce(client)
            try follow(client, modem: "present", reason: "notAsked", of: asked)
        }

        private static func modem(_ state: Int32, _ reason: UInt32) -> BusValue {
            .entry(
                .objectPath("/org/freedesktop/ModemManager1/Modem/\(reason)"),
                .array(
                    of: "{sa{sv}}",
                    [
                        .entry(
                            .string("org.freedesktop.ModemManager1.Modem"),
                            .dictionary([
                                ("State", .int32(state)), ("StateFailedReason", .uint32(reason)),
                            ]))
                    ]))
        }

        private func announce(_ client: BusClient) throws {
            try client.connection.emit(
                path: "/org/freedesktop/ModemManager1",
                interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
                arguments: [
                    .objectPath("/org/freedesktop/ModemManager1"), .array(of: "{sa{sv}}", []),
                ])
        }

        private func follow(
            _ client: BusClient, modem: String, reason: String, of app: String
        ) throws {
            try client.loop.turn {
                client.changes.contains { $0.app == nil && $0["Modem"] == .string(modem) }
            }
            #expect(try client.app(app).unknownReason == reason)
        }
    }
}
