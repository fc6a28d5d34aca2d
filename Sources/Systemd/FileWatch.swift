internal import CSystemd
internal import Glibc
package import Posix

/// Calls a handler when files in a directory come, go or are written.
///
/// A directory is watched and not a file, since a file that is replaced by rename is another one.
/// Source: sd_event_add_inotify(3), inotify(7).
package final class FileWatch {
    /// Called with the name that changed; nil where the event is about the directory itself or
    /// events were lost.
    private let source: EventSource<(String?) -> Void>

    /// What makes a file another or gives it other contents; the last two and `IN_IGNORED`, which
    /// always comes, tell that the directory itself is gone from its place.
    private static let events = UInt32(
        IN_ATTRIB | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE
            | IN_DELETE_SELF
            | IN_MOVE_SELF)

    /// - Parameters:
    ///   - directory: the path; links are followed once, now.
    ///   - names: the names to watch; nil for all.
    ///   - handler: called for each change of one of the names, when the kernel's queue overflowed
    ///     (then anything may have changed), and when the directory itself was removed, moved or
    ///     unmounted (then nothing more comes, and a new watch is due).
    /// - Throws: the error of sd_event_add_inotify(3): `ENOENT`, `ENOTDIR`, `EACCES`, `ENOSPC`
    ///   (too many watches), `EMFILE`.
    package init(
        _ loop: EventLoop, directory: String, names: Set<String>? = nil,
        handler: @escaping () -> Void
    ) throws(SystemError) {
        let filter: (String?) -> Void = { name in
            if let names, let name, !names.contains(name) { return }
            handler()
        }
        source = try EventSource(
            loop, operation: "sd_event_add_inotify", subject: directory, handler: filter
        ) { event, source, context in
            unsafe sd_event_add_inotify(
                event, source, directory, Self.events | UInt32(IN_ONLYDIR), fileChanged, context)
        }
    }
}

private func fileChanged(
    _ source: OpaquePointer?, _ event: UnsafePointer<inotify_event>?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let event = unsafe event else { return 0 }
    // Names that are not UTF-8 are repaired; none of the watched ones reads so.
    let name = unsafe cellgate_inotify_event_name(event).map { unsafe String(cString: $0) }
    unsafe EventSource<(String?) -> Void>.handler(of: context)?(name)
    return 0
}
