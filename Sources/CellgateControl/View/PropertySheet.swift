/// Names and values in two columns, the names at the right of theirs; long values go on below.
struct PropertySheet {
    private var rows: [(name: String, value: String, style: Screen.Style)] = []

    /// Adds a row; nothing, where there is no value.
    mutating func add(_ name: String, _ value: String?, _ style: Screen.Style = .plain) {
        guard let value, !value.isEmpty else { return }
        rows.append((ShownText.safe(name), ShownText.safe(value), style))
    }

    /// The lines, wrapped to the width of the screen.
    func lines(on screen: Screen) -> [String] {
        let width = rows.map { ShownText.width($0.name) }.max() ?? 0
        // A window that is too narrow for anything wraps by itself.
        let room = screen.width.map { max($0 - width - 2, 20) }
        return rows.flatMap { row in
            ShownText.wrap(row.value, to: room).enumerated().map { number, part in
                let name = number == 0 ? row.name + ":" : ""
                let margin = String(repeating: " ", count: width + 1 - ShownText.width(name))
                return margin + screen.paint(name, .faint) + " " + screen.paint(part, row.style)
            }
        }
    }
}
