/// A pattern for interface names as in `wwan*`: `*`, `?`, `[…]` and `\` as in glob(7), bytewise.
///
/// A backslash takes the meaning from the character behind it, but not inside brackets. There are no
/// character classes (`[[:digit:]]`), since no name holds a colon. A `[` that is not closed and a
/// backslash at the end stand for themselves.
package struct NamePattern: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the pattern; a name need not be UTF-8, so neither need a pattern.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The pattern whose bytes are the UTF-8 of `text`.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The pattern as it was written; bytes that are not UTF-8 stand as U+FFFD.
    package var description: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Whether all of `name` fits the pattern.
    ///
    /// Takes time in the product of both lengths, brackets as their length.
    package func matches(_ name: InterfaceName) -> Bool {
        let name = name.bytes
        var at = (pattern: 0, byte: 0)
        // Where the last star stood, and up to which byte it reaches; taken further at a mismatch.
        var star: (pattern: Int, byte: Int)?
        while at.byte < name.count {
            if at.pattern < bytes.count, bytes[at.pattern] == UInt8(ascii: "*") {
                star = at
                at.pattern += 1
            } else if let next = step(at.pattern, name[at.byte]) {
                at = (next, at.byte + 1)
            } else if let last = star {
                star = (last.pattern, last.byte + 1)
                at = (last.pattern + 1, last.byte + 1)
            } else {
                return false
            }
        }
        return bytes[at.pattern...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The position behind the element at `position` where that element takes `byte`, else nil.
    private func step(_ position: Int, _ byte: UInt8) -> Int? {
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "?"):
            return position + 1
        case UInt8(ascii: "\\") where position + 1 < bytes.count:
            return bytes[position + 1] == byte ? position + 2 : nil
        case UInt8(ascii: "["):
            guard let (holds, end) = bracket(position, byte) else { fallthrough }
            return holds ? end : nil
        default:
            return bytes[position] == byte ? position + 1 : nil
        }
    }

    /// Whether the bracket expression at `position` holds `byte`, and the position behind it; nil
    /// where no `]` closes it.
    private func bracket(_ position: Int, _ byte: UInt8) -> (holds: Bool, end: Int)? {
        var at = position + 1
        let isNegated =
            at < bytes.count && [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(bytes[at])
        if isNegated { at += 1 }
        let first = at
        var holds = false
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "]"), at > first {
                return (holds != isNegated, at + 1)
            }
            let isRange =
                at + 2 < bytes.count && bytes[at + 1] == UInt8(ascii: "-")
                && bytes[at + 2] != UInt8(ascii: "]")
            let last = isRange ? at + 2 : at
            if bytes[at] <= byte, byte <= bytes[last] { holds = true }
            at = last + 1
        }
        return nil
    }
}
