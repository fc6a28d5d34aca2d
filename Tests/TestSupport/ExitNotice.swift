internal import Glibc

/// Tells of a child's end by a descriptor, so that one poll(2) waits for it beside its output.
///
/// A thread waits for the child and leaves it to its owner to take the status; until then the
/// process id cannot become another process's. (pidfd_open(2) is not imported.)
struct ExitNotice: ~Copyable {
    /// Ends, and so becomes readable, when the child has ended.
    let descriptor: CInt
    /// Whether the owner has seen that; the owner sets it.
    var hasCome = false

    /// Begins to wait for a child of this process.
    init(of processID: pid_t) {
        guard let pipe = Pipe() else { preconditionFailure("pipe: \(errorText(errno))") }
        let ends = pipe.takeBothEnds()
        descriptor = ends.reading

        // The thread takes over the watch, and with it the writing end.
        let watch = ExitWatch(processID: processID, writingEnd: ends.writing)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil, runExitWatch, Unmanaged.passRetained(watch).toOpaque())
        precondition(code == 0, "pthread_create: \(errorText(code))")
        pthread_detach(thread)
    }

    deinit {
        close(descriptor)
    }
}

/// What the thread works with.
private final class ExitWatch {
    private let processID: pid_t
    private let writingEnd: CInt

    init(processID: pid_t, writingEnd: CInt) {
        self.processID = processID
        self.writingEnd = writingEnd
    }

    deinit {
        close(writingEnd)
    }

    /// Returns when the child has ended, or was reaped by its owner meanwhile.
    func waitForExit() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) == -1 {
            if errno != EINTR { return }
        }
    }
}

private func runExitWatch(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        unsafe Unmanaged<ExitWatch>.fromOpaque(context).takeRetainedValue().waitForExit()
    }
    return nil
}
