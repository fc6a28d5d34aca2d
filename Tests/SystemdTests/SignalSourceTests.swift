import Glibc
import Posix
import Systemd
import Testing

/// Signals are the whole process's, so each test has a process of its own.
@Suite struct SignalSourceTests {
    @Test("signals that came before the loop are not lost, and repeated ones are one")
    func pendingSignals() async {
        await #expect(processExitsWith: .exitCode(3)) {
            Signals.block([SIGUSR1, SIGTERM])
            let loop = try EventLoop()
            var refreshes: Int32 = 0
            let refresh = try SignalSource(loop, signal: SIGUSR1) {
                refreshes += 1
                // The last one ends it, after all that was pending.
                if refreshes == 1 { pthread_kill(pthread_self(), SIGTERM) }
            }
            let end = try SignalSource(loop, signal: SIGTERM) { loop.exit(code: refreshes + 2) }
            pthread_kill(pthread_self(), SIGUSR1)
            pthread_kill(pthread_self(), SIGUSR1)
            let code = try runLoop(loop)
            withExtendedLifetime((refresh, end)) {}
            exit(code)
        }
    }

    @Test("a signal that is not blocked is refused")
    func unblocked() async {
        await #expect(processExitsWith: .success) {
            // The thread that a test gets may have signals blocked.
            var set = sigset_t()
            _ = unsafe sigemptyset(&set)
            _ = unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
            let loop = try EventLoop()
            let subject = String(SIGUSR2)
            #expect(
                throws: SystemError(
                    operation: "sd_event_add_signal", subject: subject, code: EBUSY)
            ) {
                _ = try SignalSource(loop, signal: SIGUSR2) {}
            }
        }
    }
}
