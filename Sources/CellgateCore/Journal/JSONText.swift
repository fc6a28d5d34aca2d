/// Strings as JSON writes them. Source: RFC 8259, section 7.
package enum JSONText {
    /// `text` in quotes, with what JSON reserves escaped; the rest stands as UTF-8.
    package static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            // DEL, C1 and the line separators are legal, but break readers that go by lines.
            case _ where scalar.breaksLines:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
