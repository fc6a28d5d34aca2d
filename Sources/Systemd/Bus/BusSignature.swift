internal import CSystemd

/// Whether text is a signature. Source: D-Bus specification, "Valid Signatures".
package enum BusSignature {
    /// The most arrays within each other, and the most structures, in one signature.
    private static let maximumDepth = 32
    private static let basic = Set("ybnqiuxtdsog".utf8)

    /// Whether it is any number of complete types, also none, in at most 255 bytes.
    ///
    /// The type of Unix file descriptors is none here.
    package static func isValid(_ signature: String) -> Bool {
        let bytes = Array(signature.utf8)
        guard bytes.count <= SD_BUS_MAXIMUM_SIGNATURE_LENGTH else { return false }
        var start = 0
        while start < bytes.count {
            guard let end = endOfType(bytes, start, 0, 0) else { return false }
            start = end
        }
        return true
    }

    /// Whether it is exactly one complete type.
    package static func isSingle(_ signature: String) -> Bool {
        let bytes = Array(signature.utf8)
        return bytes.count <= SD_BUS_MAXIMUM_SIGNATURE_LENGTH
            && endOfType(bytes, 0, 0, 0) == bytes.count
    }

    /// Whether it is a type that an array can be of: a complete one, or that of a dictionary's
    /// entries.
    static func isElement(_ signature: String) -> Bool {
        isSingle("a\(signature)")
    }

    /// Whether it is a type that a dictionary's key can be of.
    static func isBasic(_ signature: String) -> Bool {
        let bytes = Array(signature.utf8)
        return bytes.count == 1 && basic.contains(bytes[0])
    }

    /// Where the complete type ends that begins at `start`; nil where there is none.
    private static func endOfType(
        _ bytes: [UInt8], _ start: Int, _ arrays: Int, _ structures: Int
    ) -> Int? {
        guard start < bytes.count, arrays <= maximumDepth, structures <= maximumDepth else {
            return nil
        }
        switch bytes[start] {
        case UInt8(ascii: "v"):
            return start + 1
        case let byte where basic.contains(byte):
            return start + 1
        case UInt8(ascii: "a"):
            guard start + 1 < bytes.count else { return nil }
            if bytes[start + 1] == UInt8(ascii: "{") {
                return endOfEntry(bytes, start + 1, arrays + 1, structures)
            }
            return endOfType(bytes, start + 1, arrays + 1, structures)
        case UInt8(ascii: "("):
            var position = start + 1
            while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
                guard let end = endOfType(bytes, position, arrays, structures + 1) else {
                    return nil
                }
                position = end
            }
            // A structure has at least one field.
            let isClosed = position < bytes.count && position > start + 1
            return isClosed && structures < maximumDepth ? position + 1 : nil
        default:
            return nil
        }
    }

    private static func endOfEntry(
        _ bytes: [UInt8], _ start: Int, _ arrays: Int, _ structures: Int
    ) -> Int? {
        guard start + 1 < bytes.count, basic.contains(bytes[start + 1]),
            let end = endOfType(bytes, start + 2, arrays, structures + 1),
            end < bytes.count, bytes[end] == UInt8(ascii: "}")
        else { return nil }
        return end + 1
    }
}
