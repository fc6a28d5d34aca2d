import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("Odd names on the bus")
    struct OddNameTests {
        /// Ids that are no words; the last two look the same and are two apps.
        private static let ids = [
            "it's \"quoted\"", " leading and trailing ", "9lives", "-dash", "_5f", "100%",
            "back\\slash", "a.b-c_d", "\u{1F4F6}", "\u{FFFD}", "$(reboot)",
            String(repeating: "\u{1F4F6}", count: 60), "\u{65}\u{301}", "\u{E9}",
        ]

        @Test("apps of any id are listed, read, introspected, changed and told of by their bytes")
        func apps() throws {
            let bus = try PrivateBus()
            let policy = try PolicyFolder(apps: [:])
            for id in Self.ids { try policy.set(id, "ask") }
            let daemon = try RunningDaemon(
                in: NamedNetworkNamespace(), policy: policy, bus: bus, awaitsStart: false)
            try daemon.awaitEntry(where: \.tellsOfBus)
            let client = try BusClient(bus)
            let sorted = Self.ids.map { AppID($0) }.sorted()
            #expect(try client.listedApps() == sorted)

            try client.subscribe()
            for app in sorted {
                try client.setChoice(app.rawValue, "off")
                let byMethod = try client.app(app.rawValue)
                #expect(AppID(byMethod.id) == app)
                #expect(byMethod.choice == "off")
                #expect(byMethod.name.utf8.elementsEqual(app.rawValue.utf8))
                var byObject = AppProperties()
                let path = AppObject.path(of: app)
                try byObject.take(
                    try client.answer(
                        ServiceName.propertiesInterface, "GetAll",
                        [.string(ServiceName.appInterface)], path: path
                    ).get()[0])
                #expect(byObject == byMethod)
                _ = try client.answer(
                    ServiceName.introspectableInterface, "Introspect", path: path
                ).get()
            }
            try client.settle()
            #expect(client.changes.compactMap(\.app) == sorted)
            // The connection is the one that was there from the start.
            #expect(daemon.entries(of: "bus-changed").count == 1)

            // The records tell them apart, too.
            try client.setChoice("\u{E9}", "wifiOnly")
            #expect(try daemon.stop() == .exit(0))
            let second = try RunningDaemon(
                in: NamedNetworkNamespace(), policy: policy, state: daemon.state, bus: bus,
                awaitsStart: false)
            try second.awaitEntry(where: \.tellsOfBus)
            #expect(second.entries(of: "bus-changed").map(\.tellsOfBus) == [true])
            #expect(try client.app("\u{E9}").choice == "wifiOnly")
            #expect(try client.app("\u{65}\u{301}").choice == "off")
            #expect(try client.listedApps() == sorted)
        }

        @Test("an interface's name of any bytes is told escaped")
        func interfaces() throws {
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            try namespace.uplink("wlan0", 1)
            try namespace.bash(
                #"""
                name=$'wlan\xff"\\\xf0\x9f\x93\xb6\''
                ip link set wlan0 down
                ip link set wlan0 name "$name"
                ip link set "$name" up
                ip route add default via 10.1.0.1 dev "$name"
                """#)
            let daemon = try RunningDaemon(in: namespace, bus: bus)
            let shown = #"wlan\xff"\x5c\xf0\x9f\x93\xb6'"#
            try daemon.reach(.via("\(shown):wifi"))
            let client = try BusClient(bus)
            try client.subscribe()
            let device = try client.device()
            #expect(device.interface == shown)
            #expect(device.interfaces.map(\.name) == [shown])
            #expect(try client.app("A").interfaces.map(\.name) == [shown])
            try namespace.bash("ip route del default")
            try daemon.reach(.unsatisfied)
            try namespace.bash(#"ip route add default via 10.1.0.1"#)
            try daemon.reach(.via("\(shown):wifi"))
            try client.settle()
            #expect(client.changes.last { $0.app == nil }?["Interface"] == .string(shown))
            #expect(daemon.entries(of: "bus-changed").count == 1)
        }
    }
}

extension BusClient {
    /// The ids of `ListApps`, in its order.
    fileprivate func listedApps() throws -> [AppID] {
        (try call("ListApps")[0].elements ?? []).compactMap {
            $0.fields?.first?.string.map { AppID($0) }
        }
    }
}
