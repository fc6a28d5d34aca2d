/// A table that fits a width: where it does not, columns shrink, the first one last.
struct Table {
    /// A field: its text, made safe, and its style.
    struct Cell {
        /// What it says, safe for a terminal.
        let text: String
        /// How it is to be taken.
        let style: Screen.Style

        /// A cell of a text from anywhere.
        init(_ text: String, _ style: Screen.Style = .plain) {
            self.text = ShownText.safe(text)
            self.style = style
        }
    }

    /// The titles of the columns.
    let titles: [String]
    /// The rows, each with a cell for every column.
    var rows: [[Cell]] = []

    /// How narrow the columns become, one step after the other as far as is needed: the first one,
    /// and the others.
    private static let steps: [(first: Int, others: Int)] = [
        (.max, 8), (16, 8), (16, 4), (4, 4),
    ]
    /// Between two columns.
    private static let gap = 2

    /// The lines, without spaces at their ends.
    func lines(on screen: Screen, hasTitles: Bool) -> [String] {
        let titleRow = titles.map { Cell($0, .heading) }
        let all = (hasTitles ? [titleRow] : []) + rows
        let widths = widths(of: all, limit: screen.width)
        return all.map { row in
            var line = ""
            var spaces = 0
            for (cell, width) in zip(row, widths) {
                let text = ShownText.cut(cell.text, to: width)
                line += String(repeating: " ", count: spaces) + screen.paint(text, cell.style)
                spaces = width - ShownText.width(text) + Self.gap
            }
            return line
        }
    }

    /// The width of each column: its widest cell, or less where that is too much for the line.
    private func widths(of rows: [[Cell]], limit: Int?) -> [Int] {
        var widths = titles.indices.map { column in
            rows.map { ShownText.width($0[column].text) }.max() ?? 0
        }
        guard let limit else { return widths }
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - limit
        for step in Self.steps {
            while excess > 0 {
                let wide = widths.indices.filter {
                    widths[$0] > ($0 == 0 ? step.first : step.others)
                }
                // The widest first, so that none is cut while another could spare more.
                guard let column = wide.max(by: { widths[$0] < widths[$1] }) else { break }
                widths[column] -= 1
                excess -= 1
            }
        }
        return widths
    }
}
