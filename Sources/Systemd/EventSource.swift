internal import CSystemd
internal import Glibc
internal import Posix

/// One sd_event_source and the closure that it calls; the source is disabled and freed with it.
///
/// libsystemd gets a pointer to this object without a reference of its own (`passUnretained`): it
/// is used only while the source exists, and `deinit` ends that first. A handler may let go of its
/// own source; the callback holds it until it returns.
@safe final class EventSource<Handler> {
    /// What the callback calls.
    let handler: Handler
    private var source: OpaquePointer?

    /// Adds a source to the loop.
    ///
    /// - Parameters:
    ///   - operation: the name of the function that `add` calls, for the error.
    ///   - subject: what the source is about, for the error.
    ///   - add: calls that function with the loop, where to put the source, and the pointer that
    ///     its callback gives to `handler(of:)`.
    /// - Throws: the error of that function.
    @safe init(
        _ loop: EventLoop, operation: String, subject: String = "", handler: Handler,
        add: (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer
        ) -> Int32
    ) throws(SystemError) {
        self.handler = handler
        var source: OpaquePointer?
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check(operation, subject, unsafe add(loop.event, &source, context))
        unsafe self.source = source
    }

    deinit {
        unsafe sd_event_source_disable_unref(source)
    }

    /// The handler of the source whose callback got `context`.
    static func handler(of context: UnsafeMutableRawPointer?) -> Handler? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EventSource<Handler>>.fromOpaque(context).takeUnretainedValue()
            .handler
    }

    /// Calls a setter of the source, which may refuse only what is a fault of this program.
    ///
    /// Once the loop has ended there is nothing left to set, which is no fault.
    @safe func set(_ operation: String, _ setter: (OpaquePointer?) -> Int32) {
        let result = unsafe setter(source)
        precondition(result >= 0 || result == -ESTALE, "\(operation): \(result)")
    }
}

/// Calls the plain handler of a source and keeps the source: a callback that returns a negative
/// number would have its source disabled.
func callHandler(of context: UnsafeMutableRawPointer?) -> Int32 {
    unsafe EventSource<() -> Void>.handler(of: context)?()
    return 0
}
