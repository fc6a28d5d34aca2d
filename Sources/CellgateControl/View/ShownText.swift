internal import CellgateCore

/// Text that came from outside, for a terminal.
package enum ShownText {
    /// The text with what would break a line or steer the terminal as `\u{1B}`: control characters,
    /// line separators, and signs that turn the direction of writing.
    package static func safe(_ text: String) -> String { text.asLine }

    /// How many columns a safe text takes, as most terminals show it: wide signs take two, marks
    /// that combine none.
    package static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// The text in at most so many columns, with `…` in place of what is left out.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        guard limit > 0 else { return "" }
        var cut = ""
        var used = 1
        for scalar in text.unicodeScalars {
            used += width(scalar)
            if used > limit { break }
            cut.unicodeScalars.append(scalar)
        }
        return cut + "…"
    }

    /// The text in lines of at most so many columns, parted at spaces; a word that is longer has a
    /// line of its own.
    ///
    /// - Parameter limit: Nil for one line.
    package static func wrap(_ text: String, to limit: Int?) -> [String] {
        guard let limit else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.unicodeScalars.split(separator: " ").map({ String($0) }) {
            if !line.isEmpty, width(line) + 1 + width(word) > limit {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Roughly what is wide or full-width: East Asian scripts and most emoji.
    ///
    /// Source: Unicode Standard Annex 11; whole blocks, and no single exceptions.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
