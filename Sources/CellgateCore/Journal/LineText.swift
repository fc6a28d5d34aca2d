extension String {
    /// The text on one line that shows what it says: what would break the line, steer a terminal or
    /// turn the direction of writing is `\u{1B}` and the like.
    package var asLine: String {
        var line = ""
        for scalar in unicodeScalars {
            if scalar.misleads {
                line += scalar.escaped(asASCII: true)
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
