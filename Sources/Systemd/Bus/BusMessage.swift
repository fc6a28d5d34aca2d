internal import CSystemd

/// A message that was received, copied whole.
package struct BusMessage: Equatable, Sendable {
    /// What a message is. Source: D-Bus specification, "Message Types".
    package enum Kind: Equatable, Sendable {
        /// A call, which wants an answer or not.
        case methodCall
        /// The answer to a call.
        case methodReturn
        /// The error that is the answer to a call.
        case error
        /// A signal, to all or to one.
        case signal
    }

    /// The most bytes that the body of a call or of a signal may have, which anybody may send:
    /// 64 KiB.
    package static let unaskedLimit = 1 << 16
    /// The most bytes that the body of an answer may have: 32 MiB.
    package static let answerLimit = 1 << 25

    /// What it is.
    package let kind: Kind
    /// The unique name of the connection that sent it, which the bus vouches for; the name of the
    /// bus itself (`BusName.driver`); nil where this side made it up, as libsystemd does for an
    /// answer that did not come.
    package let sender: String?
    /// The name that it was sent to; nil for a broadcast.
    package let destination: String?
    /// The path of the object; nil where the message is an answer.
    package let path: String?
    /// The interface; nil where the message is an answer, and where a call leaves it out.
    package let interface: String?
    /// The name of the method or signal; nil where the message is an answer.
    package let member: String?
    /// The signature of the body; empty where it has none.
    package let signature: String
    /// The name of the error, and its message for people; nil where it is no error.
    package let error: BusError?
    /// Whether the sender allows a question to the user on its behalf. Source: D-Bus
    /// specification, `ALLOW_INTERACTIVE_AUTHORIZATION`.
    package let allowsInteractiveAuthorization: Bool
    /// The arguments.
    package let body: [BusValue]

    /// The arguments, where they have the signature that is wanted.
    ///
    /// - Throws: `invalidArguments`, which names both signatures.
    package func arguments(_ wanted: String) throws(BusError) -> [BusValue] {
        guard signature == wanted else {
            throw .invalidArguments(
                "the arguments have the signature \(signature.debugDescription), not "
                    + wanted.debugDescription)
        }
        return body
    }

    /// Copies a message.
    ///
    /// - Parameters:
    ///   - message: one that was received; it stays the caller's.
    ///   - limit: the most bytes of its body.
    /// - Throws: as `BodyReader.read` does.
    @safe init(copying message: OpaquePointer, limit: Int) throws(BusError) {
        var type: UInt8 = 0
        let result = unsafe sd_bus_message_get_type(message, &type)
        try busCheck("sd_bus_message_get_type", "", result)
        kind =
            switch Int(type) {
            case SD_BUS_MESSAGE_METHOD_CALL: .methodCall
            case SD_BUS_MESSAGE_METHOD_RETURN: .methodReturn
            case SD_BUS_MESSAGE_METHOD_ERROR: .error
            default: .signal
            }
        sender = unsafe text(sd_bus_message_get_sender(message))
        destination = unsafe text(sd_bus_message_get_destination(message))
        path = unsafe text(sd_bus_message_get_path(message))
        interface = unsafe text(sd_bus_message_get_interface(message))
        member = unsafe text(sd_bus_message_get_member(message))
        signature = unsafe text(sd_bus_message_get_signature(message, 1)) ?? ""
        if kind == .error, let error = unsafe sd_bus_message_get_error(message) {
            self.error = unsafe .named(
                name: text(error.pointee.name) ?? BusErrorName.failed,
                message: text(error.pointee.message) ?? "")
        } else {
            error = nil
        }
        allowsInteractiveAuthorization =
            unsafe sd_bus_message_get_allow_interactive_authorization(message) > 0
        // From the start: getting an error's text has read in it.
        try busCheck("sd_bus_message_rewind", "", unsafe sd_bus_message_rewind(message, 1))
        var reader = unsafe BodyReader(message: message, limit: limit)
        body = try reader.read()
    }
}

/// A text of C's, copied; nil for none.
private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}
