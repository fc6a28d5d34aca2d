internal import CSystemd
package import Posix

/// Tells the service manager how the service is. Source: sd_notify(3).
package enum Notifier {
    /// Sends a state: assignments such as `READY=1`, one a line.
    ///
    /// - Returns: whether a manager listens (`$NOTIFY_SOCKET` is set).
    /// - Throws: the error of sd_notify(3): `EINVAL` where the variable names no socket,
    ///   `ECONNREFUSED` or `ENOENT` where nobody has it.
    @discardableResult
    package static func notify(_ state: String) throws(SystemError) -> Bool {
        try check("sd_notify", "", unsafe sd_notify(0, state)) > 0
    }

    /// The state that begins a reload; `READY=1` ends it.
    ///
    /// The manager orders it by the time in it, which is that of `CLOCK_MONOTONIC` and not the
    /// loop's.
    package static func reloading() -> String {
        "RELOADING=1\nMONOTONIC_USEC=\(cellgate_monotonic_microseconds())"
    }
}
