import Glibc
import Systemd
import TestSupport
import Testing

/// A service of the system's that python3-dbusmock simulates, as a process of its own that can
/// come, crash and come back; nothing runs until `start`.
final class MockService {
    /// Which service, and what plays it.
    enum Kind {
        case networkManager
        case modemManager

        var name: String {
            switch self {
            case .networkManager: "org.freedesktop.NetworkManager"
            case .modemManager: "org.freedesktop.ModemManager1"
            }
        }

        /// The path of the object that knows all others.
        var objectManager: String {
            switch self {
            case .networkManager: "/org/freedesktop"
            case .modemManager: "/org/freedesktop/ModemManager1"
            }
        }

        /// A template of dbusmock's, or a file.
        fileprivate var template: String {
            switch self {
            case .networkManager: "networkmanager"
            case .modemManager: "\(ProjectFolder.path)/Tests/Services/modemmanager.py"
            }
        }
    }

    /// Whether there is a dbusmock; tests that need one are enabled by this.
    static let isAvailable =
        (try? Subprocess.succeed(["/usr/bin/python3", "-c", "import dbusmock"])) != nil

    private static let mockInterface = "org.freedesktop.DBus.Mock"

    let kind: Kind
    private let bus: PrivateBus
    private let client: BusClient
    private var process: Subprocess?
    private var match: BusMatch?
    private var isOwned = false

    init(_ kind: Kind, on bus: PrivateBus) throws {
        self.kind = kind
        self.bus = bus
        client = try BusClient(bus)
        var isInstalled = false
        match = try client.connection.match(
            .nameOwnerChanged(kind.name),
            handler: { [weak self] in self?.isOwned = $0.body.last?.string?.isEmpty == false },
            installed: { _ in isInstalled = true })
        try client.loop.turn { isInstalled }
    }

    /// Starts it, and waits until it answers.
    func start() throws {
        process = try Subprocess(
            ["/usr/bin/python3", "-m", "dbusmock", "--template", kind.template],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try client.loop.turn { isOwned }
        try call(kind.objectManager, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    }

    /// Kills it at once (SIGKILL), and waits until the bus has noticed.
    func crash() throws {
        process?.send(signal: SIGKILL)
        _ = try process?.finish()
        process = nil
        try client.loop.turn { !isOwned }
    }

    /// Has it stand still (SIGSTOP), or go on again (SIGCONT): it answers nothing meanwhile.
    func setFrozen(_ isFrozen: Bool) {
        process?.send(signal: isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Calls a method of dbusmock's on one of its objects, and returns what that returns.
    @discardableResult
    func mock(_ path: String, _ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        try call(path, Self.mockInterface, member, arguments)
    }

    /// Changes properties of an object, and has it tell so.
    func update(_ path: String, _ interface: String, _ properties: [(String, BusValue)]) throws {
        try mock(path, "UpdateProperties", [.string(interface), .dictionary(properties)])
    }

    @discardableResult
    private func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) throws -> [BusValue] {
        var answer: Result<[BusValue], BusError>?
        client.connection.call(
            destination: kind.name, path: path, interface: interface, member: member,
            arguments: arguments, timeout: .seconds(60), startsService: false
        ) { answer = $0.map(\.body) }
        try client.loop.turn { answer != nil }
        return try #require(answer).get()
    }
}
