internal import CSystemd

/// Appends values to a message that is being built.
///
/// Source: sd_bus_message_append_basic(3), sd_bus_message_open_container(3).
enum BodyWriter {
    /// - Parameter message: a message that was not sent yet; it stays the caller's.
    /// - Throws: `invalidArguments` where the values are not valid, before anything is written;
    ///   else a system error: `ENOMEM`, or `EINVAL` for an array of more than 64 MiB.
    @safe static func append(
        _ values: [BusValue], to message: OpaquePointer
    ) throws(BusError) {
        try values.validate()
        for value in values { try unsafe append(value, message) }
    }

    private static func append(
        _ value: BusValue, _ message: OpaquePointer
    ) throws(BusError) {
        let result: Int32
        switch value {
        case .byte(let number): unsafe result = appendNumber(SD_BUS_TYPE_BYTE, number, message)
        case .boolean(let flag):
            // libsystemd takes it as an int.
            unsafe result = appendNumber(SD_BUS_TYPE_BOOLEAN, Int32(flag ? 1 : 0), message)
        case .int16(let number): unsafe result = appendNumber(SD_BUS_TYPE_INT16, number, message)
        case .uint16(let number): unsafe result = appendNumber(SD_BUS_TYPE_UINT16, number, message)
        case .int32(let number): unsafe result = appendNumber(SD_BUS_TYPE_INT32, number, message)
        case .uint32(let number): unsafe result = appendNumber(SD_BUS_TYPE_UINT32, number, message)
        case .int64(let number): unsafe result = appendNumber(SD_BUS_TYPE_INT64, number, message)
        case .uint64(let number): unsafe result = appendNumber(SD_BUS_TYPE_UINT64, number, message)
        case .double(let number): unsafe result = appendNumber(SD_BUS_TYPE_DOUBLE, number, message)
        case .string(let text): unsafe result = appendText(SD_BUS_TYPE_STRING, text, message)
        case .objectPath(let text):
            unsafe result = appendText(SD_BUS_TYPE_OBJECT_PATH, text, message)
        case .signature(let text): unsafe result = appendText(SD_BUS_TYPE_SIGNATURE, text, message)
        case .array(let element, let elements):
            return try unsafe appendContainer(SD_BUS_TYPE_ARRAY, element, elements, message)
        case .structure(let fields):
            return try unsafe appendContainer(
                SD_BUS_TYPE_STRUCT, fields.signature, fields, message)
        case .entry(let key, let value):
            let pair = [key, value]
            return try unsafe appendContainer(
                SD_BUS_TYPE_DICT_ENTRY, pair.signature, pair, message)
        case .variant(let value):
            return try unsafe appendContainer(
                SD_BUS_TYPE_VARIANT, value.signature, [value], message)
        }
        try busCheck("sd_bus_message_append_basic", value.signature, result)
    }

    private static func appendContainer(
        _ type: Int, _ contents: String, _ values: [BusValue], _ message: OpaquePointer
    ) throws(BusError) {
        let opened = unsafe sd_bus_message_open_container(message, CChar(type), contents)
        try busCheck("sd_bus_message_open_container", contents, opened)
        for value in values { try unsafe append(value, message) }
        let closed = unsafe sd_bus_message_close_container(message)
        try busCheck("sd_bus_message_close_container", contents, closed)
    }

    private static func appendNumber<Number: BitwiseCopyable>(
        _ type: Int, _ number: Number, _ message: OpaquePointer
    ) -> Int32 {
        var number = number
        // The size of `Number` is the one that libsystemd reads for this type.
        return unsafe sd_bus_message_append_basic(message, CChar(type), &number)
    }

    private static func appendText(
        _ type: Int, _ text: String, _ message: OpaquePointer
    ) -> Int32 {
        unsafe text.withCString { unsafe sd_bus_message_append_basic(message, CChar(type), $0) }
    }
}
