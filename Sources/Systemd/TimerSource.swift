internal import CSystemd
internal import Glibc
package import Posix

/// Calls a handler once at a moment on `CLOCK_BOOTTIME`, as often as it is armed.
///
/// Source: sd_event_add_time(3).
package final class TimerSource {
    private let source: EventSource<() -> Void>

    /// How much later than asked it may come, in microseconds: 1 ms. Zero would mean the usual
    /// 250 ms.
    private static let accuracy: UInt64 = 1000

    /// Adds a timer that is not armed.
    ///
    /// - Throws: the error of sd_event_add_time(3): `EMFILE`, `ENOMEM`.
    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        source = try EventSource(loop, operation: "sd_event_add_time", handler: handler) {
            event, source, context in
            unsafe sd_event_add_time(
                event, source, CLOCK_BOOTTIME, .max, Self.accuracy, timeCame, context)
        }
        disarm()
    }

    /// Has the handler called at `moment`, or in the next turn where that is past; an earlier
    /// arming is forgotten. Nothing comes of it once the loop has ended.
    ///
    /// - Parameter moment: the time on the clock of `EventLoop.now`.
    package func arm(at moment: Duration) {
        source.set("sd_event_source_set_time") {
            unsafe sd_event_source_set_time($0, moment.microsecondsSinceZero)
        }
        source.set("sd_event_source_set_enabled") {
            unsafe sd_event_source_set_enabled($0, Int32(SD_EVENT_ONESHOT))
        }
    }

    /// Forgets the arming, if there is one.
    package func disarm() {
        source.set("sd_event_source_set_enabled") {
            unsafe sd_event_source_set_enabled($0, Int32(SD_EVENT_OFF))
        }
    }
}

private func timeCame(
    _ source: OpaquePointer?, _ microseconds: UInt64, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe callHandler(of: context)
}
