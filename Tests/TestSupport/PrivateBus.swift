internal import Glibc

/// A message bus of a test's own (dbus-daemon(1)), which lets everybody own and call everything.
/// It does not outlive its owner.
package final class PrivateBus {
    /// The address to connect to; it stays the same when the bus is started again.
    package let address: String
    /// The path of its socket.
    package let socketPath: String
    private let folder: TemporaryDirectory
    private var process: Subprocess?

    /// Whether a bus can be started here; tests that need one are enabled by this.
    package static let isAvailable = (try? Subprocess.succeed(["dbus-daemon", "--version"])) != nil

    /// Makes its folder and configuration, and starts it.
    ///
    /// - Parameters:
    ///   - policy: elements for `<policy context="default">`, after those that allow everything.
    ///   - limits: Numbers for `<limit name="…">` by name; what is not named has the usual one.
    ///   - isStarted: false for a bus that is not there yet; `start()` starts it.
    /// - Throws: `SubprocessError` where dbus-daemon does not start; where there is no room for
    ///   temporary files.
    package init(
        policy: String = "", limits: [String: Int] = [:], isStarted: Bool = true
    ) throws {
        folder = try TemporaryDirectory()
        socketPath = folder.path(of: "bus")
        address = "unix:path=\(socketPath)"
        let limits = limits.map { "<limit name=\"\($0.key)\">\($0.value)</limit>" }
        try folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>custom</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow user="*"/>
                <allow own="*"/>
                <allow send_destination="*" eavesdrop="false"/>
                <allow send_type="method_call"/>
                <allow receive_sender="*"/>
                \(policy)
              </policy>
              \(limits.joined(separator: "\n  "))
            </busconfig>
            """, to: "bus.conf")
        if isStarted { try start() }
    }

    deinit {
        // Ended before its folder goes.
        process = nil
    }

    /// The process of the bus; nil while it is stopped.
    package var processID: Int32? { process?.processID }

    /// Starts it, and waits until it can be connected to.
    ///
    /// - Throws: `SubprocessError` where it does not start.
    package func start() throws(SubprocessError) {
        let arguments = [
            "dbus-daemon", "--nofork", "--nopidfile", "--print-address=1",
            "--config-file=\(folder.path(of: "bus.conf"))",
        ]
        let process = try Subprocess(arguments)
        self.process = process
        guard try process.nextLine() != nil else {
            let result = try process.finish()
            throw SubprocessError(
                arguments: arguments, message: "ended with \(result.ending)",
                output: result.output, errorOutput: result.errorOutput)
        }
    }

    /// Kills it at once (SIGKILL), as a crash would end it; its socket stays behind. Nothing
    /// happens where it is stopped.
    ///
    /// - Throws: `SubprocessError` where it did not end.
    package func kill() throws(SubprocessError) {
        guard let process else { return }
        self.process = nil
        process.send(signal: SIGKILL)
        _ = try process.finish()
    }

    /// Has it stand still (SIGSTOP), or go on again (SIGCONT): it reads nothing meanwhile.
    package func setFrozen(_ isFrozen: Bool) {
        process?.send(signal: isFrozen ? SIGSTOP : SIGCONT)
    }
}
