internal import CSystemd
internal import Glibc
package import Posix

/// Where a running process comes from, as far as that says which app it belongs to.
package struct ProcessOrigin: Hashable, Sendable {
    /// Why there is none.
    package enum Failure: Error, Hashable, Sendable {
        /// The process has ended, also where another has its number by now.
        case gone
        /// The system did not tell.
        case unreadable(SystemError)
    }

    /// The unit of the user's service manager that it belongs to, else that of the system's; nil
    /// where it belongs to none.
    package let unit: String?
    /// The path of its cgroup from the root of the hierarchy, beginning with `/`.
    package let cgroup: String
    /// The number of its effective user.
    package let userID: UInt32
    /// When it started, in clock ticks since boot: with the process id it names one process.
    /// Source: proc(5), field 22 of `/proc/PID/stat`.
    package let startTime: UInt64

    package init(unit: String?, cgroup: String, userID: UInt32, startTime: UInt64) {
        self.unit = unit
        self.cgroup = cgroup
        self.userID = userID
        self.startTime = startTime
    }

    /// Reads where a process comes from; all of it is of one process.
    ///
    /// - Throws: `Failure`; `unreadable` with `EINVAL` where the number is not positive.
    package static func read(processID: Int32) throws(Failure) -> ProcessOrigin {
        // libsystemd takes 0 for the process itself.
        guard processID > 0 else {
            throw .unreadable(
                SystemError(operation: "look up", subject: "process \(processID)", code: EINVAL))
        }
        let startTime = try startTime(of: processID)
        let origin = ProcessOrigin(
            unit: try unit(of: processID), cgroup: try cgroup(of: processID),
            userID: try effectiveUser(of: processID), startTime: startTime)
        guard try self.startTime(of: processID) == startTime else { throw .gone }
        return origin
    }

    /// The start time of a process, in clock ticks since boot.
    ///
    /// - Throws: as `read`.
    package static func startTime(of processID: Int32) throws(Failure) -> UInt64 {
        let path = "/proc/\(processID)/stat"
        guard let time = startTime(in: try contents(of: path)) else {
            throw .unreadable(SystemError(operation: "parse", subject: path, code: EBADMSG))
        }
        return time
    }

    /// Field 22 of `/proc/PID/stat`; nil where there is none.
    ///
    /// The fields are counted from the last `)`: before it stands the program's name, which may
    /// hold anything.
    static func startTime(in stat: [UInt8]) -> UInt64? {
        guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        // The first of these is field 3.
        let fields = stat[(end + 1)...].split {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n")
        }
        guard fields.count > 19 else { return nil }
        return UInt64(String(decoding: fields[19], as: UTF8.self))
    }

    /// The second number of the line `Uid:` in `/proc/PID/status`; nil where there is none.
    static func effectiveUser(in status: [UInt8]) -> UInt32? {
        for line in status.split(separator: UInt8(ascii: "\n")) {
            let words = line.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            guard words.count > 2, words[0].elementsEqual("Uid:".utf8) else { continue }
            return UInt32(String(decoding: words[2], as: UTF8.self))
        }
        return nil
    }

    private static func effectiveUser(of processID: Int32) throws(Failure) -> UInt32 {
        // The owner of /proc/PID would be root where the process may not be dumped.
        let path = "/proc/\(processID)/status"
        guard let user = effectiveUser(in: try contents(of: path)) else {
            throw .unreadable(SystemError(operation: "parse", subject: path, code: EBADMSG))
        }
        return user
    }

    private static func contents(of path: String) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            return try TextFile.read(path: path)
        } catch {
            throw failure(error)
        }
    }

    private static func unit(of processID: Int32) throws(Failure) -> String? {
        if let unit = try unsafe text("sd_pid_get_user_unit", processID, sd_pid_get_user_unit) {
            return unit
        }
        return try unsafe text("sd_pid_get_unit", processID, sd_pid_get_unit)
    }

    private static func cgroup(of processID: Int32) throws(Failure) -> String {
        // A process at the root of the hierarchy has `/`.
        try unsafe text("sd_pid_get_cgroup", processID, sd_pid_get_cgroup) ?? "/"
    }

    /// What a getter of sd-login gives, copied; nil where the process has no such thing.
    private static func text(
        _ operation: String, _ processID: Int32,
        _ getter: (pid_t, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
    ) throws(Failure) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let result = unsafe getter(processID, &text)
        defer { unsafe free(text) }
        // ENOMEDIUM: there are no cgroups where the daemon runs, as under `ip netns exec`.
        if result == -ENODATA || result == -ENOMEDIUM { return nil }
        guard result >= 0, let text = unsafe text else {
            throw failure(
                SystemError(
                    operation: operation, subject: "process \(processID)",
                    code: result < 0 ? -result : ENODATA))
        }
        return unsafe String(cString: text)
    }

    private static func failure(_ error: SystemError) -> Failure {
        error.code == ESRCH || error.code == ENOENT ? .gone : .unreadable(error)
    }
}
