import Systemd
import TestSupport

/// A notification server on a session bus that shows nothing and keeps everything; it works while
/// its loop is turned, and crashes when it is released.
final class NotificationRecorder {
    /// One notification, as it came.
    struct Shown: Equatable {
        let id: UInt32
        let summary: String
        let actions: [String]
        let urgency: UInt8?
    }

    /// All that were shown, in order.
    private(set) var shown: [Shown] = []
    /// Those that stand on the screen, by their numbers.
    private(set) var open: Set<UInt32> = []
    /// The most that stood there at once.
    private(set) var mostOpen = 0
    /// The programs that the service manager was to start, with their arguments.
    private(set) var started: [BusValue] = []
    /// Whether it answers with an error instead of showing anything, and how often it has.
    var refuses = false
    private(set) var refusals = 0
    private let connection: BusConnection

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// Takes the names of the server and of the user's service manager.
    init(_ bus: PrivateBus, loop: EventLoop) throws {
        connection = try BusConnection(loop, to: .address(bus.address)) { _ in }
        try connection.serve(path: Self.path) { [weak self] in self?.take($0) }
        try connection.serve(path: "/org/freedesktop/systemd1") { [weak self] call in
            self?.started.append(call.message.body[2])
            try? call.reply([.objectPath("/job")])
        }
        connection.requestName("org.freedesktop.systemd1") { _ in }
        takeName()
    }

    /// Asks for the name until it has it: the bus may not have noticed yet that the server before is
    /// gone.
    private func takeName() {
        connection.requestName(Self.name) { [weak self] result in
            if case .failure = result { self?.takeName() }
        }
    }

    deinit {
        connection.close(flushingAtMost: .zero)
    }

    private func take(_ call: BusCall) {
        let body = call.message.body
        switch call.message.member {
        case "GetCapabilities": try? call.reply([.strings(["actions", "body"])])
        case "Notify" where refuses:
            refusals += 1
            call.fail(name: "org.freedesktop.DBus.Error.Failed", message: "")
        case "Notify":
            let replaced = body[1].uint32 ?? 0
            let id = replaced == 0 ? UInt32(shown.count) + 1 : replaced
            open.insert(id)
            mostOpen = max(mostOpen, open.count)
            shown.append(
                Shown(
                    id: id, summary: body[3].string ?? "", actions: body[5].strings ?? [],
                    urgency: Self.urgency(body[6])))
            try? call.reply([.uint32(id)])
        case "CloseNotification":
            if let id = body[0].uint32 { close(id, reason: 3) }
            try? call.reply()
        default: call.fail(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "")
        }
    }

    private static func urgency(_ hints: BusValue) -> UInt8? {
        for case .entry(.string("urgency"), .variant(.byte(let urgency))) in hints.elements ?? [] {
            return urgency
        }
        return nil
    }

    /// The user clicks.
    func click(_ id: UInt32, _ key: String) {
        emit("ActionInvoked", [.uint32(id), .string(key)])
    }

    /// The notification goes, for a reason of the specification: 2 where the user puts it away.
    func close(_ id: UInt32, reason: UInt32) {
        guard open.remove(id) != nil else { return }
        emit("NotificationClosed", [.uint32(id), .uint32(reason)])
    }

    private func emit(_ member: String, _ arguments: [BusValue]) {
        try? connection.emit(
            path: Self.path, interface: Self.name, member: member, arguments: arguments)
    }
}
