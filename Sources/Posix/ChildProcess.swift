internal import Glibc

/// A program that this one has started. It is killed with its owner, and what it has started as
/// well.
///
/// It inherits the namespaces of the calling thread, and has an empty standard input and no signal
/// blocked or ignored.
package final class ChildProcess {
    /// How it ended. Source: wait4(2).
    package struct Outcome: Equatable, Sendable {
        /// Its exit status; nil where a signal ended it.
        package let exitStatus: Int32?
        /// The processor time of its own and of those children that it waited for.
        package let processorTime: Duration
    }

    /// Its process id, valid until it was waited for.
    package let processID: Int32
    private let subject: String
    private var outcome: Outcome?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked for in `$PATH`, and its arguments.
    ///   - environment: Set on top of this process's own.
    ///   - output: The file that gets its standard output, in place of what it had.
    ///   - errors: The same for standard error; nil where this process's own is to be used.
    /// - Throws: the error of posix_spawnp(3): `ENOENT` where there is no such program, or of
    ///   opening an output.
    package init(
        _ arguments: [String], environment: [String: String] = [:], output: String = "/dev/null",
        errors: String? = "/dev/null"
    ) throws(SystemError) {
        subject = arguments.first ?? ""
        var actions = unsafe posix_spawn_file_actions_t()
        _ = unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        let writes = O_WRONLY | O_CREAT | O_TRUNC
        _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        _ = unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writes, 0o644)
        if let errors {
            _ = unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, writes, 0o644)
        }
        var attributes = posix_spawnattr_t()
        _ = unsafe posix_spawnattr_init(&attributes)
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        _ = unsafe sigemptyset(&none)
        var all = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe posix_spawnattr_setsigmask(&attributes, &none)
        _ = unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        _ = unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables = unsafe Environment.all(with: environment).map { unsafe strdup($0) } + [nil]
        defer {
            unsafe words.forEach { unsafe free($0) }
            unsafe variables.forEach { unsafe free($0) }
        }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, subject, &actions, &attributes, &words, &variables)
        guard code == 0 else {
            throw SystemError(operation: "start", subject: subject, code: code)
        }
        processID = child
    }

    deinit {
        end()
    }

    /// Waits until it has ended; at once where it was waited for before.
    @discardableResult
    package func wait() -> Outcome {
        if let outcome { return outcome }
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(processID, &status, 0, &usage) == -1 {
            precondition(errno == EINTR, "process \(processID) was waited for by somebody else")
        }
        // As wait(2) has it: WIFEXITED and WEXITSTATUS are macros.
        let outcome = Outcome(
            exitStatus: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil,
            processorTime: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
        self.outcome = outcome
        return outcome
    }

    /// Kills it and what it has started, unless it was waited for, and waits for its end.
    package func end() {
        guard outcome == nil else { return }
        for process in ProcessTable.descendants(of: processID) { _ = kill(process, SIGKILL) }
        _ = kill(processID, SIGKILL)
        wait()
    }

    /// Sends it a signal; nothing happens where it was waited for.
    package func send(signal: Int32) {
        if outcome == nil { _ = kill(processID, signal) }
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}
