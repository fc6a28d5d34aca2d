import FoundationEssentials
import Glibc
import Systemd
import TestSupport
import Testing

@testable import Cellgate

/// The built daemon on a bus of its own, in a network namespace of its own. This process is its
/// app `org.example.Own`, by its user.
///
/// Interfaces have their type by name: wwan0 is mobile data, wlan0 Wi-Fi.
final class DaemonOnBus {
    let bus: PrivateBus
    let namespace: NamedNetworkNamespace
    private let configuration: TemporaryDirectory
    private let state: TemporaryDirectory
    private var process: Subprocess?

    /// Whether it can run here.
    static let isAvailable = NamedNetworkNamespace.isAvailable && PrivateBus.isAvailable

    /// - Parameters:
    ///   - choice: `Choice=` of this process's app; nil for a process that belongs to no app.
    ///   - isStarted: false for a daemon that is not there yet.
    ///   - url: `NetworkProbeURL=`; empty for the default.
    init(choice: String? = "ask", isStarted: Bool = true, probing url: String = "") throws {
        bus = try PrivateBus()
        namespace = try NamedNetworkNamespace()
        configuration = try TemporaryDirectory()
        state = try TemporaryDirectory()
        try configuration.write(
            """
            [Interfaces]
            Cellular=wwan*
            Wifi=wlan*
            [Permission]
            ReloadOnChange=no
            NetworkProbeURL=\(url)
            """, to: "cellgated.conf")
        if let choice { try setChoice(choice) }
        if isStarted { try start() }
    }

    var address: BusAddress { .address(bus.address) }

    /// A connection of the library to it.
    func connect() -> DaemonConnection { DaemonConnection(to: address) }

    /// Changes the file of this process's app, and has a daemon that runs read it.
    func setChoice(_ choice: String) throws {
        try configuration.write(
            "[App]\nChoice=\(choice)\n[Match]\nUser=\(geteuid())\n",
            to: "apps.d/org.example.Own.conf")
        process?.send(signal: SIGHUP)
    }

    /// Starts the daemon; nothing is waited for.
    func start() throws {
        // Not by `ip netns exec`, which mounts another /sys: without the cgroups in it nobody can
        // tell where a process belongs.
        process = try Subprocess(
            [
                "nsenter", "--net=/run/netns/\(namespace.name)",
                BuiltProgram.path(of: "cellgated"), "--config", configuration.path, "--state",
                state.path,
            ], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    /// Kills the daemon at once.
    func kill() throws {
        process?.send(signal: SIGKILL)
        _ = try process?.finish()
        process = nil
    }

    /// Adds wwan0 with a default route.
    func addCellular() throws {
        try namespace.uplink("wwan0", 2)
        try namespace.ip("route add default via 10.2.0.1 dev wwan0 metric 700")
    }

    /// Adds wlan0 with a better default route.
    func addWifi() throws {
        try namespace.uplink("wlan0", 1)
        try namespace.ip("route add default via 10.1.0.1 dev wlan0 metric 600")
    }
}

/// A program that was built with the tests.
enum BuiltProgram {
    /// Where it is: beside the test bundle, else in the folder of debug builds.
    static func path(of name: String) throws -> String {
        var folders = [ProjectFolder.path + "/.build/debug"]
        let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        if let folder = running?.split(separator: "/").dropLast().joined(separator: "/") {
            folders.insert("/" + folder, at: 0)
        }
        let candidates = folders.map { "\($0)/\(name)" }
        return try #require(candidates.first(where: FileManager.default.isExecutableFile))
    }
}
