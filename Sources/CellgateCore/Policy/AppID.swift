/// The name of an app in the policy table, such as `org.example.Maps`: the policy file's name
/// without its ending.
///
/// Two ids are equal where their bytes are, as with the file names that they come from: `String`
/// would take `é` and `e` with an accent for one app.
package struct AppID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// The id as it stands; what comes from outside goes through ``init(fileName:)`` instead.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The id that a policy file's name gives; nil where the name does not end in `.conf`, or what
    /// stands before that is empty, longer than 255 bytes, no UTF-8, or holds control characters
    /// or line separators, which would break the lines it is shown in.
    package init?(fileName: [UInt8]) {
        let ending = Array(".conf".utf8)
        guard fileName.suffix(ending.count).elementsEqual(ending) else { return nil }
        let stem = fileName.dropLast(ending.count)
        guard (1...255).contains(stem.count), let text = String(validating: stem, as: UTF8.self),
            !text.unicodeScalars.contains(where: \.breaksLines)
        else { return nil }
        rawValue = text
    }

    package static func == (left: AppID, right: AppID) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }

    /// In the order of the bytes.
    package static func < (left: AppID, right: AppID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    package var description: String { rawValue }
}

extension Unicode.Scalar {
    /// Whether it is a control character (C0, DEL, C1) or a line or paragraph separator.
    package var breaksLines: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
