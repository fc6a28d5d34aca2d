/// The lines of a file that say something: comments and empty lines are gone, continued lines are
/// one.
///
/// As systemd.syntax(7) has it: a line whose first character is `#` or `;` is a comment, between
/// continued lines too; a backslash at the end of a line stands for a space and takes the next line
/// in. A backslash before it (`\\`) takes that meaning away. A byte order mark at the beginning and
/// a carriage return at the end of a line are dropped.
struct LogicalLines: Sequence, IteratorProtocol {
    /// One line.
    struct Line: Equatable {
        /// The number of its first line in the file, from 1.
        let number: Int
        /// Its bytes, not empty, without white space at either end.
        let bytes: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ contents: [UInt8]) {
        rest = contents[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }

    mutating func next() -> Line? {
        // What the lines so far, each with a backslash at its end, come to.
        var gathered: (number: Int, bytes: [UInt8])?
        while let physical = nextPhysicalLine() {
            let bytes = physical.drop(while: \.isWhiteSpace)
            if let first = bytes.first, first == UInt8(ascii: "#") || first == UInt8(ascii: ";") {
                continue
            }
            let backslashes = bytes.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            if !backslashes.isMultiple(of: 2) {
                // In place: a copy for each of many lines would take time in their square.
                if gathered == nil { gathered = (number, []) }
                gathered?.bytes += bytes.dropLast()
                gathered?.bytes.append(UInt8(ascii: " "))
                continue
            }
            let whole = gathered.map { Line(number: $0.number, bytes: ($0.bytes + bytes).trimmed) }
            let line = whole ?? Line(number: number, bytes: bytes.trimmed)
            if !line.bytes.isEmpty { return line }
            gathered = nil
        }
        // The file ends with a backslash.
        guard let gathered else { return nil }
        let line = Line(number: gathered.number, bytes: gathered.bytes.trimmed)
        return line.bytes.isEmpty ? nil : line
    }

    private mutating func nextPhysicalLine() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        var line = rest[..<(end ?? rest.endIndex)]
        rest = end.map { rest[($0 + 1)...] } ?? []
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return line
    }
}
