internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A child process just started, and the reading ends of its outputs, which the taker must close.
struct SpawnedProcess {
    let processID: pid_t
    let output: CInt
    let errorOutput: CInt

    /// Starts a program (posix_spawn(3)), as `Subprocess.init` has it.
    init(_ arguments: [String], environment: [String: String]) throws(SubprocessError) {
        func fail(_ operation: String, _ code: CInt) -> SubprocessError {
            SubprocessError(arguments: arguments, message: "\(operation): \(errorText(code))")
        }
        guard let outputPipe = Pipe(), let errorPipe = Pipe() else { throw fail("pipe", errno) }

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, outputPipe.writingEnd, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errorPipe.writingEnd, STDERR_FILENO)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let variables = ProcessInfo.processInfo.environment
            .merging(environment) { _, own in own }
            .map { "\($0.key)=\($0.value)" }
        var processID: pid_t = 0
        let program = arguments[0]
        let code = descriptorLock.withLock { _ in
            unsafe withCStrings(arguments) { arguments in
                unsafe withCStrings(variables) { variables in
                    unsafe posix_spawnp(
                        &processID, program, &actions, &attributes, arguments,
                        variables)
                }
            }
        }
        guard code == 0 else { throw fail("posix_spawnp", code) }
        self.processID = processID
        output = outputPipe.takeReadingEnd()
        errorOutput = errorPipe.takeReadingEnd()
    }
}

/// The text of an error number (strerror(3)).
func errorText(_ code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
