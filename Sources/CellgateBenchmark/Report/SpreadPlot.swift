/// Draws how samples lie, one a row, on a logarithmic axis: a dot for the median, a ring for p99, and a
/// line from the least to p99.
package enum SpreadPlot {
    /// One row.
    package struct Row: Equatable, Sendable {
        package let name: String
        package let sample: Sample

        package init(_ name: String, _ sample: Sample) {
            self.name = name
            self.sample = sample
        }
    }

    /// The document.
    ///
    /// - Parameter unit: What the axis counts.
    package static func svg(title: String, unit: String, rows: [Row]) -> String {
        let bottom = top + 34 * Double(max(rows.count, 1))
        var drawing = Drawing(width: 640, height: bottom + 70, title: title)
        let axis = LogarithmicAxis(
            rows.flatMap { [$0.sample.least, $0.sample.percentile99] }, from: left, to: right)
        for mark in axis.marks {
            let x = axis.place(mark)
            drawing.line(from: (x, top), to: (x, bottom), colour: Drawing.faint)
            drawing.text(DecimalText.round(mark), x: x, y: bottom + 18, anchor: .middle)
        }
        drawing.text(unit, x: right, y: bottom + 36, anchor: .end, colour: Drawing.quiet)
        drawing.text(
            "● median   ○ p99   line from the least", x: 16, y: bottom + 58, colour: Drawing.quiet)
        for (index, row) in rows.enumerated() {
            let y = top + 34 * Double(index) + 17
            let colour = Drawing.palette[index % Drawing.palette.count]
            let (median, high) = (row.sample.median, row.sample.percentile99)
            drawing.text(row.name, x: left - 12, y: y + 4, anchor: .end)
            drawing.line(
                from: (axis.place(row.sample.least), y), to: (axis.place(high), y), colour: colour,
                width: 2)
            drawing.dot(x: axis.place(high), y: y, radius: 5, colour: colour, isFilled: false)
            drawing.dot(x: axis.place(median), y: y, radius: 6, colour: colour)
            drawing.text(
                DecimalText.brief(median), x: axis.place(median), y: y - 9, size: 11,
                anchor: .middle)
        }
        return drawing.svg
    }

    private static let left = 190.0
    private static let right = 612.0
    private static let top = 46.0
}
