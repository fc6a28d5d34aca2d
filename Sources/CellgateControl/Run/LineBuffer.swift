/// Parts what is read into lines.
struct LineBuffer {
    private var rest: [UInt8] = []
    /// Whether the line has begun with more than is kept.
    private var isOverlong = false
    /// More bytes than this are no answer to anything.
    private static let greatestLength = 4096

    /// Adds bytes, and returns the lines that are complete, without white space at either end; an
    /// empty one for each that is too long, of which neither end is an answer.
    mutating func add(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var bytes = bytes[...]
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            keep(bytes[..<end])
            lines.append(takeLine())
            bytes = bytes[(end + 1)...]
        }
        keep(bytes)
        return lines
    }

    /// The last line, which has no end; nil where there is none.
    mutating func finish() -> String? {
        rest.isEmpty && !isOverlong ? nil : takeLine()
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        isOverlong = isOverlong || rest.count + bytes.count > Self.greatestLength
        if isOverlong { rest = [] } else { rest += bytes }
    }

    private mutating func takeLine() -> String {
        defer { (rest, isOverlong) = ([], false) }
        return Self.trimmed(rest[...])
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let line = bytes.drop(while: isSpace)
        return String(
            decoding: line.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
    }
}
