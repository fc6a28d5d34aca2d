import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

/// A daemon on a private bus, on mobile data, whose app Maps is what the user nobody runs, and is
/// asked about at its first use.
final class FirstUseStage {
    let bus: PrivateBus
    /// Root's connection, which may ask for everything; its loop is the test's.
    let client: BusClient
    private let daemon: RunningDaemon

    static let app = "org.example.Maps"

    /// - Parameters:
    ///   - choice: of the file of Maps.
    ///   - settings: more lines for cellgated.conf, with their sections.
    init(choice: String = "ask", settings: String = "") throws {
        let namespace = try NamedNetworkNamespace()
        try namespace.uplink("wwan0", 1)
        try namespace.ip("route add default via 10.1.0.1 dev wwan0")
        let policy = try PolicyFolder(
            apps: [:], settings: "[Permission]\nProbeTimeoutSec=100ms\n" + settings)
        try policy.write(
            "[App]\nName=Maps\nChoice=\(choice)\n[Match]\nUser=nobody\n",
            to: "apps.d/\(Self.app).conf")
        bus = try PrivateBus()
        daemon = try RunningDaemon(in: namespace, policy: policy, bus: bus)
        client = try BusClient(bus)
    }

    /// What is to be set for a program that asks this daemon.
    var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": bus.address] }

    /// Runs a command as the app.
    ///
    /// - Returns: What it wrote.
    @discardableResult
    func asApp(_ command: [String]) throws -> String {
        let identity = [
            "setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups",
            "--inh-caps=-all",
        ]
        return try Subprocess.run(identity + command, environment: environment).output
    }

    /// Has the app probe its permission: its first use, where it is one.
    func probe() throws {
        try asApp([BuiltProgram.named("cellgatectl"), "probe"])
    }

    /// Has the app report that a request has failed.
    func reportFailure() throws {
        try asApp([
            "busctl", "--address=\(bus.address)", "call", ServiceName.wellKnown,
            ServiceName.managerPath, ServiceName.managerInterface, "ReportFailure", "i", "101",
        ])
    }

    /// The app as the daemon tells it.
    func maps() throws -> AppProperties { try client.app(Self.app) }

    /// Waits until the app is as it is to be.
    func await(
        _ fits: (AppProperties) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try client.loop.turn(
            until: { fits(try maps()) }, sourceLocation: sourceLocation)
    }
}
