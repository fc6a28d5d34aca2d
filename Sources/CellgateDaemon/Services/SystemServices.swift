internal import Systemd

/// The services of the system's bus that the daemon listens to, over one connection.
///
/// None is started or waited for. Each may be missing, come, go and come back, and so may the bus.
final class SystemServices {
    private var bus: ReconnectingBus?
    private var services: [ServiceObjects] = []

    /// Connects in a later turn of the loop, and again after each loss.
    init(_ loop: EventLoop) {
        bus = try? ReconnectingBus(loop, to: .system) { [weak self] in self?.handle($0) }
    }

    /// Listens to a service from now on.
    func add(_ service: ServiceObjects) {
        services.append(service)
        if let connection = bus?.connection { service.watch(connection) }
    }

    private func handle(_ event: ReconnectingBus.Event) {
        switch event {
        case .connected(let connection, uniqueName: _):
            for service in services { service.watch(connection) }
        case .lost:
            for service in services { service.lose() }
        case .unavailable, .nameLost: break
        }
    }
}
