internal import CSystemd
internal import Glibc
internal import Posix

/// Copies the body of a received message into values.
///
/// Bounded in depth and in size, since anybody on the bus may send a message of megabytes.
/// Source: sd_bus_message_read_basic(3), sd_bus_message_enter_container(3).
@safe struct BodyReader {
    private let message: OpaquePointer
    /// How many bytes may still be read, each value counted as it is on the wire, without padding.
    private var bytesLeft: Int
    private let limit: Int

    /// - Parameters:
    ///   - message: a message that was received; it stays the caller's and has to outlive this.
    ///   - limit: the most bytes of a body.
    init(message: OpaquePointer, limit: Int) {
        unsafe self.message = message
        self.limit = limit
        bytesLeft = limit
    }

    /// All values of the body.
    ///
    /// - Throws: `LimitsExceeded` where it is too large or too deep, `NotSupported` for a Unix file
    ///   descriptor, and a system error where libsystemd finds the body to be broken.
    mutating func read() throws(BusError) -> [BusValue] {
        try readAll(depth: 0)
    }

    private mutating func readAll(depth: Int) throws(BusError) -> [BusValue] {
        guard depth <= BusValue.maximumDepth else {
            throw .named(
                name: BusErrorName.limitsExceeded,
                message: "more than \(BusValue.maximumDepth) containers in each other")
        }
        var values: [BusValue] = []
        while let (type, contents) = try peek() {
            values.append(try readValue(type, contents, depth))
        }
        return values
    }

    /// The type of the next value and what it contains; nil at the end of the container.
    private func peek() throws(BusError) -> (type: Int, contents: String)? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = unsafe sd_bus_message_peek_type(message, &type, &contents)
        guard try busCheck("sd_bus_message_peek_type", "", result) > 0 else { return nil }
        return (Int(type), unsafe contents.map { unsafe String(cString: $0) } ?? "")
    }

    private mutating func readValue(
        _ type: Int, _ contents: String, _ depth: Int
    ) throws(BusError) -> BusValue {
        switch type {
        case SD_BUS_TYPE_BYTE: .byte(try readNumber(type, UInt8(0)))
        // libsystemd widens it to an int.
        case SD_BUS_TYPE_BOOLEAN: .boolean(try readNumber(type, Int32(0)) != 0)
        case SD_BUS_TYPE_INT16: .int16(try readNumber(type, Int16(0)))
        case SD_BUS_TYPE_UINT16: .uint16(try readNumber(type, UInt16(0)))
        case SD_BUS_TYPE_INT32: .int32(try readNumber(type, Int32(0)))
        case SD_BUS_TYPE_UINT32: .uint32(try readNumber(type, UInt32(0)))
        case SD_BUS_TYPE_INT64: .int64(try readNumber(type, Int64(0)))
        case SD_BUS_TYPE_UINT64: .uint64(try readNumber(type, UInt64(0)))
        case SD_BUS_TYPE_DOUBLE: .double(try readNumber(type, Double(0)))
        case SD_BUS_TYPE_STRING: .string(try readText(type))
        case SD_BUS_TYPE_OBJECT_PATH: .objectPath(try readText(type))
        case SD_BUS_TYPE_SIGNATURE: .signature(try readText(type))
        case SD_BUS_TYPE_UNIX_FD:
            throw .named(
                name: BusErrorName.notSupported, message: "Unix file descriptors are not taken")
        case SD_BUS_TYPE_ARRAY:
            .array(of: contents, try readContainer(type, contents, depth))
        case SD_BUS_TYPE_STRUCT:
            .structure(try readContainer(type, contents, depth))
        case SD_BUS_TYPE_DICT_ENTRY:
            try entry(of: readContainer(type, contents, depth))
        case SD_BUS_TYPE_VARIANT:
            try variant(of: readContainer(type, contents, depth))
        default:
            throw .invalidArguments("type \(type) is unknown")
        }
    }

    private func entry(of values: [BusValue]) throws(BusError) -> BusValue {
        guard values.count == 2 else { throw .invalidArguments("an entry that is no pair") }
        return .entry(values[0], values[1])
    }

    private func variant(of values: [BusValue]) throws(BusError) -> BusValue {
        guard values.count == 1 else { throw .invalidArguments("a variant of no single type") }
        return .variant(values[0])
    }

    private mutating func readContainer(
        _ type: Int, _ contents: String, _ depth: Int
    ) throws(BusError) -> [BusValue] {
        // The length of an array, the signature of a variant; nothing else is free either.
        try spend(type == SD_BUS_TYPE_VARIANT ? contents.utf8.count + 2 : 4)
        try busCheck(
            "sd_bus_message_enter_container", "",
            unsafe sd_bus_message_enter_container(message, CChar(type), contents))
        let values = try readAll(depth: depth + 1)
        try busCheck(
            "sd_bus_message_exit_container", "", unsafe sd_bus_message_exit_container(message))
        return values
    }

    private mutating func readNumber<Number: BitwiseCopyable>(
        _ type: Int, _ zero: Number
    ) throws(BusError) -> Number {
        var value = zero
        // The size of `Number` is the one that libsystemd writes for this type.
        let result = unsafe sd_bus_message_read_basic(message, CChar(type), &value)
        try busCheck("sd_bus_message_read_basic", "", result)
        try spend(MemoryLayout<Number>.size)
        return value
    }

    private mutating func readText(_ type: Int) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        // Gives a pointer into the message; its bytes are valid UTF-8.
        let result = unsafe sd_bus_message_read_basic(message, CChar(type), &text)
        guard result != -EBADMSG else {
            throw .invalidArguments("a text that is not valid, or holds noncharacters")
        }
        try busCheck("sd_bus_message_read_basic", "", result)
        guard let text = unsafe text else { return "" }
        try spend(unsafe 5 + strlen(text))
        return unsafe String(cString: text)
    }

    private mutating func spend(_ count: Int) throws(BusError) {
        guard count <= bytesLeft else {
            throw .named(
                name: BusErrorName.limitsExceeded, message: "more than \(limit) bytes")
        }
        bytesLeft -= count
    }
}

/// The result of a libsystemd call for the bus, as `check` has it.
@discardableResult
func busCheck(
    _ operation: String, _ subject: String = "", _ result: Int32
) throws(BusError) -> Int32 {
    guard result >= 0 else {
        throw .system(SystemError(operation: operation, subject: subject, code: -result))
    }
    return result
}
