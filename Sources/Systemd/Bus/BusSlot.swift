internal import CSystemd
internal import Posix

/// One sd_bus_slot, a standing wish for messages, and the closure that it calls; the wish ends with
/// it.
///
/// libsystemd gets a pointer to this object without a reference of its own (`passUnretained`): it
/// is used only while the slot exists, and `deinit` ends that first. A handler may let go of its
/// own slot; the callback holds it until it returns. The slot keeps the memory of its bus, though
/// not the connection.
@safe final class BusSlot {
    /// What the callback calls, with the message, which is the callback's only while it runs.
    let handler: (OpaquePointer) -> Void
    /// What the callback calls when a match is installed or refused.
    let installed: (OpaquePointer) -> Void
    private var slot: OpaquePointer?

    /// - Parameters:
    ///   - operation: the name of the function that `add` calls, for the error.
    ///   - handler: called with each message; the message is handled by that.
    ///   - installed: called with the answer of the bus to a match.
    ///   - add: calls that function with where to put the slot and the pointer that belongs to the
    ///     callbacks `busMessageCame` and `busMatchInstalled`.
    /// - Throws: the error of that function.
    @safe init(
        operation: String, subject: String = "", handler: @escaping (OpaquePointer) -> Void,
        installed: @escaping (OpaquePointer) -> Void = { _ in },
        add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(BusError) {
        unsafe self.handler = handler
        unsafe self.installed = installed
        var slot: OpaquePointer?
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try busCheck(operation, subject, unsafe add(&slot, context))
        unsafe self.slot = slot
    }

    deinit {
        unsafe sd_bus_slot_unref(slot)
    }
}

/// The callback of all slots; the message counts as handled.
func busMessageCame(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let slot = unsafe Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
    unsafe slot.handler(message)
    return 1
}

/// The callback of matches for messages: others may want the same one.
func busSignalCame(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    _ = unsafe busMessageCame(message, context, error)
    return 0
}

/// The callback of matches for the bus's answer to them.
func busMatchInstalled(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let slot = unsafe Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
    unsafe slot.installed(message)
    return 1
}
