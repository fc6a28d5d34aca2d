internal import Glibc

/// What happens to signals before and outside the loop.
package enum Signals {
    /// Blocks the signals in the calling thread and those it starts from now on.
    ///
    /// The first statement of a program: until then a signal has its default action, and after it
    /// waits until a source of the loop reads it. Source: pthread_sigmask(3).
    package static func block(_ signals: [Int32]) {
        change(SIG_BLOCK, signals)
    }

    /// Takes ``block(_:)`` back: the signals have their default action again, as a program wants
    /// that has no loop.
    package static func unblock(_ signals: [Int32]) {
        change(SIG_UNBLOCK, signals)
    }

    private static func change(_ how: Int32, _ signals: [Int32]) {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for signal in signals {
            precondition(unsafe sigaddset(&set, signal) == 0, "no signal has number \(signal)")
        }
        let code = unsafe pthread_sigmask(how, &set, nil)
        precondition(code == 0, "pthread_sigmask refused: \(code)")
    }

    /// Makes writing to a pipe or socket without a reader an error (`EPIPE`) and not the end of
    /// the process. Source: signal(7), SIGPIPE.
    package static func ignoreBrokenPipe() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Runs `body` with every signal blocked and puts the former mask back; a thread started in it
    /// is never interrupted.
    static func withAllBlocked<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var former = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
        defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        return body()
    }
}
