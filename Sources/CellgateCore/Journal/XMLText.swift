/// Text in XML. Source: XML 1.0, sections 2.2 and 2.4.
package enum XMLText {
    /// The text with what markup is made of escaped.
    package static func markup(_ text: String) -> String {
        var markup = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&apos;"
            default: markup.unicodeScalars.append(scalar)
            }
        }
        return markup
    }

    /// The same, on one line, and with what XML cannot hold or would show something else as
    /// `\u{1B}`.
    package static func escape(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            if scalar.misleads || scalar.isNoncharacter {
                plain += scalar.escaped(asASCII: true)
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return markup(plain)
    }
}
