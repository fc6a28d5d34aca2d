/// Numbers for people.
package enum DecimalText {
    /// With three digits that count, and groups of thousands parted: `0.0123`, `4.56`, `78.9`,
    /// `1,235`. What rounds to none of them is `0`.
    package static func brief(_ value: Double) -> String {
        let size = abs(value)
        let places =
            switch size {
            case 99.95...: 0
            case 9.995...: 1
            case 0.9995...: 2
            case 0.09995...: 3
            default: 4
            }
        let text = fixed(value, places: places)
        return text.contains { ("1"..."9").contains($0) } ? text : "0"
    }

    /// As ``brief(_:)``, without zeros at the end of the places: for numbers that were chosen.
    package static func round(_ value: Double) -> String {
        let text = brief(value)
        guard text.contains(".") else { return text }
        let digits = text.reversed().drop { $0 == "0" }
        return String(digits.drop { $0 == "." }.reversed())
    }

    /// With this many places behind the point.
    ///
    /// What is no number, or too large, is `–`.
    package static func fixed(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        guard let scaled = Int(exactly: (value * scale).rounded()) else { return "–" }
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = scaled < 0 ? "−" : ""
        let whole = sign + grouped(padded.dropLast(places))
        return places == 0 ? whole : "\(whole).\(padded.suffix(places))"
    }

    /// A whole number with groups of thousands parted: `1,000,000`.
    package static func whole(_ value: Int) -> String {
        (value < 0 ? "−" : "") + grouped(String(value.magnitude)[...])
    }

    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

extension Duration {
    /// In seconds.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// In thousandths of a second.
    package var inMilliseconds: Double { inSeconds * 1e3 }

    /// In millionths of a second.
    package var inMicroseconds: Double { inSeconds * 1e6 }
}
