/// What a line says.
enum Statement: Equatable {
    /// `[NAME]`.
    case section(ArraySlice<UInt8>)
    /// `KEY=VALUE`, without the white space around both; the key is not empty.
    case assignment(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
    /// It says nothing that could be understood; why. A broken section header is told apart, since
    /// what follows it belongs to an unknown section.
    case malformed(String, isSectionHeader: Bool)

    /// Reads a line that is not empty and has no white space at its ends.
    init(_ line: ArraySlice<UInt8>) {
        let isSectionHeader = line.first == UInt8(ascii: "[")
        if let control = line.first(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F })
        {
            self = .malformed(
                "the line holds the control character \(control.escaped); write plain text",
                isSectionHeader: isSectionHeader)
        } else if String(validating: line, as: UTF8.self) == nil {
            self = .malformed(
                "the line is not valid UTF-8: '\(line.shown())'", isSectionHeader: isSectionHeader)
        } else if isSectionHeader {
            guard line.last == UInt8(ascii: "]") else {
                self = .malformed(
                    "'\(line.shown())' is no section header; write [NAME] and nothing behind it",
                    isSectionHeader: true)
                return
            }
            self = .section(line.dropFirst().dropLast())
        } else if let sign = line.firstIndex(of: UInt8(ascii: "=")) {
            let key = line[..<sign].trimmed
            guard !key.isEmpty else {
                self = .malformed("no key before '='; write KEY=VALUE", isSectionHeader: false)
                return
            }
            self = .assignment(key: key, value: line[(sign + 1)...].trimmed)
        } else {
            self = .malformed(
                "'\(line.shown())' is no assignment; write KEY=VALUE, [SECTION], "
                    + "or # before a comment",
                isSectionHeader: false)
        }
    }
}
