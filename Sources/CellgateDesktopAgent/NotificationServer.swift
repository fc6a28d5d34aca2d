internal import Posix
internal import Systemd

/// The notification server on the user's bus, and what is shown there.
///
/// It survives restarts of the server and of the bus. A server that the bus can start is started
/// once, when the bus is there. Source: Desktop Notifications Specification.
final class NotificationServer {
    /// What becomes of it.
    enum Event {
        case available(ServerAbilities)
        /// There is none, for this reason.
        case gone(reason: String)
        case clicked(id: UInt32, key: String)
        /// It is no more: it has expired, or the user, the server or a program has closed it.
        case closed(id: UInt32)
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let handler: (Event) -> Void
    private var bus: ReconnectingBus?
    private var matches: [BusMatch] = []
    /// The unique name of the server whose abilities are known; nil where there is none.
    private var owner: String?

    /// Begins to look for it.
    ///
    /// - Parameter handler: Called with what becomes of it, never before this returns.
    /// - Throws: ``SystemError`` where a timer cannot be had.
    init(_ loop: EventLoop, handler: @escaping (Event) -> Void) throws(SystemError) {
        self.handler = handler
        bus = try ReconnectingBus(loop, to: .user) { [weak self] in self?.handle($0) }
    }

    /// Ends it.
    func close() {
        matches = []
        bus?.close()
        bus = nil
    }

    /// The connection, for other services of the user; nil while there is none.
    var connection: BusConnection? { bus?.connection }

    /// Shows a notification.
    ///
    /// - Parameters:
    ///   - replaced: The one whose place it takes; 0 for none.
    ///   - completion: Called once, with its number, or nil where it is not shown.
    func show(
        _ notification: Notification, replacing replaced: UInt32,
        completion: @escaping (UInt32?) -> Void
    ) {
        let hints: [(String, BusValue)] = [
            ("urgency", .byte(notification.urgency.rawValue)),
            ("resident", .boolean(notification.isResident)), ("category", .string("network")),
        ]
        let arguments: [BusValue] = [
            .string("Cellgate"), .uint32(replaced), .string("network-wireless"),
            .string(notification.summary), .string(notification.body),
            .strings(notification.buttons.flatMap { [$0.key, $0.label] }), .dictionary(hints),
            .int32(notification.expiry.rawValue),
        ]
        call("Notify", arguments) { result in
            guard case .success(let message) = result else {
                completion(nil)
                return
            }
            completion(message.body.first?.uint32)
        }
    }

    /// Takes a notification away.
    func close(id: UInt32) {
        call("CloseNotification", [.uint32(id)]) { _ in }
    }

    private func call(
        _ member: String, _ arguments: [BusValue], completion: @escaping BusConnection.Completion
    ) {
        guard let connection, let owner else {
            completion(.failure(.disconnected))
            return
        }
        connection.call(
            destination: owner, path: Self.path, interface: Self.name, member: member,
            arguments: arguments, startsService: false, completion: completion)
    }

    // MARK: Coming and going

    private func handle(_ event: ReconnectingBus.Event) {
        switch event {
        case .connected(let connection, uniqueName: _): watch(connection)
        case .lost: lose("The user's bus is gone")
        case .unavailable(let error): lose("There is no bus of the user: \(error.description)")
        case .nameLost: break
        }
    }

    private func watch(_ connection: BusConnection) {
        do throws(BusError) {
            matches = [
                try connection.match(.nameOwnerChanged(Self.name)) {
                    [weak self, weak connection] message in
                    guard let self, let connection else { return }
                    let owner = message.body.last?.string ?? ""
                    if owner.isEmpty {
                        lose("The notification server is gone")
                    } else {
                        learn(of: owner, on: connection)
                    }
                },
                try connection.match(
                    BusMatchRule(path: Self.path, interface: Self.name, member: "ActionInvoked")
                ) { [weak self] in self?.take($0) },
                try connection.match(
                    BusMatchRule(
                        path: Self.path, interface: Self.name, member: "NotificationClosed")
                ) { [weak self] in self?.take($0) },
            ]
        } catch {
            lose(error.message)
            return
        }
        learn(of: Self.name, on: connection)
    }

    /// Asks a server what it can do; the bus starts one where it can.
    private func learn(of destination: String, on connection: BusConnection) {
        connection.call(
            destination: destination, path: Self.path, interface: Self.name,
            member: "GetCapabilities"
        ) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let message):
                guard let sender = message.sender, sender != owner else { return }
                owner = sender
                handler(.available(ServerAbilities(names: message.body.first?.strings ?? [])))
            case .failure(let error):
                guard owner == nil else { return }
                lose("There is no notification server: \(error.message)")
            }
        }
    }

    private func lose(_ reason: String) {
        owner = nil
        handler(.gone(reason: reason))
    }

    /// Anybody can send a signal to this connection; the server's are those of the name's owner.
    private func take(_ signal: BusMessage) {
        guard let owner, signal.sender == owner else { return }
        switch (signal.member, signal.signature) {
        case ("ActionInvoked", "us"):
            handler(
                .clicked(id: signal.body[0].uint32 ?? 0, key: signal.body[1].string ?? ""))
        case ("NotificationClosed", "uu"):
            handler(.closed(id: signal.body[0].uint32 ?? 0))
        default: break
        }
    }
}
