/// The value of an assignment.
struct Value {
    /// What stands behind `=`, without white space at either end; UTF-8 without control characters
    /// but tabs.
    let bytes: ArraySlice<UInt8>
    /// The assignment's line.
    let line: Int

    /// The case whose spelling this is.
    ///
    /// - Throws: where it is none of them.
    func choice<Choice: CaseIterable>(
        _ type: Choice.Type, spelling: (Choice) -> String
    ) throws(BadValue) -> Choice {
        let found = type.allCases.first { bytes.elementsEqual(spelling($0).utf8) }
        guard let found else {
            throw BadValue(bytes, accepted: type.allCases.map(spelling).alternatives)
        }
        return found
    }

    /// A boolean as systemd reads it, whatever the case of its letters.
    ///
    /// - Throws: where it is none.
    func boolean() throws(BadValue) -> Bool {
        switch String(decoding: bytes, as: UTF8.self).lowercased() {
        case "1", "yes", "y", "true", "t", "on": return true
        case "0", "no", "n", "false", "f", "off": return false
        default: throw BadValue(bytes, accepted: "yes or no")
        }
    }
}

extension [String] {
    /// As in `a, b or c`.
    var alternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
