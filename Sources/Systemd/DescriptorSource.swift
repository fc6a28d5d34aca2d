internal import CSystemd
package import Posix

/// Calls a handler whenever a descriptor can be read.
///
/// Also where its other end is closed or has an error: the handler reads, learns it, and lets go
/// of the source, or it is called for ever. Source: sd_event_add_io(3).
package final class DescriptorSource {
    private let source: EventSource<() -> Void>

    /// Where the source stands among those that are ready in one turn: lower goes first, 0 is
    /// usual. Source: sd_event_source_set_priority(3).
    package var priority: Int64 = 0 {
        didSet {
            let priority = priority
            source.set("sd_event_source_set_priority") {
                unsafe sd_event_source_set_priority($0, priority)
            }
        }
    }

    /// - Parameter descriptor: stays the caller's, who closes it after the source is gone.
    /// - Throws: the error of sd_event_add_io(3): `EPERM` for a regular file, `EEXIST` for a
    ///   descriptor that has a source in this loop.
    package init(
        _ loop: EventLoop, descriptor: Int32, handler: @escaping () -> Void
    ) throws(SystemError) {
        source = try EventSource(
            loop, operation: "sd_event_add_io", subject: String(descriptor), handler: handler
        ) { event, source, context in
            unsafe sd_event_add_io(
                event, source, descriptor, EPOLLIN.rawValue, descriptorReady, context)
        }
    }
}

private func descriptorReady(
    _ source: OpaquePointer?, _ descriptor: Int32, _ events: UInt32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe callHandler(of: context)
}
