internal import Posix

/// Runs programs to their end.
enum Command {
    /// Runs one that is to succeed.
    ///
    /// - Returns: What it used.
    /// - Throws: ``MeasurementFailure`` with the end of what it wrote on standard error, where it
    ///   ended with anything but status 0; the error of starting it.
    @discardableResult
    static func run(
        _ arguments: [String], environment: [String: String] = [:], output: String = "/dev/null"
    ) throws -> ChildProcess.Outcome {
        let log = try LogFile()
        let process = try ChildProcess(
            arguments, environment: environment, output: output, errors: log.path)
        let outcome = process.wait()
        guard outcome.exitStatus == 0 else {
            throw MeasurementFailure("\(arguments.joined(separator: " ")) failed: \(log.lastLine)")
        }
        return outcome
    }

    /// Runs a script of sh(1) up to its first command that fails.
    static func shell(_ script: String) throws {
        try run(["sh", "-ec", script])
    }

    /// Whether a program of this name is in `$PATH` or the administrator's folders.
    static func path(of program: String) -> String? {
        let folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(program)" }
            .first(where: Execution.isProgram)
    }
}
