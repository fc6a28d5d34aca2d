internal import CellgateCore

extension UInt8 {
    /// Whether it is a space or a tab; line ends never reach the places that ask.
    var isWhiteSpace: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
    }

    /// The byte as `\xNN`.
    var escaped: String {
        (self < 0x10 ? "\\x0" : "\\x") + String(self, radix: 16)
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
    /// Without the white space at both ends.
    var trimmed: SubSequence {
        let start = firstIndex { !$0.isWhiteSpace } ?? endIndex
        let end = self[start...].lastIndex { !$0.isWhiteSpace }.map { index(after: $0) }
        return self[start..<(end ?? start)]
    }
}

extension Collection<UInt8> {
    /// The bytes as text for a message: control characters, line separators, signs that turn the
    /// direction of writing and, where the whole is not UTF-8, all that is not ASCII stand as
    /// `\xNN`; past `limit` characters there is `…`.
    func shown(limit: Int = 64) -> String {
        // A scalar has at most four bytes, so more than these are never needed.
        let (bytes, overflows) = limit.multipliedReportingOverflow(by: 4)
        let part = overflows || count <= bytes ? Array(self) : Array(prefix(bytes + 4))
        guard let text = String(validating: part, as: UTF8.self) ?? cutText(part) else {
            return Self.joined(
                part.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : $0.escaped },
                limit: limit)
        }
        return Self.joined(
            text.unicodeScalars.map { scalar in
                scalar.misleads
                    ? String(scalar).utf8.map(\.escaped).joined() : String(scalar)
            }, limit: limit)
    }

    /// The text of a beginning that may end within a scalar; nil where it is not UTF-8 otherwise.
    private func cutText(_ part: [UInt8]) -> String? {
        guard part.count < count else { return nil }
        for missing in 1...3 {
            if let text = String(validating: part.dropLast(missing), as: UTF8.self) { return text }
        }
        return nil
    }

    private static func joined(_ pieces: [String], limit: Int) -> String {
        pieces.count <= limit ? pieces.joined() : pieces.prefix(limit).joined() + "…"
    }
}
