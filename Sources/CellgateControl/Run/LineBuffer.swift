/// Parts what is read into lines.
struct LineBuffer {
    private var rest: [UInt8] = []
    /// More than this is no answer to anything.
    private static let greatestLength = 4096

    /// Adds bytes, and returns the lines that are complete, without white space at either end.
    mutating func add(_ bytes: [UInt8]) -> [String] {
        rest += bytes
        var lines: [String] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Self.trimmed(rest[..<end]))
            rest.removeFirst(end + 1)
        }
        if rest.count > Self.greatestLength { rest = [] }
        return lines
    }

    /// The last line, which has no end; nil where there is none.
    mutating func finish() -> String? {
        defer { rest = [] }
        return rest.isEmpty ? nil : Self.trimmed(rest[...])
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let line = bytes.drop(while: isSpace)
        return String(
            decoding: line.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
    }
}
