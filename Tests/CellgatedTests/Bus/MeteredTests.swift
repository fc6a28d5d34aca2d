import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite(
        "NetworkManager on the bus",
        .enabled(if: MockService.isAvailable, "needs python3-dbusmock"))
    struct MeteredTests {
        private static let device = "org.freedesktop.NetworkManager.Device"

        @Test("says what a link costs, from when it comes, and whatever it says next")
        func life() throws {
            let stage = try Stage()
            stage.expect(stage.daemon.entries, last: ["no type"])
            try stage.service.start()
            let path = try stage.addDevice("wlan0")
            for (metered, told) in [
                (1, "yes networkManager"), (2, "no networkManager"),
                (3, "yes networkManagerGuess"), (4, "no type"), (1, "yes networkManager"),
                (0, "no type"), (2, "no networkManager"),
            ] as [(UInt32, String)] {
                try stage.expect(told: [told]) {
                    try stage.service.update(path, Self.device, [("Metered", .uint32(metered))])
                }
            }
            // What does not matter is not told: the next that does is the next entry.
            try stage.expect(told: ["yes networkManager"]) {
                try stage.service.update(path, Self.device, [("Driver", .string("other"))])
                try stage.service.update(path, Self.device, [("Metered", .uint32(2))])
                try stage.service.update(path, Self.device, [("Metered", .uint32(1))])
            }
            try stage.expect(told: ["no type"]) { try stage.removeDevice(path) }
        }

        @Test("a modem's link is the one that carries its data; a setting makes it cheap")
        func modem() throws {
            let stage = try Stage(link: "wwan0")
            stage.expect(stage.daemon.entries, last: ["yes type"])
            try stage.service.start()
            let path = try stage.addDevice("cdc-wdm0")
            try stage.expect(told: ["no networkManager"]) {
                try stage.service.update(path, Self.device, [("Metered", .uint32(2))])
                try stage.service.update(path, Self.device, [("IpInterface", .string("wwan0"))])
            }
            // A guess does not.
            try stage.expect(told: ["yes type"]) {
                try stage.service.update(path, Self.device, [("Metered", .uint32(4))])
            }
            try stage.expect(told: ["yes networkManagerGuess"]) {
                try stage.service.update(path, Self.device, [("Metered", .uint32(3))])
            }
        }

        @Test("what it said is forgotten when it crashes, and said anew when it is back")
        func crash() throws {
            let stage = try Stage()
            for _ in 0..<2 {
                try stage.service.start()
                try stage.expect(told: ["yes networkManager"]) {
                    let path = try stage.addDevice("wlan0")
                    try stage.service.update(path, Self.device, [("Metered", .uint32(1))])
                }
                try stage.expect(told: ["no type"]) { try stage.service.crash() }
            }
            // The bus takes it along.
            try stage.service.start()
            try stage.expect(told: ["yes networkManager"]) {
                let path = try stage.addDevice("wlan0")
                try stage.service.update(path, Self.device, [("Metered", .uint32(1))])
            }
            try stage.expect(told: ["no type"]) { try stage.bus.kill() }
        }

        @Test(
            "a daemon that comes later reads what is there; one that stands still holds up nothing")
        func frozen() throws {
            let stage = try Stage(startsDaemon: false)
            try stage.service.start()
            let path = try stage.addDevice("wlan0")
            try stage.service.update(path, Self.device, [("Metered", .uint32(1))])
            stage.service.setFrozen(true)
            try stage.startDaemon()
            stage.expect(stage.daemon.entries, last: ["no type"])
            try stage.expect(told: ["yes networkManager"]) { stage.service.setFrozen(false) }
        }

        @Test("the operator's word counts more")
        func configured() throws {
            let stage = try Stage()
            try stage.service.start()
            try stage.expect(told: ["no networkManager"]) {
                let path = try stage.addDevice("wlan0")
                try stage.service.update(path, Self.device, [("Metered", .uint32(2))])
            }
            for (settings, told) in [
                ("Expensive=wlan0\n", "yes configured"), ("", "no networkManager"),
            ] {
                try stage.expect(told: [told]) {
                    try stage.daemon.policy.setSettings(settings)
                    _ = try stage.daemon.reload()
                }
            }
        }

        @Test("values of other types than told are nothing said, and do no harm")
        func garbage() throws {
            let stage = try Stage()
            try stage.service.start()
            let path = try stage.addDevice("wlan0")
            try stage.expect(told: ["yes networkManager"]) {
                try stage.service.update(path, Self.device, [("Metered", .uint32(1))])
            }
            let wrong: [BusValue] = [
                .string("1"), .int32(1), .uint64(1), .uint32(5), .uint32(.max), .boolean(true),
                .double(1), .strings(["yes"]),
            ]
            for value in wrong {
                try stage.expect(told: ["no type"]) {
                    try stage.service.update(path, Self.device, [("Metered", value)])
                }
                try stage.expect(told: ["yes networkManager"]) {
                    try stage.service.update(path, Self.device, [("Metered", .uint32(1))])
                }
            }
            // A name of another type is no name, and the device's own counts.
            try stage.service.update(path, Self.device, [("IpInterface", .int64(7))])
            try stage.expect(told: ["no type"]) {
                try stage.service.update(path, Self.device, [("Interface", .strings(["wlan0"]))])
            }
            try stage.expect(told: ["yes networkManager"]) {
                try stage.service.update(path, Self.device, [("Interface", .string("wlan0"))])
            }
            // Signals of another shape have it read anew, and no more.
            for rest in [[], [BusValue.uint32(7)], [.strings(["Metered"]), .strings([])]] {
                let arguments = [.string(Self.device)] + rest
                try stage.service.mock(
                    path, "EmitSignal",
                    [
                        .string("org.freedesktop.DBus.Properties"), .string("PropertiesChanged"),
                        .string(arguments.signature),
                        .array(of: "v", arguments.map { .variant($0) }),
                    ])
            }
            // An answer of another shape is none.
            try stage.expect(told: ["no type"]) {
                try stage.service.mock(
                    stage.service.kind.objectManager, "AddMethod",
                    [
                        .string("org.freedesktop.DBus.ObjectManager"),
                        .string("GetManagedObjects"), .string(""), .string("s"),
                        .string("ret = 'nothing'"),
                    ])
                try stage.service.update(path, Self.device, [("Metered", .uint32(2))])
            }
        }
    }
}

