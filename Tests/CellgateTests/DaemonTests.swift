import CellgateBusInterface
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Cellgate

@Suite(
    "The library with the daemon",
    .enabled(if: DaemonOnBus.isAvailable, "needs root and dbus-daemon"), .timeLimit(.minutes(10)))
struct DaemonTests {
    @Test("a notifier gets the state first, then each change once (R7, R82)")
    func notifier() async throws {
        let daemon = try DaemonOnBus(choice: "ask")
        let cellular = CellularData(connection: daemon.connect())
        #expect(cellular.restrictedState == .restrictedStateUnknown)
        let states = Record<CellularDataRestrictedState>()
        cellular.cellularDataRestrictionDidUpdateNotifier = { states.append($0) }
        await states.awaitLast(.restrictedStateUnknown)
        #expect(cellular.unknownReason == .notAsked)

        try daemon.setChoice("wifi-only")
        await states.awaitLast(.restricted)
        #expect(cellular.choice == .wifiOnly)
        #expect(cellular.unknownReason == nil)
        // It reads the same, and only the choice tells.
        let choices = Record<CellularDataChoice>()
        let watch = Task { for await choice in cellular.choices { choices.append(choice) } }
        try daemon.setChoice("off")
        await choices.awaitLast(.off)
        watch.cancel()
        try daemon.setChoice("wifi-and-cellular")
        await states.awaitLast(.notRestricted)
        #expect(states.values == [.restrictedStateUnknown, .restricted, .notRestricted])

        // Another one begins anew.
        let later = Record<CellularDataRestrictedState>()
        cellular.cellularDataRestrictionDidUpdateNotifier = { later.append($0) }
        await later.awaitLast(.notRestricted)
        try daemon.setChoice("off")
        await later.awaitLast(.restricted)
        #expect(later.values == [.notRestricted, .restricted])
        #expect(states.values == [.restrictedStateUnknown, .restricted, .notRestricted])
    }

