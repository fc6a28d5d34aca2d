/// Bytes that need not be text, in printable ASCII.
enum EscapedBytes {
    /// What is not printable ASCII, space, `:` and `\` stand as `\xNN`. Bytes that differ have texts
    /// that differ.
    static func text(of bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: "\\"), 0...0x20, 0x7F...:
                let digits = String(byte, radix: 16)
                text += digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
            default:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return text
    }

    /// The bytes that a text stands for; what is not escaped stands for its UTF-8. Nil where a
    /// backslash begins no `\xNN`.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard rest.popFirst() == UInt8(ascii: "x"), let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