/// A daemon that is on one link, and a NetworkManager that is not there yet.
private final class Stage {
    let bus: PrivateBus
    let service: MockService
    private let namespace: NamedNetworkNamespace
    private var started: RunningDaemon?

    var daemon: RunningDaemon {
        guard let started else { preconditionFailure("the daemon was not started") }
        return started
    }

    init(link: String = "wlan0", startsDaemon: Bool = true) throws {
        bus = try PrivateBus()
        namespace = try NamedNetworkNamespace()
        try namespace.uplink(link, 1)
        try namespace.ip("route add default via 10.1.0.1 dev \(link)")
        service = try MockService(.networkManager, on: bus)
        if startsDaemon { try startDaemon() }
    }

    func startDaemon() throws {
        started = try RunningDaemon(in: namespace, bus: bus)
    }

    /// Adds a device of which nothing is said, and returns its path.
    func addDevice(_ name: String) throws -> String {
        let answer = try service.mock(
            "/org/freedesktop", "AddEthernetDevice",
            [.string(name.filter(\.isLetter)), .string(name), .int32(100)])
        let path = try #require(answer.first?.string)
        try service.mock(
            path, "AddProperties",
            [
                .string("org.freedesktop.NetworkManager.Device"),
                .dictionary([("Metered", .uint32(0))]),
            ])
        return path
    }

    func removeDevice(_ path: String) throws {
        try service.mock("/org/freedesktop", "RemoveObject", [.string(path)])
        try service.mock(
            "/org/freedesktop/NetworkManager", "EmitSignal",
            [
                .string("org.freedesktop.NetworkManager"), .string("DeviceRemoved"), .string("o"),
                .array(of: "v", [.variant(.objectPath(path))]),
            ])
    }

    /// Expects the path's costs in the entries that tell of a change while something is done, up to
    /// the last of `told`, and nothing of any app.
    func expect(
        told: [String], sourceLocation: SourceLocation = #_sourceLocation,
        _ action: () throws -> Void
    ) throws {
        let mark = daemon.entries.count
        try action()
        while Self.costs(daemon.changes(since: mark)).last != told.last {
            try daemon.awaitEntry(where: \.isChange)
        }
        #expect(
            Self.costs(daemon.changes(since: mark)) == told, sourceLocation: sourceLocation)
    }

    /// Expects the costs that the last entries with a path tell.
    func expect(
        _ entries: [PublishedEntry], last: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let costs = Self.costs(entries.filter { $0["EXPENSIVE"] != nil })
        #expect(Array(costs.suffix(last.count)) == last, sourceLocation: sourceLocation)
    }

    private static func costs(_ entries: [PublishedEntry]) -> [String] {
        entries.map { "\($0["EXPENSIVE"] ?? "") \($0["EXPENSIVE_SOURCE"] ?? "")" }
    }
}
