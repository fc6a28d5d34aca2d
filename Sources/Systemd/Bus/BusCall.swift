internal import CSystemd

/// A method call that was received and has to be answered, once, now or later.
///
/// Where it is released without an answer, the caller gets the error `Failed`, so that nobody
/// waits. A caller that wants no answer gets none. Answers to a caller that is gone, and on a
/// connection that is closed, go nowhere. It keeps the memory of its bus, though not the connection.
@safe package final class BusCall {
    /// What was called, by whom, with what.
    package let message: BusMessage
    /// Whether it was answered.
    package private(set) var isAnswered = false
    /// The received sd_bus_message, with a reference of its own.
    private let call: OpaquePointer

    /// - Parameters:
    ///   - message: the copy of `call`.
    ///   - call: a received method call.
    init(_ message: BusMessage, call: OpaquePointer) {
        self.message = message
        unsafe self.call = unsafe sd_bus_message_ref(call)
    }

    deinit {
        if !isAnswered {
            fail(name: BusErrorName.failed, message: "The call was not answered")
        }
        unsafe sd_bus_message_unref(call)
    }

    /// Answers with these values. Nothing happens where it is answered already.
    ///
    /// - Throws: `invalidArguments` where the values are not valid; then it is not answered yet.
    package func reply(_ values: [BusValue] = []) throws(BusError) {
        guard !isAnswered else { return }
        let answer = try OutgoingMessage("sd_bus_message_new_method_return") {
            unsafe sd_bus_message_new_method_return(call, $0)
        }
        try answer.append(values)
        isAnswered = true
        Self.send(answer)
    }

    /// Answers with an error. Nothing happens where it is answered already.
    ///
    /// - Parameters:
    ///   - name: such as `org.freedesktop.DBus.Error.AccessDenied`; one that is not valid becomes
    ///     `Failed`.
    ///   - message: a sentence for people.
    package func fail(name: String, message: String) {
        guard !isAnswered else { return }
        isAnswered = true
        unsafe Self.refuse(call, .named(name: name, message: message))
    }

    /// Answers with an error.
    package func fail(_ error: BusError) {
        fail(name: error.name, message: error.message)
    }

    /// Answers a received call with an error.
    static func refuse(_ call: OpaquePointer, _ error: BusError) {
        let name = BusName.isInterface(error.name) ? error.name : BusErrorName.failed
        // C would take the text to end at a NUL.
        let message = error.message.replacing("\0", with: "\u{FFFD}")
        let answer = try? OutgoingMessage("sd_bus_message_new_method_error") { place in
            unsafe name.withCString { name in
                unsafe message.withCString { message in
                    // Copied into the message, so nothing of it is to be freed.
                    var error = unsafe sd_bus_error(name: name, message: message, _need_free: 0)
                    return unsafe sd_bus_message_new_method_error(call, place, &error)
                }
            }
        }
        // It fails for want of memory only.
        guard let answer else { return }
        send(answer)
    }

    /// Sends an answer; refused only where the connection is closed or has no room for it, and
    /// then the caller learns from the bus that we are gone.
    private static func send(_ answer: borrowing OutgoingMessage) {
        _ = unsafe sd_bus_send(nil, answer.pointer, nil)
    }
}
