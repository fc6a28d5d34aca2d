/// Draws curves of growth on logarithmic axes: points, and the fitted law as a line.
package enum GrowthPlot {
    /// The document.
    ///
    /// - Parameters:
    ///   - size: What the horizontal axis counts.
    ///   - cost: What the vertical one does, with its unit.
    package static func svg(
        title: String, size: String, cost: String, curves: [GrowthCurve]
    ) -> String {
        let legendTop = 396.0
        var drawing = Drawing(
            width: 640, height: legendTop + 20 * Double(max(curves.count, 1)) + 10, title: title)
        let points = curves.flatMap(\.points)
        let horizontal = LogarithmicAxis(points.map(\.size), from: left, to: right)
        let vertical = LogarithmicAxis(points.map(\.cost), from: bottom, to: top)
        for mark in horizontal.marks {
            let x = horizontal.place(mark)
            drawing.line(from: (x, top), to: (x, bottom), colour: Drawing.faint)
            drawing.text(DecimalText.round(mark), x: x, y: bottom + 18, anchor: .middle)
        }
        for mark in vertical.marks {
            let y = vertical.place(mark)
            drawing.line(from: (left, y), to: (right, y), colour: Drawing.faint)
            drawing.text(DecimalText.round(mark), x: left - 8, y: y + 4, anchor: .end)
        }
        drawing.text(cost, x: 16, y: top - 12, colour: Drawing.quiet)
        drawing.text(size, x: right, y: bottom + 36, anchor: .end, colour: Drawing.quiet)
        for (index, curve) in curves.enumerated() {
            let colour = Drawing.palette[index % Drawing.palette.count]
            draw(curve, colour, horizontal, vertical, into: &drawing)
            let y = legendTop + 20 * Double(index)
            drawing.dot(x: left + 6, y: y - 4, radius: 5, colour: colour)
            drawing.text(curve.legend, x: left + 20, y: y)
        }
        return drawing.svg
    }

    private static let left = 76.0
    private static let right = 616.0
    private static let top = 62.0
    private static let bottom = 334.0

    private static func draw(
        _ curve: GrowthCurve, _ colour: String, _ horizontal: LogarithmicAxis,
        _ vertical: LogarithmicAxis, into drawing: inout Drawing
    ) {
        let sizes = curve.points.map(\.size)
        if let law = curve.law, let least = sizes.min(), let greatest = sizes.max() {
            func end(_ size: Double) -> (x: Double, y: Double) {
                (horizontal.place(size), vertical.place(law.cost(of: size)))
            }
            drawing.line(from: end(least), to: end(greatest), colour: colour, isDashed: true)
        }
        for point in curve.points {
            drawing.dot(
                x: horizontal.place(point.size), y: vertical.place(point.cost), radius: 5,
                colour: colour)
        }
    }
}
