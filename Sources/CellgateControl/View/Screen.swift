/// What the output is written to, and when.
package struct Screen: Sendable {
    /// The columns that a line may have; nil for any number, as where no terminal reads it.
    package let width: Int?
    /// Whether a terminal that knows ECMA-48's colours reads it.
    package let isColoured: Bool
    /// Tells the time.
    package let clock: Clock

    /// A screen of these properties.
    package init(width: Int?, isColoured: Bool, clock: Clock) {
        self.width = width
        self.isColoured = isColoured
        self.clock = clock
    }

    /// How a word is to be taken.
    package enum Style: Int, Sendable {
        case plain = 0
        case heading = 1
        case faint = 2
        case bad = 31
        case good = 32
        case doubtful = 33
    }

    /// The text in a style, where there are colours. Source: ECMA-48, SGR.
    package func paint(_ text: String, _ style: Style) -> String {
        guard isColoured, style != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
