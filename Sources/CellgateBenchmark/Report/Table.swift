/// Rows of text under a head, as Markdown has them.
package struct Table: Equatable, Sendable {
    package let head: [String]
    package private(set) var rows: [[String]] = []

    /// - Parameter head: The columns' names; what is below the first column stands to the right.
    package init(_ head: [String]) {
        self.head = head
    }

    /// Adds a row; what it lacks is empty, what it has too much is left out.
    package mutating func add(_ row: [String]) {
        let padded = row + Array(repeating: "", count: max(0, head.count - row.count))
        rows.append(Array(padded.prefix(head.count)))
    }

    /// In columns that also line up as plain text.
    package var markdown: String {
        let cells = ([head] + rows).map { $0.map(Self.escaped) }
        let widths = head.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        func line(_ row: [String]) -> String {
            let padded = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }
            return "| " + padded.joined(separator: " | ") + " |\n"
        }
        let rule = widths.enumerated().map { column, width in
            column == 0
                ? String(repeating: "-", count: width + 2)
                : String(repeating: "-", count: width + 1) + ":"
        }
        return line(cells[0]) + "|" + rule.joined(separator: "|") + "|\n"
            + cells.dropFirst().map(line).joined()
    }

    /// A cell in which nothing ends it.
    private static func escaped(_ cell: String) -> String {
        String(cell.map { $0.isNewline ? " " : $0 }).replacing("|", with: "\\|")
    }
}
