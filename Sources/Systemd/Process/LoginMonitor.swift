internal import CSystemd
internal import Glibc
package import Posix

/// Calls a handler when a session comes, goes, or comes to the front, or another displays things to
/// a user; what holds then is to be read anew (``LoginSession``).
///
/// It reads what the login manager writes to `/run/systemd`. Source: sd_login_monitor_new(3).
package final class LoginMonitor {
    private let changes: [Changes]
    private var sources: [DescriptorSource] = []

    /// - Throws: the error of sd_login_monitor_new(3): `ENOENT` where there is no login manager and
    ///   never was, `EMFILE`.
    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        // Not everything that it tells of: a category whose folder is missing fails.
        changes = [try Changes(of: "session"), try Changes(of: "uid")]
        for changes in changes {
            sources.append(
                try DescriptorSource(loop, descriptor: changes.descriptor) {
                    changes.take()
                    handler()
                })
        }
    }

    deinit {
        // The loop lets go of the descriptors before they are closed.
        sources = []
    }
}

/// The changes of one category, which are told by a descriptor that can be read.
@safe private final class Changes {
    private let monitor: OpaquePointer
    /// Lives as long as this.
    let descriptor: Int32

    init(of category: String) throws(SystemError) {
        var monitor: OpaquePointer?
        try check("sd_login_monitor_new", category, unsafe sd_login_monitor_new(category, &monitor))
        guard let monitor = unsafe monitor else {
            throw SystemError(operation: "sd_login_monitor_new", subject: category, code: ENOMEM)
        }
        unsafe self.monitor = monitor
        descriptor = unsafe sd_login_monitor_get_fd(monitor)
    }

    deinit {
        unsafe sd_login_monitor_unref(monitor)
    }

    /// Takes what was told, so that the descriptor can be read at the next change only.
    func take() {
        // Fails only where the descriptor is none.
        _ = unsafe sd_login_monitor_flush(monitor)
    }
}
