import CellgateBusInterface
import Synchronization
import Systemd
import TestSupport
import Testing

@testable import Cellgate

@Suite("A probe of the network")
struct NetworkProbeTests {
    private typealias Target = NetworkProbeSchedule.Target

    private static let here = Target(url: "http://127.0.0.1/", interface: nil)
    private static let there = Target(url: "http://127.0.0.1/", interface: "wwan0")

    /// Probes that end when they are told to, and what they come to: the number of each.
    private final class Probes: Sendable {
        let started = Record<Int>()
        private let count = Atomic(0)
        private let running = Atomic(0)
        let most = Atomic(0)
        private let gates = Record<Int>()

        /// Lets the first `count` probes end.
        func release(_ count: Int) { gates.append(count) }

        func probe() async -> NetworkProbe.Result {
            let number = count.add(1, ordering: .relaxed).newValue
            let now = running.add(1, ordering: .relaxed).newValue
            _ = most.max(now, ordering: .relaxed)
            started.append(number)
            await gates.awaitValues { ($0.last ?? 0) >= number }
            running.subtract(1, ordering: .relaxed)
            return NetworkProbe.Result(outcome: .success(status: number), cost: .zero)
        }
    }

    private static func result(_ number: Int) -> NetworkProbe.Result {
        NetworkProbe.Result(outcome: .success(status: number), cost: .zero)
    }

    @Test("is one for whoever asks meanwhile, whatever for (R29)", .timeLimit(.minutes(10)))
    func joined() async {
        let schedule = NetworkProbeSchedule()
        let probes = Probes()
        let results = await withTaskGroup(of: NetworkProbe.Result.self) { group in
            for cause in NetworkProbe.Cause.allCases + NetworkProbe.Cause.allCases {
                group.addTask {
                    await schedule.run(Self.here, cause, generation: 1) { await probes.probe() }
                }
            }
            await probes.started.awaitValues { $0 == [1] }
            probes.release(9)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.first == Self.result(1))
        #expect(probes.most.load(ordering: .relaxed) == 1)
    }

    @Test("waits for one that goes another way (R29)", .timeLimit(.minutes(10)))
    func oneAtATime() async {
        let schedule = NetworkProbeSchedule()
        let probes = Probes()
        async let first = schedule.run(Self.here, .start, generation: 1) { await probes.probe() }
        await probes.started.awaitLast(1)
        async let second = schedule.run(Self.there, .start, generation: 1) {
            await probes.probe()
        }
        probes.release(1)
        #expect(await first == Self.result(1))
        await probes.started.awaitLast(2)
        probes.release(2)
        #expect(await second == Self.result(2))
        #expect(probes.most.load(ordering: .relaxed) == 1)
    }

    @Test("is one for each cause, until the daemon tells of another state (R29)")
    func onePerCause() async {
        let schedule = NetworkProbeSchedule()
        let probes = Probes()
        probes.release(99)
        var numbers: [NetworkProbe.Result] = []
        func run(_ cause: NetworkProbe.Cause, _ generation: UInt64?) async {
            numbers.append(
                await schedule.run(Self.here, cause, generation: generation) {
                    await probes.probe()
                })
        }
        for cause in [NetworkProbe.Cause.start, .pathChange, .refresh] {
            await run(cause, 7)
            await run(cause, 7)
        }
        #expect(numbers == [1, 1, 2, 2, 3, 3].map(Self.result))
        numbers = []
        await run(.pathChange, 8)
        await run(.pathChange, 8)
        await run(.start, 7)
        // Each request is a cause of its own, and where no daemon tells, nothing is known to be
        // the same.
        await run(.request, 8)
        await run(.request, 8)
        await run(.refresh, nil)
        await run(.refresh, nil)
        #expect(numbers == [4, 4, 1, 5, 6, 7, 8].map(Self.result))
    }
}

@Suite(
    "A probe of the network, made",
    .enabled(
        if: DaemonOnBus.isAvailable && WebServer.isAvailable,
        "needs root, dbus-daemon and python3"), .timeLimit(.minutes(10)))
