import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("A bus that goes, comes, or has the name taken")
    struct BusRestartTests {
        @Test(
            "OS-13: a bus is killed and started again: the same daemon has the name, and the present state"
        )
        func restart() throws {
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace, bus: bus)
            try daemon.reach(.via("wlan0:wifi wwan0:cellular"))
            #expect(try BusClient(bus).device().interface == "wlan0")

            for round in 1...3 {
                try bus.kill()
                try daemon.awaitEntry { $0.event == "bus-changed" && !$0.tellsOfBus }
                // Without a bus the changes are told as ever.
                let lost = try daemon.changes(reaching: .via("wwan0:cellular")) {
                    try namespace.ip("link set wlan0 down")
                }
                #expect(
                    lost == [
                        "path: wwan0:cellular", "A: cellularDenied", "C: cellularDenied",
                        "D: undecided",
                    ])
                try bus.start()
                try daemon.awaitEntry(where: \.tellsOfBus)
                let client = try BusClient(bus)
                #expect(try client.processOfService() == UInt32(daemon.processID))
                var device = try client.device()
                #expect(device.interface == "wwan0")
                #expect(device.statistics["evaluations"] ?? 0 > UInt64(round))
                #expect(try client.app("A").reason == "cellularDenied")

                // The answer and the change after it come on the new connection.
                try client.subscribe()
                try namespace.ip("link set wlan0 up")
                try namespace.awaitAnswer(to: "-o link show wlan0", contains: "state UP")
                try namespace.addDefault("wlan0", 1, metric: 600)
                try daemon.reach(.via("wlan0:wifi wwan0:cellular"))
                try client.settle()
                #expect(client.changes.last { $0.app == nil }?["Interface"] == .string("wlan0"))
                device = try client.device()
                #expect(device.interface == "wlan0")
            }
            #expect(daemon.hasAllEntries)
            #expect(daemon.entries(of: "bus-changed").count == 7)
        }

        @Test("OS-13: what changes while the bus is down and up again and again is never lost")
        func churn() throws {
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace, bus: bus)
            let files = try daemon.openFiles()
            for _ in 0..<10 {
                try bus.kill()
                try namespace.ip("link set wwan0 down")
                try bus.start()
                try namespace.ip("link set wwan0 up")
            }
            try namespace.awaitAnswer(to: "-o link show wwan0", contains: "state UP")
            try namespace.addDefault("wwan0", 2, metric: 700)
            try daemon.reach(.via("wlan0:wifi wwan0:cellular"))
            let client = try BusClient(bus)
            try client.awaitService()
            #expect(try client.processOfService() == UInt32(daemon.processID))
            #expect(try client.device().interfaces.map(\.name) == ["wlan0", "wwan0"])
            // Another connection, to the modems' service, may be on its way.
            #expect(try daemon.openFiles() <= files + 2)
            #expect(daemon.hasAllEntries)
        }

        @Test("OS-13: without a bus it is ready all the same, and is found once the bus comes")
        func later() throws {
            let bus = try PrivateBus(isStarted: false)
            let namespace = try NamedNetworkNamespace()
            let manager = try ServiceManager(at: "@cellgate-notify", in: namespace)
            let daemon = try RunningDaemon(
                in: namespace, bus: bus, environment: ["NOTIFY_SOCKET": "@cellgate-notify"])
            #expect(
                Set([try manager.next(), try manager.next()]).contains("READY=1"))
            let missing = try #require(daemon.entries(of: "bus-changed").first)
            #expect(missing.fields["PRIORITY"] == "4")
            #expect(missing.fields["MESSAGE"]?.hasPrefix("programs cannot ask on D-Bus") == true)
            #expect(missing.fields["MESSAGE"]?.contains("ENOENT") == true)

            try bus.start()
            try daemon.awaitEntry(where: \.tellsOfBus)
            let client = try BusClient(bus)
            #expect(try client.processOfService() == UInt32(daemon.processID))
            #expect(try client.device().pathStatus == "unsatisfied")
            #expect(daemon.entries(of: "bus-changed").count == 2)
            #expect(manager.senders == [daemon.processID])
        }

        @Test(
            "another program has the name: the daemon says so, runs on, and takes it when it is free"
        )
        func taken() throws {
            let bus = try PrivateBus()
            var other: BusClient? = try BusClient(bus)
            try other?.takeName()
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(in: namespace, bus: bus)
            let missing = try #require(daemon.entries(of: "bus-changed").first)
            #expect(!missing.tellsOfBus)
            #expect(missing.fields["MESSAGE"]?.contains("belongs to another connection") == true)
            try daemon.reach(.via("wlan0:wifi"))
            #expect(daemon.entries(of: "bus-changed").count == 1)

            other = nil
            try daemon.awaitEntry(where: \.tellsOfBus)
            let client = try BusClient(bus)
            #expect(try client.processOfService() == UInt32(daemon.processID))
            #expect(try client.device().interface == "wlan0")
        }
    }
}

extension BusClient {
    /// The process that has the daemon's name.
    func processOfService() throws -> UInt32? {
        var answer: Result<BusCredentials, BusError>?
        connection.credentials(of: ServiceName.wellKnown) { answer = $0 }
        try loop.turn { answer != nil }
        return UInt32(exactly: try #require(answer).get().processID)
    }

    /// Takes the daemon's name, which has to be free, and never answers.
    func takeName() throws {
        var answer: Result<Void, BusError>?
        connection.requestName(ServiceName.wellKnown) { answer = $0 }
        try loop.turn { answer != nil }
        try #require(answer).get()
    }

    /// Waits until somebody has the daemon's name.
    func awaitService() throws {
        var isOwned = false
        let match = try connection.match(.nameOwnerChanged(ServiceName.wellKnown)) { message in
            isOwned = message.body.last?.string != ""
        }
        // Asked when the match is in force, so that no change of hands is missed.
        connection.owner(of: ServiceName.wellKnown) { if case .success = $0 { isOwned = true } }
        try withExtendedLifetime(match) { try loop.turn { isOwned } }
    }
}