    @Test("a monitor tells the app's path as the network and the permission change")
    func path() async throws {
        let daemon = try DaemonOnBus(choice: "wifi-only")
        let connection = daemon.connect()
        let monitor = PathMonitor(.none, connection: connection)
        let cellularOnly = PathMonitor(.required(.cellular), connection: connection)
        let paths = Record<Path>()
        let cellularPaths = Record<Path>()
        monitor.pathUpdateHandler = { paths.append($0) }
        cellularOnly.pathUpdateHandler = { cellularPaths.append($0) }
        let queue = DispatchQueue(label: "paths", attributes: .concurrent)
        monitor.start(queue: queue)
        cellularOnly.start(queue: queue)
        // Nothing comes of a second one.
        monitor.start(queue: .global())
        #expect(monitor.queue === queue)
        await paths.awaitValues { $0.count == 1 }
        #expect(paths.values == [Path()])

        try daemon.addCellular()
        await paths.awaitValues { $0.last?.unsatisfiedReason == .cellularDenied }
        try daemon.setChoice("wifi-and-cellular")
        await paths.awaitValues { $0.last?.usesInterfaceType(.cellular) == true }
        await cellularPaths.awaitValues { $0.last?.status == .satisfied }
        #expect(monitor.currentPath == paths.values.last)
        #expect(monitor.currentPath.isExpensive)
        #expect(monitor.currentPath.availableInterfaces.map(\.name) == ["wwan0"])

        try daemon.addWifi()
        await paths.awaitValues { $0.last?.availableInterfaces.count == 2 }
        await cellularPaths.awaitValues { $0.last?.status == .unsatisfied }
        #expect(monitor.currentPath.usesInterfaceType(.wifi))
        #expect(cellularOnly.currentPath.availableInterfaces.map(\.name) == ["wwan0"])
        #expect(zip(paths.values, paths.values.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("a process of no app is told of the device")
    func processOfNoApp() async throws {
        let daemon = try DaemonOnBus(choice: nil)
        try daemon.addWifi()
        let connection = daemon.connect()
        let permission = NetworkPermission(connection: connection)
        try await permission.whenAvailable(timeout: .seconds(60))
        #expect(permission.permission == .undetermined)
        let cellular = CellularData(connection: connection)
        #expect(cellular.unknownReason == .noApp)
        // Until a file takes it in.
        let states = Record<CellularDataRestrictedState>()
        cellular.cellularDataRestrictionDidUpdateNotifier = { states.append($0) }
        await states.awaitLast(.restrictedStateUnknown)
        try daemon.setChoice("off")
        await states.awaitLast(.restricted)
        #expect(permission.availability == .wifiDenied)
        #expect(states.values == [.restrictedStateUnknown, .restricted])
    }

    @Test("what stands behind the gate runs once, at the first change to available (R51, R52)")
    func gate() async throws {
        let daemon = try DaemonOnBus(choice: "wifi-only", isStarted: false)
        let permission = NetworkPermission(connection: daemon.connect())
        let runs = Atomic(0)
        let states = Record<NetworkAvailability>()
        let watch = Task {
            for await state in permission.availabilities { states.append(state) }
        }
        async let result = permission.whenAvailable(timeout: .seconds(120)) {
            runs.add(1, ordering: .relaxed)
            return "done"
        }
        await states.awaitLast(.noReading(.notRunning))
        try daemon.start()
        await states.awaitLast(.notAvailable)
        try daemon.addCellular()
        await states.awaitLast(.cellularDenied)
        try daemon.setChoice("wifi-and-cellular")
        #expect(try await result == "done")
        await states.awaitLast(.available)
        try daemon.setChoice("off")
        await states.awaitLast(.cellularDenied)
        try daemon.setChoice("wifi-and-cellular")
        await states.awaitLast(.available)
        watch.cancel()
        #expect(runs.load(ordering: .relaxed) == 1)
    }

    @Test("a gate fails with the reason, and ends with its task")
    func gateFailures() async throws {
        let daemon = try DaemonOnBus(choice: "off", isStarted: false)
        let permission = NetworkPermission(connection: daemon.connect())
        await #expect(throws: CellgateError.notRunning) {
            try await permission.whenAvailable(timeout: .milliseconds(300))
        }
        try daemon.start()
        let states = Record<ConnectionState>()
        let watch = Task {
            for await state in permission.connectionStates { states.append(state) }
        }
        await states.awaitLast(.connected)
        watch.cancel()
        let reason = permission.availability
        #expect(reason != .available)
        await #expect(throws: CellgateError.unavailable(reason)) {
            try await permission.whenAvailable(timeout: .milliseconds(100))
        }
        let waiting = Task { try await permission.whenAvailable() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("says what a failed request means (R73–R75)")
    func failures() async throws {
        let daemon = try DaemonOnBus(choice: "off")
        let connection = daemon.connect()
        let permission = NetworkPermission(connection: connection)
        let states = Record<NetworkAvailability>()
        let watch = Task {
            for await state in permission.availabilities { states.append(state) }
        }
        await states.awaitLast(.notAvailable)
        #expect(try await RequestFailure.classify(code: -1009, on: connection) == .offline)
        try daemon.addCellular()
        await states.awaitLast(.cellularDenied)
        #expect(try await RequestFailure.classify(code: -1009, on: connection) == .permission)
        #expect(
            try await RequestFailure.report(code: Int(EHOSTUNREACH), on: connection)
                == .permission)
        #expect(try await RequestFailure.classify(code: -1001, on: connection) == .other)
        #expect(try await RequestFailure.classify(code: .max, on: connection) == .other)
        try daemon.setChoice("ask")
        await states.awaitLast(.undecided)
        #expect(try await RequestFailure.classify(code: -1020, on: connection) == .undecided)
        try daemon.kill()
        let connections = Record<ConnectionState>()
        let other = Task {
            for await state in permission.connectionStates { connections.append(state) }
        }
        await connections.awaitLast(.lost(.notRunning))
        other.cancel()
        watch.cancel()
        await #expect(throws: CellgateError.notRunning) {
            try await RequestFailure.classify(code: -1009, on: connection)
        }
    }

    @Test("restarts of daemon and bus are survived, and equal values not told again")
    func restarts() async throws {
        let daemon = try DaemonOnBus(choice: "off")
        let connection = daemon.connect()
        let cellular = CellularData(connection: connection)
        let states = Record<CellularDataRestrictedState>()
        cellular.cellularDataRestrictionDidUpdateNotifier = { states.append($0) }
        let connections = Record<ConnectionState>()
        let watch = Task {
            for await state in NetworkPermission(connection: connection).connectionStates {
                connections.append(state)
            }
        }
        await states.awaitLast(.restricted)
        for _ in 0..<3 {
            try daemon.kill()
            await connections.awaitLast(.lost(.notRunning))
            #expect(cellular.restrictedState == .restricted)
            try daemon.start()
            await connections.awaitLast(.connected)
        }
        try daemon.bus.kill()
        await connections.awaitValues { $0.last?.error != nil }
        try daemon.bus.start()
        await connections.awaitLast(.connected)
        #expect(states.values == [.restricted])
        try daemon.setChoice("wifi-and-cellular")
        await states.awaitLast(.notRestricted)
        #expect(states.values == [.restricted, .notRestricted])
        watch.cancel()
    }

    @Test("the example says its state and each change")
    func example() async throws {
        let daemon = try DaemonOnBus(choice: "wifi-only")
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": daemon.bus.address]
        await NetworkPermission(connection: daemon.connect()).awaitAnswer()
        let program = try BuiltProgram.path(of: "cellgate-example")
        let once = try Subprocess.run([program, "--once"], environment: environment)
        #expect(
            once
                == Subprocess.Result(
                    ending: .exit(0),
                    output: """
                        mobile data: restricted, choice: wifiOnly
                        path: unsatisfied (notAvailable)
                        network: no network

                        """))
        let running = try Subprocess([program], environment: environment)
        _ = try #require(running.nextLine { $0.hasPrefix("network: no network") })
        try daemon.addCellular()
        _ = try #require(running.nextLine { $0 == "path: unsatisfied (cellularDenied)" })
        try daemon.setChoice("wifi-and-cellular")
        _ = try #require(running.nextLine { $0 == "network: available" })
        running.send(signal: SIGINT)
        #expect(try running.finish().ending == .signal(SIGINT))
    }
}

extension NetworkPermission {
    /// Returns once the daemon has answered.
    fileprivate func awaitAnswer() async {
        for await state in connectionStates where state == .connected { return }
    }
}
