import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("Many clients, and bad ones", .serialized)
    struct BusLoadTests {
        /// Room for all clients, which are of one user.
        private static let limits = [
            "max_connections_per_user": 4_000, "max_completed_connections": 4_000,
            "max_incomplete_connections": 2_000,
        ]
        /// How much memory any load may cost that is over, in KiB; where it were kept for each
        /// client or change, it would be several times as much.
        private static let kibibytesOfGrowth = 8_192

        @Test("a thousand clients subscribe, ask and go, three times: each is told the last state")
        func thousand() throws {
            let stage = try LoadStage(apps: 1, limits: Self.limits)
            let idle = try stage.latency()
            var cost = 0
            var loaded = Duration.zero
            for round in 0..<3 {
                var clients: [BusClient] = []
                for number in 0..<1_000 {
                    let client = try BusClient(stage.bus)
                    try client.subscribe(number % 2 == 0 ? "Subscribe" : "SubscribeAll")
                    clients.append(client)
                }
                if round == 0 {
                    // All of them ask at once, and then one that is watched.
                    var answers = 0
                    loaded = try stage.latency {
                        for client in clients {
                            client.begin(ServiceName.managerInterface, "GetSelf") { answer in
                                if case .success = answer { answers += 1 }
                            }
                        }
                    }
                    for client in clients { try client.settle() }
                    #expect(answers == LoadStage.samples * clients.count)
                    cost = try stage.growth()
                }
                for choice in ["off", "wifiOnly"] { try stage.client.setChoice("app1", choice) }
                for client in clients { try client.settle() }
                #expect(
                    clients.allSatisfy {
                        $0.changes.map { $0["Choice"] } == [.string("off"), .string("wifiOnly")]
                    })
                try stage.client.setChoice("app1", "wifiAndCellular")
                let names = Set(clients.compactMap(\.connection.uniqueName))
                clients = []
                try stage.awaitEnd(of: names)
                try stage.expectNobodyLeft()
            }
            try stage.expectCalm(growth: Self.kibibytesOfGrowth)
            print(
                "1000 clients: \(cost) KiB while they are there, \(try stage.growth()) KiB after "
                    + "three times; GetSelf takes \(loaded / idle) times as long as idle (\(idle))")
        }

        @Test("clients that vanish in the middle of a call leave nothing behind")
        func vanishing() throws {
            let stage = try LoadStage(apps: 20, limits: Self.limits)
            let calls: [(String, [BusValue])] = [
                ("ListApps", []), ("GetSelf", []), ("SubscribeAll", []), ("Refresh", []),
                ("SetChoice", [.string("app2"), .string("off")]),
                ("GetApp", [.string("nobody")]), ("Explain", [.string("app3")]),
            ]
            var names: Set<String> = []
            for number in 0..<2_000 {
                let client = try BusClient(stage.bus, loop: stage.client.loop)
                let (member, arguments) = calls[number % calls.count]
                client.begin(ServiceName.managerInterface, member, arguments) { _ in }
                names.insert(try #require(client.connection.uniqueName))
                if number % 100 == 0 { try stage.drain() }
            }
            try stage.awaitEnd(of: names)
            try stage.expectNobodyLeft()
            try stage.drain()
            #expect(try stage.client.app("app2").choice == "off")
            try stage.expectCalm(growth: Self.kibibytesOfGrowth)
            print("2000 vanished clients: \(try stage.growth()) KiB")
        }

        @Test("a client that never reads costs the daemon nothing, and no other misses a change")
        func deaf() throws {
            let apps = 500
            let stage = try LoadStage(apps: apps, limits: Self.limits)
            // On a loop of its own, which is not turned.
            let deaf = try BusClient(stage.bus)
            try deaf.subscribe()
            try stage.client.subscribe()
            for round in 1...20 {
                try stage.setProfile(round % 2 == 0 ? "cellular" : "allow")
            }
            try stage.client.settle()
            // Each time the device's profile and all apps' permission but that which is decided.
            #expect(stage.client.changes.count == 20 * apps)
            #expect(
                stage.client.changes.suffix(apps - 1).allSatisfy {
                    $0["RestrictedState"] == .string("unknown")
                })
            #expect(deaf.changes == [])
            let growth = try stage.growth()
            #expect(growth <= Self.kibibytesOfGrowth)

            // Once it reads again it has missed nothing; the bus has kept it.
            try deaf.settle()
            #expect(deaf.changes == stage.client.changes)
            try stage.expectCalm(growth: Self.kibibytesOfGrowth, besides: [deaf])
            print("10000 changes that a subscriber does not read: \(growth) KiB")
        }

        @Test(
            "a bus that stands still for a while: subscribers learn what they have missed",
            arguments: [20, 140])
        func frozen(apps: Int) throws {
            let stage = try LoadStage(apps: apps, limits: Self.limits)
            let subscribers = try (0..<10).map { _ in
                try BusClient(stage.bus, loop: stage.client.loop)
            }
            for subscriber in subscribers { try subscriber.subscribe() }
            try stage.client.settle()

            // 600 changes wait for the bus in the connection; of 4,200 most wait before it.
            var growth = 0
            for round in 1...2 {
                stage.bus.setFrozen(true)
                for profile in ["allow", "cellular", "allow"] { try stage.setProfile(profile) }
                growth = try stage.growth()
                stage.bus.setFrozen(false)
                for subscriber in subscribers {
                    try subscriber.loop.turn {
                        subscriber.changes.count == (round * 4 - 1) * apps
                    }
                    #expect(
                        subscriber.changes.suffix(apps - 1).allSatisfy {
                            $0["RestrictedState"] == .string("notRestricted")
                        })
                }
                try stage.setProfile("cellular")
                for subscriber in subscribers {
                    try subscriber.loop.turn { subscriber.changes.count == round * 4 * apps }
                }
            }
            // What waits is messages, of which the first freeze costs the most.
            #expect(growth <= Self.kibibytesOfGrowth * 2)
            try stage.expectCalm(growth: Self.kibibytesOfGrowth * 2, besides: subscribers)
            print("a bus that stands still twice, \(apps) apps: \(growth) KiB")
        }

        @Test(
            "a bus that stands still for too long is given up: the daemon connects anew, and subscribers learn of it"
        )
        func givenUp() throws {
            let stage = try LoadStage(apps: 1_500, limits: Self.limits)
            let subscribers = try (0..<10).map { _ in
                try BusClient(stage.bus, loop: stage.client.loop)
            }
            for subscriber in subscribers { try subscriber.subscribe() }
            var hasMoved = false
            let match = try stage.client.connection.match(
                .nameOwnerChanged(ServiceName.wellKnown)
            ) { _ in hasMoved = true }
            try stage.client.settle()

            // 9,000 changes for 10 subscribers, of which neither the socket (8 MiB) nor the daemon
            // (4,096 changes) keeps so many.
            stage.bus.setFrozen(true)
            for round in 1...6 { try stage.setProfile(round % 2 == 1 ? "allow" : "cellular") }
            stage.bus.setFrozen(false)
            try stage.daemon.awaitEntry(where: \.tellsOfBus)
            try withExtendedLifetime(match) { try stage.client.awaitService() }
            #expect(hasMoved)
            // Each has seen the name change hands, and asks and subscribes anew.
            let subscriber = subscribers[9]
            #expect(try subscriber.app("app2").restrictedState == "unknown")
            try subscriber.call("SubscribeAll")
            let told = subscriber.changes.count
            try stage.setProfile("allow")
            try subscriber.loop.turn { subscriber.changes.count == told + 1_500 }
        }

        @Test("a bus that is killed under load, again and again: the daemon answers on the next")
        func killedBus() throws {
            let stage = try LoadStage(apps: 50, limits: Self.limits)
            for round in 1...10 {
                let clients = try (0..<20).map { _ in
                    try BusClient(stage.bus, loop: stage.client.loop)
                }
                for client in clients {
                    try client.subscribe()
                    for app in 1...20 {
                        client.begin(
                            ServiceName.managerInterface, "SetChoice",
                            [.string("app\(app)"), .string(round % 2 == 0 ? "off" : "wifiOnly")]
                        ) { _ in }
                    }
                }
                try stage.client.loop.turn(atMost: .zero)
                try stage.bus.kill()
                try stage.bus.start()
                try stage.reconnect()
                let choice = round % 2 == 0 ? "wifiOnly" : "off"
                try stage.client.setChoice("app1", choice)
                #expect(try stage.client.app("app1").choice == choice)
                try stage.drain()
            }
            try stage.expectCalm(growth: Self.kibibytesOfGrowth)
            print("a bus killed 10 times under load: \(try stage.growth()) KiB")
        }
    }
}
