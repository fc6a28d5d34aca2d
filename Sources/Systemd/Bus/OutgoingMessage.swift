internal import CSystemd

/// A message that this program builds; freed with it, which is no harm once it is sent.
@safe struct OutgoingMessage: ~Copyable {
    /// The sd_bus_message; lives as long as this.
    let pointer: OpaquePointer

    /// - Parameters:
    ///   - operation: the name of the function that `create` calls, for the error.
    ///   - create: calls that function with where to put the message.
    /// - Throws: the error of that function.
    @safe init(
        _ operation: String, create: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws(BusError) {
        var message: OpaquePointer?
        try busCheck(operation, "", unsafe create(&message))
        guard let message = unsafe message else {
            throw .invalidArguments("\(operation) made no message")
        }
        unsafe pointer = message
    }

    deinit {
        unsafe sd_bus_message_unref(pointer)
    }

    /// Appends arguments; throws as `BodyWriter.append` does.
    func append(_ values: [BusValue]) throws(BusError) {
        try BodyWriter.append(values, to: unsafe pointer)
    }
}
