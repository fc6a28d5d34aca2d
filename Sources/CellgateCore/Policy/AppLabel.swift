/// An app's name and id as prompts and advice show them.
///
/// The name is the app's own word: it cannot break or fill the line, hide, or push the id away.
package enum AppLabel {
    /// The most scalars of a name that are shown.
    package static let longestName = 60
    /// The most marks that combine with one sign; more would grow over the lines around.
    private static let mostMarks = 4

    /// The name in one line and at most ``longestName`` scalars, as ``plain(_:)`` shows it; the id,
    /// as long, where nothing is to be seen of the name.
    package static func name(_ name: String, of app: AppID) -> String {
        let name = plain(name)
        let whole = showsSomething(name) ? name : id(app)
        let scalars = whole.unicodeScalars
        return scalars.count > longestName
            ? String(scalars.prefix(longestName - 1)) + "…" : whole
    }

    /// The whole id, with what misleads or is not seen as `\u{200B}`.
    package static func id(_ app: AppID) -> String {
        let isSeen = showsSomething(plain(app.rawValue))
        return app.rawValue.unicodeScalars.reduce(into: "") { text, scalar in
            let isPlain = !scalar.misleads && !scalar.isInvisible && !scalar.properties.isWhitespace
            if isPlain || (scalar == " " && isSeen) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
    }

    /// The text without what is not seen, and with one space for any white space and for what would
    /// break a line, steer a terminal or turn the direction of writing.
    package static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        // Marks at the beginning would combine with what stands before.
        var marks = mostMarks
        for scalar in text.unicodeScalars {
            if scalar.misleads || scalar.properties.isWhitespace {
                if plain.last != " ", !plain.isEmpty { plain.append(" ") }
                marks = mostMarks
            } else if scalar.isInvisible {
                continue
            } else if scalar.properties.generalCategory.isStacked {
                if marks < mostMarks { plain.append(scalar) }
                marks = min(marks + 1, mostMarks)
            } else {
                plain.append(scalar)
                marks = 0
            }
        }
        if plain.last == " " { plain.removeLast() }
        return String(plain)
    }

    /// Whether a plain text has a sign of its own.
    private static func showsSomething(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            let category = scalar.properties.generalCategory
            return scalar != " " && !category.isStacked && category != .spacingMark
        }
    }
}

extension Unicode.GeneralCategory {
    /// Whether it is that of marks which stand above, below or around another sign.
    fileprivate var isStacked: Bool { self == .nonspacingMark || self == .enclosingMark }
}

extension Unicode.Scalar {
    /// Whether it shows nothing where it stands: what Unicode has ignored where it is not known, the
    /// annotations of a line, and the blank of Braille. Source: Unicode, section 5.21.
    fileprivate var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value)
            || value == 0x2800
    }
}
