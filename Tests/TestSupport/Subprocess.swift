package import Glibc

/// A program that runs beside the test: its output is read as it comes, it can be sent signals,
/// and it does not outlive its owner.
///
/// It starts with no signal blocked or ignored, with an empty standard input, and with no open
/// file of this process. It inherits what belongs to the calling thread, a network namespace for
/// one. Each call that waits has a limit that only guards against a hang; a test asserts no time.
package final class Subprocess {
    /// One of its two outputs.
    package enum Stream: Sendable {
        case standardOutput
        case standardError
    }

    /// How it ended, and what it wrote that no call had returned as a line before.
    package struct Result: Equatable, Sendable {
        package let ending: Ending
        /// What it wrote on standard output; bytes that are not UTF-8 are replaced.
        package let output: String
        /// What it wrote on standard error.
        package let errorOutput: String

        package init(ending: Ending, output: String = "", errorOutput: String = "") {
            self.ending = ending
            self.output = output
            self.errorOutput = errorOutput
        }
    }

    /// The way a process ends (waitid(2)).
    package enum Ending: Equatable, Sendable {
        /// By itself, with this exit status.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// The limit where a caller gives none.
    package static let hangGuard = Duration.seconds(60)

    /// The process's id; it stays valid until `finish` returns.
    package let processID: pid_t
    private let arguments: [String]
    private var output: OutputReader
    private var errorOutput: OutputReader
    private var exitNotice: ExitNotice
    private var ending: Ending?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: the program, looked for on `PATH`, and its arguments.
    ///   - environment: set on top of this process's own.
    ///   - directory: the working directory; nil for this process's own.
    /// - Throws: `SubprocessError` where the system refuses a pipe or a process, or has no such
    ///   program.
    package init(
        _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) throws(SubprocessError) {
        // env(1) goes into the directory and becomes the program; posix_spawn's own way to do it
        // is no part of POSIX yet and is not imported.
        let whole = directory.map { ["env", "-C", $0, "--"] + arguments } ?? arguments
        let spawned = try SpawnedProcess(whole, environment: environment)
        self.arguments = arguments
        processID = spawned.processID
        output = OutputReader(descriptor: spawned.output)
        errorOutput = OutputReader(descriptor: spawned.errorOutput)
        exitNotice = ExitNotice(of: spawned.processID)
    }

    deinit {
        if ending == nil {
            kill(processID, SIGKILL)
            _ = Self.reap(processID)
        }
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `SubprocessError` as `init` and `finish` do. Its exit status is no error.
    package static func run(
        _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
        within limit: Duration = hangGuard
    ) throws(SubprocessError) -> Result {
        try Subprocess(arguments, environment: environment, directory: directory)
            .finish(within: limit)
    }

    /// Runs a program that is to succeed, and returns what it wrote on standard output.
    ///
    /// - Throws: `SubprocessError` where it ended with anything but exit status 0.
    @discardableResult
    package static func succeed(
        _ arguments: [String], within limit: Duration = hangGuard
    ) throws(SubprocessError) -> String {
        let result = try run(arguments, within: limit)
        guard result.ending == .exit(0) else {
            throw SubprocessError(
                arguments: arguments, message: "ended with \(result.ending)",
                output: result.output, errorOutput: result.errorOutput)
        }
        return result.output
    }

    /// The next line of an output, without its end, or nil at the end of that output.
    ///
    /// - Throws: `SubprocessError` where none came within the limit; it tells what came of both
    ///   outputs.
    package func nextLine(
        from stream: Stream = .standardOutput, within limit: Duration = hangGuard
    ) throws(SubprocessError) -> String? {
        let deadline = ContinuousClock.now + limit
        while true {
            if let line = takeLine(of: stream) { return line }
            if isAtEnd(stream) { return nil }
            try readMore(until: deadline, waitingFor: "a line")
        }
    }

    /// The next line that fits; those before it are dropped. Nil where the output ends first.
    ///
    /// - Throws: as the other `nextLine`.
    package func nextLine(
        from stream: Stream = .standardOutput, within limit: Duration = hangGuard,
        where fits: (String) -> Bool
    ) throws(SubprocessError) -> String? {
        let deadline = ContinuousClock.now + limit
        while let line = try nextLine(from: stream, within: deadline - .now) {
            if fits(line) { return line }
        }
        return nil
    }

    /// Sends it a signal; nothing happens where it has ended.
    package func send(signal: Int32) {
        // Until it is reaped, the id cannot be another process's.
        if ending == nil { kill(processID, signal) }
    }

    /// Waits for its end.
    ///
    /// Output of processes that it leaves behind is not waited for.
    ///
    /// - Throws: `SubprocessError` where it did not end within the limit; it is killed then.
    package func finish(within limit: Duration = hangGuard) throws(SubprocessError) -> Result {
        let deadline = ContinuousClock.now + limit
        while !exitNotice.hasCome {
            do throws(SubprocessError) {
                try readMore(until: deadline, waitingFor: "its end")
            } catch {
                send(signal: SIGKILL)
                throw error
            }
        }
        output.readAvailable()
        errorOutput.readAvailable()
        let ending = ending ?? Self.reap(processID)
        self.ending = ending
        return Result(
            ending: ending, output: output.takeAll(), errorOutput: errorOutput.takeAll())
    }

    /// Waits for output or the end, and takes in what has come.
    private func readMore(
        until deadline: ContinuousClock.Instant, waitingFor awaited: String
    ) throws(SubprocessError) {
        // What has ended stays readable for ever and would make this a busy loop.
        var awaitedDescriptors: [CInt] = []
        if !output.isAtEnd { awaitedDescriptors.append(output.descriptor) }
        if !errorOutput.isAtEnd { awaitedDescriptors.append(errorOutput.descriptor) }
        if !exitNotice.hasCome { awaitedDescriptors.append(exitNotice.descriptor) }
        let readable = descriptorsWithInput(awaitedDescriptors, until: deadline)
        guard !readable.isEmpty else {
            throw SubprocessError(
                arguments: arguments, message: "timed out waiting for \(awaited)",
                output: output.takeAll(), errorOutput: errorOutput.takeAll())
        }
        if readable.contains(output.descriptor) { output.readAvailable() }
        if readable.contains(errorOutput.descriptor) { errorOutput.readAvailable() }
        if readable.contains(exitNotice.descriptor) { exitNotice.hasCome = true }
    }

    private func takeLine(of stream: Stream) -> String? {
        switch stream {
        case .standardOutput: output.takeLine()
        case .standardError: errorOutput.takeLine()
        }
    }

    private func isAtEnd(_ stream: Stream) -> Bool {
        switch stream {
        case .standardOutput: output.isAtEnd
        case .standardError: errorOutput.isAtEnd
        }
    }

    /// Waits for a child's end and takes its status.
    private static func reap(_ processID: pid_t) -> Ending {
        var status: CInt = 0
        while unsafe waitpid(processID, &status, 0) == -1 {
            precondition(errno == EINTR, "process \(processID) was reaped by somebody else")
        }
        // As wait(2) has it: WIFEXITED, WEXITSTATUS and WTERMSIG are macros.
        let signal = status & 0x7F
        return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }
}
