internal import CellgateBusInterface
internal import Posix
internal import Systemd

/// Calls of one kind to the daemon, some of them under way at a time.
final class BusCalls {
    /// What is called.
    enum Kind: String {
        case ping = "Ping"
        case getApp = "GetApp"
    }

    private let kind: Kind
    private let count: Int
    private let atOnce: Int
    private var begun = 0
    private var answered = 0
    private var refusal: BusError?

    init(_ kind: Kind, count: Int, atOnce: Int) {
        self.kind = kind
        self.count = count
        self.atOnce = atOnce
    }

    /// Makes all of them, on a connection of their own; once.
    ///
    /// - Returns: How long that took, without connecting.
    /// - Throws: ``MeasurementFailure`` where one is answered with an error.
    func run(at address: String) throws -> Duration {
        let loop = try EventLoop()
        var start = SuspendingClock.now
        var connection: BusConnection?
        let made = try BusConnection(loop, to: .address(address)) { [unowned self] event in
            switch event {
            case .connected:
                start = .now
                guard let connection else { return }
                for _ in 0..<min(atOnce, count) { begin(connection, loop) }
            case .disconnected, .nameLost:
                loop.exit(code: 1)
            }
        }
        connection = made
        let code = try loop.run()
        let time = SuspendingClock.now - start
        made.close()
        guard code == 0 else {
            throw MeasurementFailure(
                "\(kind.rawValue) was answered with \(refusal?.message ?? "the bus's end")")
        }
        return time
    }

    private func begin(_ connection: BusConnection, _ loop: EventLoop) {
        begun += 1
        let isPing = kind == .ping
        connection.call(
            destination: ServiceName.wellKnown, path: ServiceName.managerPath,
            interface: isPing ? ServiceName.peerInterface : ServiceName.managerInterface,
            member: kind.rawValue, arguments: isPing ? [] : [.string("org.example.App7")],
            startsService: false
        ) { [unowned self, unowned connection] answer in
            switch answer {
            case .failure(let error):
                refusal = error
                loop.exit(code: 1)
            case .success:
                answered += 1
                if answered == count {
                    loop.exit(code: 0)
                } else if begun < count {
                    begin(connection, loop)
                }
            }
        }
    }
}
