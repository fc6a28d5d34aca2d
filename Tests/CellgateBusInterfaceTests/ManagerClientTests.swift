import CellgateBusInterface
import Foundation
import Systemd
import TestSupport
import Testing

@Suite("The daemon's coming and going", .enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct ManagerClientTests {
    @Test("a bus that did not say who the daemon is is asked again", .timeLimit(.minutes(10)))
    func asksAgain() throws {
        let denial =
            "<deny send_interface=\"org.freedesktop.DBus\" send_member=\"GetNameOwner\"/>"
        let bus = try PrivateBus(policy: denial)
        let loop = try EventLoop()
        var daemon: BusConnection?
        var client: ManagerClient?
        var events: [ManagerClient.Event] = []

        func begin() throws {
            client = try ManagerClient(
                loop, to: .address(bus.address), pause: .milliseconds(10)
            ) { event in
                events.append(event)
                if event == .available {
                    loop.exit(code: 0)
                } else {
                    lift(denial, on: bus)
                }
            }
        }
        // The daemon has its name before anybody looks, so that no change of hands is told.
        daemon = try BusConnection(loop, to: .address(bus.address)) { event in
            guard case .connected = event else { return }
            daemon?.requestName(ServiceName.wellKnown) { result in
                #expect((try? result.get()) != nil)
                do { try begin() } catch { Issue.record(error) }
            }
        }
        #expect(try loop.run() == 0)
        client?.close()
        daemon?.close()
        #expect(events.count == 2)
        #expect(events.last == .available)
        guard case .unavailable(let error)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(error.name == BusErrorName.accessDenied)
    }

    /// Has the bus do without a line of its configuration.
    private func lift(_ line: String, on bus: PrivateBus) {
        do {
            let file = URL(fileURLWithPath: bus.socketPath).deletingLastPathComponent()
                .appendingPathComponent("bus.conf")
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing(line, with: "").write(to: file, atomically: true, encoding: .utf8)
            if let process = bus.processID { _ = kill(process, SIGHUP) }
        } catch {
            Issue.record(error)
        }
    }
}
