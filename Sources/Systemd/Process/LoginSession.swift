internal import CSystemd
internal import Glibc

/// A session of a user, as the login manager knows it. Source: sd-login(3).
package struct LoginSession: Hashable, Sendable {
    /// Its name, such as `3` or `c1`.
    package let name: String
    /// Whether it is the one in front of the user now.
    package let isActive: Bool

    package init(name: String, isActive: Bool) {
        self.name = name
        self.isActive = isActive
    }

    /// The session that a process belongs to; nil where it belongs to none, or is gone.
    package static func of(processID: Int32) -> LoginSession? {
        guard processID > 0 else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        let result = unsafe sd_pid_get_session(processID, &text)
        defer { unsafe free(text) }
        guard result >= 0, let text = unsafe text else { return nil }
        let name = unsafe String(cString: text)
        return LoginSession(name: name, isActive: unsafe sd_session_is_active(name) > 0)
    }

    /// The session that displays things to a user: the graphical one, else any; nil where the user
    /// has none. A program that the user's service manager runs belongs to none itself.
    package static func display(ofUser userID: UInt32) -> LoginSession? {
        var text: UnsafeMutablePointer<CChar>?
        let result = unsafe sd_uid_get_display(userID, &text)
        defer { unsafe free(text) }
        guard result >= 0, let text = unsafe text else { return nil }
        let name = unsafe String(cString: text)
        return LoginSession(name: name, isActive: unsafe sd_session_is_active(name) > 0)
    }
}
