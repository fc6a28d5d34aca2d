internal import CSystemd
internal import Glibc
package import Posix

/// Calls a handler when the process or the loop's thread gets a signal.
///
/// Signals that come in between are one. Source: sd_event_add_signal(3), signalfd(2).
package final class SignalSource {
    private let source: EventSource<() -> Void>

    /// - Parameter signal: a signal that is blocked in all threads (`Signals.block`).
    /// - Throws: the error of sd_event_add_signal(3): `EBUSY` where the signal is not blocked or
    ///   the loop has a source for it.
    package init(
        _ loop: EventLoop, signal: Int32, handler: @escaping () -> Void
    ) throws(SystemError) {
        source = try EventSource(
            loop, operation: "sd_event_add_signal", subject: String(signal), handler: handler
        ) { event, source, context in
            unsafe sd_event_add_signal(event, source, signal, signalArrived, context)
        }
    }
}

private func signalArrived(
    _ source: OpaquePointer?, _ info: UnsafePointer<signalfd_siginfo>?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe callHandler(of: context)
}
