internal import CSystemd
internal import Glibc
package import Posix

/// The loop that everything in the daemon runs in: one sd_event, on the thread that made it.
///
/// Not the thread's default loop, so tests may have as many as they like. It does not keep its
/// sources; their owners do. Source: sd-event(3).
@safe package final class EventLoop {
    /// The sd_event; lives as long as the loop.
    let event: OpaquePointer

    /// - Throws: the error of sd_event_new(3): `EMFILE`, `ENOMEM`.
    package init() throws(SystemError) {
        var event: OpaquePointer?
        try check("sd_event_new", "", unsafe sd_event_new(&event))
        guard let event = unsafe event else {
            throw SystemError(operation: "sd_event_new", code: ENOMEM)
        }
        unsafe self.event = event
    }

    deinit {
        unsafe sd_event_unref(event)
    }

    /// Waits for events and handles them until `exit(code:)` is called; once in a loop's life.
    ///
    /// - Returns: the code given to `exit(code:)`, which is not negative.
    /// - Throws: the error of sd_event_loop(3): `EBUSY` where it ran before.
    package func run() throws(SystemError) -> Int32 {
        try check("sd_event_loop", "", unsafe sd_event_loop(event))
    }

    /// Ends `run()` once the handler that runs now is done; nothing after it has ended.
    ///
    /// - Parameter code: what `run()` returns, not negative.
    package func exit(code: Int32) {
        precondition(code >= 0, "\(code) would read as an error")
        // Refused only where the loop has ended already (ESTALE).
        _ = unsafe sd_event_exit(event, code)
    }

    /// The time on `CLOCK_BOOTTIME`, which goes on while the machine sleeps: in a handler the
    /// moment this turn of the loop began, before `run()` the present.
    package var now: Duration {
        var microseconds: UInt64 = 0
        let result = unsafe sd_event_now(event, CLOCK_BOOTTIME, &microseconds)
        precondition(result >= 0, "sd_event_now refuses CLOCK_BOOTTIME: \(result)")
        return Duration(sinceZero: microseconds)
    }

    /// The time of day, `CLOCK_REALTIME` since 1970 UTC, at the moment of ``now``; it may jump.
    package var wallTime: Duration {
        var microseconds: UInt64 = 0
        let result = unsafe sd_event_now(event, CLOCK_REALTIME, &microseconds)
        precondition(result >= 0, "sd_event_now refuses CLOCK_REALTIME: \(result)")
        return Duration(sinceZero: microseconds)
    }

    /// Tells systemd's watchdog from now on that the loop turns, where systemd asked for that
    /// (`$WATCHDOG_USEC`).
    ///
    /// - Returns: whether systemd asked.
    /// - Throws: the error of sd_event_set_watchdog(3): `EINVAL` where the variables are no
    ///   numbers.
    package func enableWatchdog() throws(SystemError) -> Bool {
        try check("sd_event_set_watchdog", "", unsafe sd_event_set_watchdog(event, 1)) > 0
    }
}
