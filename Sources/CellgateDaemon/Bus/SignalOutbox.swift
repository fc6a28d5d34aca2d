internal import CellgateBusInterface
internal import CellgateCore
internal import Posix
internal import Systemd

/// Signals on their way to the bus, which may take them slower than they come: one change may be
/// told to hundreds of subscribers.
final class SignalOutbox {
    /// One signal to several subscribers.
    private struct Item {
        let path: String
        let arguments: [BusValue]
        var clients: ArraySlice<ClientID>
    }

    private let connection: BusConnection
    private let failed: (BusError) -> Void
    private var items: [Item] = []
    private var timer: TimerSource?
    private let loop: EventLoop

    /// - Parameter failed: Called once where the bus takes nothing for too long, and subscribers
    ///   have missed a change.
    init(
        _ loop: EventLoop, _ connection: BusConnection, failed: @escaping (BusError) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.connection = connection
        self.failed = failed
        timer = try TimerSource(loop) { [weak self] in self?.send() }
    }

    /// Sends `PropertiesChanged` to each of the clients, now or as soon as the bus takes it.
    func add(
        _ changes: [(name: String, value: BusValue)], invalidating invalidated: [String] = [],
        path: String, interface: String, to clients: [ClientID]
    ) {
        guard !changes.isEmpty || !invalidated.isEmpty, !clients.isEmpty else { return }
        items.append(
            Item(
                path: path,
                arguments: [
                    .string(interface), .dictionary(changes.map { ($0.name, $0.value) }),
                    .strings(invalidated),
                ], clients: clients[...]))
        guard items.count <= Self.greatestCount else {
            give(up: .named(name: BusErrorName.limitsExceeded, message: "the bus does not read"))
            return
        }
        send()
    }

    private func send() {
        while var item = items.first {
            while let client = item.clients.first {
                guard connection.queuedWrites < Self.greatestQueue else {
                    items[0] = item
                    timer?.arm(at: loop.now + Self.pause)
                    return
                }
                do throws(BusError) {
                    try connection.emit(
                        path: item.path, interface: ServiceName.propertiesInterface,
                        member: "PropertiesChanged", arguments: item.arguments,
                        to: client.rawValue)
                } catch {
                    give(up: error)
                    return
                }
                item.clients.removeFirst()
            }
            items.removeFirst()
        }
    }

    private func give(up error: BusError) {
        items = []
        timer = nil
        failed(error)
    }

    /// More signals than this do not wait.
    private static let greatestCount = 4096
    /// While more messages than this wait in the connection, it is given no more.
    private static let greatestQueue: UInt64 = 1024
    private static let pause = Duration.milliseconds(5)
}