struct MadeNetworkProbeTests {
    @Test("tells success, a portal, failures and a timeout apart, without a daemon (R25, R27)")
    func outcomes() async throws {
        let server = try WebServer()
        let bus = try PrivateBus()
        let connection = DaemonConnection(to: .address(bus.address))
        func run(_ url: String, _ interface: String? = nil) async -> NetworkProbe.Result {
            let result = await NetworkProbe(
                url: url, interface: interface, schedule: NetworkProbeSchedule(),
                connection: connection
            ).run()
            #expect(result.cost <= NetworkProbe.timeout + .milliseconds(300))
            return result
        }
        #expect(await run(server.url("/ok")).outcome == .success(status: 204))
        #expect(
            await run(server.url("/portal")).outcome
                == .captivePortal(location: server.url("/login?next=1")))
        #expect(await run(server.url("/status/511")).outcome == .captivePortal(location: nil))
        #expect(
            await run(server.url("/status/503")).outcome
                == .failure(.status(503), description: "the host answered 503"))
        #expect(await run(server.url("/hang")).outcome == .timeout)
        #expect(
            await run(server.url("/ok"), "nolink0").outcome
                == .failure(.interface, description: "Failed binding local connection end"))
    }

    @Test("asks what the daemon's file says, and the daemon looks at the network again (R28)")
    func daemon() async throws {
        let server = try WebServer()
        let daemon = try DaemonOnBus(choice: "wifi-only", probing: server.url("/page"))
        let connection = daemon.connect()
        try daemon.addWifi()
        _ = try await connection.wait(for: .available, timeout: .seconds(30))
        let before = try await connection.readDevice(timeout: .seconds(5))
        #expect(before.networkProbeURL == server.url("/page"))
        let result = await NetworkProbe(
            url: nil, interface: nil, schedule: NetworkProbeSchedule(), connection: connection
        ).run(.start)
        #expect(result.outcome == .success(status: 200))
        // An evaluation without a change is told to nobody, so that it is asked for.
        var generation = before.generation
        while generation == before.generation {
            generation = try await connection.readDevice(timeout: .seconds(5)).generation
        }
        #expect(generation > before.generation)
    }
}

@Suite(
    "A probe of the permission",
    .enabled(if: DaemonOnBus.isAvailable, "needs root and dbus-daemon"), .timeLimit(.minutes(10)))
struct PermissionProbeTests {
    @Test(
        "comes to what is decided (R30, R31)",
        arguments: [
            ("wifi-and-cellular", .granted), ("off", .denied), ("ask", .undetermined),
        ] as [(String, CellularDataPermission)])
    func decided(_ choice: String, _ result: CellularDataPermission) async throws {
        let daemon = try DaemonOnBus(choice: choice)
        try daemon.addCellular()
        let permission = NetworkPermission(connection: daemon.connect())
        let watch = permission.availabilities
        for await availability in watch where availability != .notAvailable {
            if case .noReading = availability { continue }
            break
        }
        let probe = try await permission.probe()
        #expect(probe.result == result && probe.network == .cellular)
        #expect(probe.cost == (result == .undetermined ? .milliseconds(1500) : .zero))
        if result != .undetermined {
            #expect(try await permission.requestDecision() == probe)
        }
    }

    @Test("says at once that there is no daemon, and is undetermined for no app")
    func nobody() async throws {
        let daemon = try DaemonOnBus(choice: nil, isStarted: false)
        let permission = NetworkPermission(connection: daemon.connect())
        await #expect(throws: CellgateError.notRunning) { try await permission.probe() }
        await #expect(throws: CellgateError.notRunning) { try await permission.requestDecision() }
        await #expect(throws: CellgateError.notRunning) {
            try await permission.reportGuidance(.ask)
        }
        try daemon.start()
        try daemon.addWifi()
        try await permission.whenAvailable(timeout: .seconds(30))
        let probe = try await permission.probe()
        #expect(
            probe == PermissionProbe(result: .undetermined, cost: .zero, network: .wifi))
    }

    @Test("a denied one brings advice, which the app can show by itself (R56, R65)")
    func guidance() async throws {
        let daemon = try DaemonOnBus(choice: "wifi-only")
        try daemon.addCellular()
        let permission = NetworkPermission(connection: daemon.connect())
        let states = Record<Guidance>()
        let watch = Task { for await state in permission.guidances { states.append(state) } }
        defer { watch.cancel() }
        for await availability in permission.availabilities where availability == .cellularDenied {
            break
        }
        #expect(permission.guidance == .none)
        #expect(try await permission.probe().result == .denied)
        await states.awaitLast(.eligible)
        try await permission.reportGuidance(.shown)
        await states.awaitLast(.shown)
        try await permission.reportGuidance(.clicked)
        await states.awaitLast(.clicked)
        try daemon.setChoice("wifi-and-cellular")
        await states.awaitLast(.resolved)
        #expect(states.values == [.none, .eligible, .shown, .clicked, .resolved])
    }
}
