/// The name of an app in the policy table, such as `org.example.Maps`: the policy file's name
/// without its ending.
///
/// Two ids are equal where their bytes are, as with the file names that they come from: `String`
/// would take `é` and `e` with an accent for one app.
package struct AppID: CodedByRawValue, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// The id as it stands; what comes from outside goes through ``init(fileName:)`` instead.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The id that a policy file's name gives; nil where the name does not end in `.conf`, or what
    /// stands before that is empty, longer than 255 bytes, no UTF-8, or holds control characters
    /// or line separators, which would break the lines it is shown in, or noncharacters, which
    /// D-Bus does not carry.
    package init?(fileName: [UInt8]) {
        let ending = Array(".conf".utf8)
        guard fileName.suffix(ending.count).elementsEqual(ending) else { return nil }
        let stem = fileName.dropLast(ending.count)
        guard (1...255).contains(stem.count), let text = String(validating: stem, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.breaksLines || $0.isNoncharacter })
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

    /// Whether it is the name of a unit that processes run in, which stands for an app although no
    /// file names it.
    package var isUnit: Bool {
        [".service", ".scope"].contains {
            rawValue.utf8.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is one of the 66 that stand for no character. Source: Unicode, section 23.7.
    package var isNoncharacter: Bool {
        value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
    }

    /// Whether it is a control character (C0, DEL, C1) or a line or paragraph separator.
    package var breaksLines: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether it would break a line or steer a terminal, or turn the direction of writing, so that
    /// a line shows something else than it says. Source: Unicode Standard Annex 9.
    package var misleads: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: breaksLines
        }
    }
}
