import CSystemd
import Glibc
import Posix
import TestSupport
import Testing

@testable import Systemd

@Suite(.enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct ReconnectingBusTests {
    /// What a reconnecting bus told, in short.
    private final class Log {
        var lines: [String] = []

        func add(_ event: ReconnectingBus.Event) {
            switch event {
            case .connected: lines.append("connected")
            case .lost: lines.append("lost")
            case .unavailable(let error): lines.append("unavailable \(error.code)")
            case .nameLost(let name): lines.append("lost \(name)")
            }
        }
    }

    @Test("a killed bus is lost once, and once it is back the name can be owned again")
    func restart() throws {
        let bus = try PrivateBus()
        let stage = try BusStage(bus)
        let log = Log()
        var owned = 0
        let kept = try ReconnectingBus(stage.loop, to: stage.address) { event in
            log.add(event)
            if case .connected(let connection, _) = event {
                connection.requestName("test.Name") { if case .success = $0 { owned += 1 } }
            }
        }
        try stage.run { owned == 1 }
        #expect(kept.connection?.uniqueName != nil)
        try bus.kill()
        try stage.run { log.lines.contains("lost") }
        #expect(kept.connection == nil)
        try bus.start()
        try stage.run { owned == 2 }
        // Between the two it may or may not have found the socket closed.
        let told = log.lines.filter { !$0.hasPrefix("unavailable") }
        #expect(told == ["connected", "lost", "connected"])
        #expect(log.lines.count <= 4)
    }

    @Test("without a bus it says so once and sleeps; it connects when the bus appears")
    func laterBus() throws {
        let bus = try PrivateBus(isStarted: false)
        let stage = try BusStage(bus)
        let log = Log()
        let kept = try ReconnectingBus(stage.loop, to: stage.address, handler: log.add)
        try stage.run { !log.lines.isEmpty }
        #expect(log.lines == ["unavailable \(ENOENT)"])
        #expect(isIdle(stage))
        try bus.start()
        try stage.run { kept.connection != nil }
        #expect(log.lines.first == "unavailable \(ENOENT)" && log.lines.last == "connected")
        #expect(log.lines.count == 2)
        try stage.settle(try #require(kept.connection))
        #expect(isIdle(stage))
    }

    /// Whether nothing comes due in a time that is longer than the first two pauses would be.
    ///
    /// One turn may end early, where a signal interrupts it.
    private func isIdle(_ stage: BusStage) -> Bool {
        let results = (0..<2).map { _ in unsafe sd_event_run(stage.loop.event, 600_000) }
        return results.contains(0)
    }

    @Test("without the folder of the socket it tries again after pauses, and says so once")
    func laterFolder() throws {
        let bus = try PrivateBus(isStarted: false)
        let stage = try BusStage(bus)
        let folder = try TemporaryDirectory()
        let log = Log()
        let path = folder.path(of: "later")
        let kept = try ReconnectingBus(
            stage.loop, to: .address("unix:path=\(path)/bus"), handler: log.add)
        try stage.run { !log.lines.isEmpty }
        try bus.start()
        let linked = unsafe symlink(String(bus.socketPath.dropLast(4)), path)
        #expect(linked == 0)
        try stage.run { kept.connection != nil }
        #expect(log.lines == ["unavailable \(ENOENT)", "connected"])
    }

    @Test(
        "a handler may release it, and nothing is told after it is closed",
        arguments: [true, false])
    func release(inHandler: Bool) throws {
        let bus = try PrivateBus()
        let stage = try BusStage(bus)
        let witness = try stage.connect()
        var told = 0
        var kept: ReconnectingBus?
        kept = try ReconnectingBus(stage.loop, to: stage.address) { _ in
            told += 1
            if inHandler { kept = nil }
        }
        try stage.run { told > 0 }
        kept?.close()
        try bus.kill()
        try stage.run { witness.isClosed }
        #expect(told == 1)
        #expect(kept?.connection == nil)
    }

    @Test(
        "the socket of an address is found where it is in the file system",
        arguments: [
            ("unix:path=/run/dbus/system_bus_socket", "/run/dbus/system_bus_socket"),
            ("unix:path=/a%20b,guid=0", "/a b"), ("unix:abstract=/a", nil), ("unix:path=/a%2", nil),
            ("unix:path=/a;unix:path=/b", nil), ("tcp:host=localhost,port=1", nil), ("", nil),
        ] as [(String, String?)])
    func socketPath(address: String, path: String?) {
        #expect(BusAddress.socketPath(of: address) == path)
    }
}
