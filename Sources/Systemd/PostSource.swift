internal import CSystemd
package import Posix

/// Calls a handler at the end of each turn of the loop in which any other source was handled.
///
/// Source: sd_event_add_post(3).
package final class PostSource {
    private let source: EventSource<() -> Void>

    /// - Throws: the error of sd_event_add_post(3): `ENOMEM`.
    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        source = try EventSource(loop, operation: "sd_event_add_post", handler: handler) {
            event, source, context in
            unsafe sd_event_add_post(event, source, turnEnded, context)
        }
    }
}

private func turnEnded(
    _ source: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe callHandler(of: context)
}
