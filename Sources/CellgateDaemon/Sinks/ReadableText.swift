package import CellgateCore

/// Entries as lines for people.
package struct ReadableText: Sendable {
    private let isColoured: Bool

    /// - Parameter isColoured: Whether a terminal that knows ECMA-48's colours reads it.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The event, then the message; what would break the line, steer the terminal or
    /// turn the direction of writing is escaped.
    package func line(for entry: Entry) -> String {
        let event = entry.event.rawValue
        let padding = String(repeating: " ", count: max(1, Self.width - event.count))
        let text = entry.message.asLine
        guard isColoured else { return event + padding + text }
        return "\u{1B}[\(colour(of: entry))m\(event)\u{1B}[0m\(padding)\(text)"
    }

    private func colour(of entry: Entry) -> Int {
        switch entry.priority {
        case .error: 31
        case .warning: 33
        case .notice: 36
        case .info: 2
        }
    }

    /// The longest event and two spaces.
    private static let width = EntryEvent.allCases.map(\.rawValue.count).max().map { $0 + 2 } ?? 2
}
