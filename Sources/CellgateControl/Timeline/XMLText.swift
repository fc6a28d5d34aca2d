internal import CellgateCore

/// Text in XML. Source: XML 1.0, sections 2.2 and 2.4.
package enum XMLText {
    /// The text with what markup is made of escaped, and with what XML cannot hold or would show
    /// something else as `\u{1B}`.
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where scalar.misleads || scalar.isNoncharacter:
                escaped += scalar.escaped(asASCII: true)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
