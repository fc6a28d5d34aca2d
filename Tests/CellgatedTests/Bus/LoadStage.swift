import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

/// A daemon on a bus, a client that is well, and what the daemon had before the load.
final class LoadStage {
    let bus: PrivateBus
    let daemon: RunningDaemon
    private(set) var client: BusClient
    private let kibibytes: Int
    private let files: Int
    private var matchRules: Int64? = 0

    /// How many calls a latency is of.
    static let samples = 5

    /// - Parameter apps: `app1` and so on, whose user has to decide; the first is this process's.
    init(apps: Int, limits: [String: Int]) throws {
        bus = try PrivateBus(limits: limits)
        let policy = try PolicyFolder(apps: [:])
        for app in 1...apps {
            try policy.write(
                "[App]\nChoice=ask\n" + (app == 1 ? "[Match]\nUser=0\n" : ""),
                to: "apps.d/app\(app).conf")
        }
        daemon = try RunningDaemon(in: NamedNetworkNamespace(), policy: policy, bus: bus)
        client = try BusClient(bus)
        // So that what the first of each costs is no growth.
        var first: BusClient? = try BusClient(bus)
        let name = first?.connection.uniqueName ?? ""
        try first?.subscribe()
        for choice in ["off", "wifiOnly"] { try client.setChoice("app1", choice) }
        _ = try client.call("ListApps")
        first = nil
        try daemon.settle()
        kibibytes = try daemon.kibibytes("VmRSS")
        files = try daemon.openFiles()
        try awaitEnd(of: [name])
        matchRules = try countMatchRules()
    }

    /// How much more memory the daemon has, in KiB.
    func growth() throws -> Int { try daemon.kibibytes("VmRSS") - kibibytes }

    /// Reads what the daemon has published, which would wait for it in the daemon otherwise.
    func drain() throws { try daemon.settle() }

    /// Has all apps allowed or not by the profile, and waits until that is evaluated.
    func setProfile(_ profile: String) throws {
        try daemon.policy.setSettings("[Permission]\nProfile=\(profile)\n")
        _ = try daemon.reload()
    }

    /// Connects anew, and waits until the daemon is there.
    func reconnect() throws {
        client = try BusClient(bus)
        try client.awaitService()
    }

    /// The median time of a call, each after something else.
    func latency(after load: () -> Void = {}) throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<Self.samples {
            load()
            let start = ContinuousClock.now
            try client.call("GetSelf")
            times.append(.now - start)
        }
        return times.sorted()[Self.samples / 2]
    }

    /// How many rules the bus matches signals by; nil where it does not count them.
    private func countMatchRules() throws -> Int64? {
        var answer: Result<BusMessage, BusError>?
        client.connection.call(
            destination: BusName.driver, path: BusName.driverPath,
            interface: BusName.driver + ".Debug.Stats", member: "GetStats"
        ) { answer = $0 }
        try client.loop.turn { answer != nil }
        return try? answer?.get().body[0]["MatchRules"]?.integer
    }

    /// Expects that the daemon waits for the end of nobody who is gone.
    func expectNobodyLeft(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try countMatchRules() == matchRules, sourceLocation: sourceLocation)
    }

    /// Waits until the daemon has heard of the end of these connections.
    func awaitEnd(of names: Set<String>) throws {
        var present = names
        while !present.isDisjoint(with: names) {
            var answer: Result<BusMessage, BusError>?
            client.connection.call(
                destination: BusName.driver, path: BusName.driverPath, interface: BusName.driver,
                member: "ListNames"
            ) { answer = $0 }
            try client.loop.turn { answer != nil }
            present = Set(try #require(answer).get().body[0].strings ?? [])
        }
        // The first answer comes when it has taken all their calls, the second when it has learned
        // from the bus that nobody is behind them.
        for _ in 0..<2 { try client.settle() }
    }

    /// Expects that the daemon answers, has lost nothing of what it published, has no file more
    /// open than before, and not much more memory.
    func expectCalm(
        growth limit: Int, besides others: [BusClient] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try daemon.settle()
        _ = try client.device()
        #expect(try growth() <= limit, sourceLocation: sourceLocation)
        // Another connection, to the modems' service, may be on its way.
        #expect(abs(try daemon.openFiles() - files) <= 2, sourceLocation: sourceLocation)
        #expect(daemon.entries(of: "entries-lost") == [], sourceLocation: sourceLocation)
    }
}
