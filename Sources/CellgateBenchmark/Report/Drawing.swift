internal import CellgateCore

/// An SVG under construction: shapes in the order in which they are painted.
struct Drawing {
    let width: Double
    let height: Double
    private var shapes: [String] = []

    /// Colours that people with colour blindness tell apart, too (Okabe and Ito).
    static let palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
    static let ink = "#222222"
    static let faint = "#dddddd"
    static let quiet = "#666666"

    /// - Parameter title: What it shows, for the head and for those who do not see.
    init(width: Double, height: Double, title: String) {
        self.width = width
        self.height = height
        shapes.append("<title>\(XMLText.escape(title))</title>")
        shapes.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>")
        text(title, x: 16, y: 26, size: 15, isBold: true)
    }

    mutating func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), colour: String,
        width: Double = 1, isDashed: Bool = false
    ) {
        let dash = isDashed ? " stroke-dasharray=\"5 4\"" : ""
        shapes.append(
            "<line x1=\"\(Self.number(start.x))\" y1=\"\(Self.number(start.y))\" "
                + "x2=\"\(Self.number(end.x))\" y2=\"\(Self.number(end.y))\" "
                + "stroke=\"\(colour)\" stroke-width=\"\(Self.number(width))\"\(dash)/>")
    }

    mutating func dot(x: Double, y: Double, radius: Double, colour: String, isFilled: Bool = true) {
        let paint =
            isFilled
            ? "fill=\"\(colour)\"" : "fill=\"#ffffff\" stroke=\"\(colour)\" stroke-width=\"2\""
        shapes.append(
            "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" "
                + "r=\"\(Self.number(radius))\" \(paint)/>")
    }

    mutating func text(
        _ text: String, x: Double, y: Double, size: Double = 12, anchor: Anchor = .start,
        colour: String = ink, isBold: Bool = false
    ) {
        let weight = isBold ? " font-weight=\"bold\"" : ""
        shapes.append(
            "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
                + "font-size=\"\(Self.number(size))\" text-anchor=\"\(anchor.rawValue)\" "
                + "fill=\"\(colour)\"\(weight)>\(XMLText.escape(text))</text>")
    }

    enum Anchor: String {
        case start, middle, end
    }

    /// The whole document.
    var svg: String {
        let size = "\(Self.number(width)) \(Self.number(height))"
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" "
            + "font-family=\"sans-serif\" role=\"img\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>\n"
    }

    /// A number as SVG has it, to a tenth.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? String(tenths / 10) : String(Double(tenths) / 10)
    }
}
