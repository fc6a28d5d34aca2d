/// Messages written by hand, for what no capture holds.
enum WireBytes {
    /// The bytes of a value as it lies in memory, which is how netlink carries it.
    static func of<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
        unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    }

    static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        let bytes = of(UInt16(4 + value.count)) + of(UInt16(type)) + value
        return padded(bytes)
    }

    static func attribute(_ type: Int, _ value: UInt32) -> [UInt8] {
        attribute(type, of(value))
    }

    static func message(_ type: Int, flags: UInt16 = 0, _ body: [UInt8]) -> [UInt8] {
        padded(
            of(UInt32(16 + body.count)) + of(UInt16(type)) + of(flags) + of(UInt32(0))
                + of(UInt32(0)) + body)
    }

    static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
