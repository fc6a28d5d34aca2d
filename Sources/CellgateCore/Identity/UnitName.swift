/// The name of a unit of the service manager, and what app it stands for by convention.
///
/// Source: systemd.unit(5) for the escaping; the XDG desktop environment conventions of
/// systemd.io/DESKTOP_ENVIRONMENTS for apps; snap-confine's unit names.
package struct UnitName: CodedByRawValue, Hashable, Sendable {
    /// As the service manager spells it, such as `app-gnome-org.example.Maps-1234.scope`.
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The id of the app that the unit runs: that of a desktop app or a snap, else the unit's own
    /// name; nil where that cannot be an id.
    ///
    /// - `app[-LAUNCHER]-ID-RANDOM.scope` and `app[-LAUNCHER]-ID[@RANDOM].service` give `ID`; a
    ///   flatpak's launcher is `flatpak`;
    /// - `snap.NAME.APP[-UUID].scope` and `snap.NAME.APP[.UUID].service` give `NAME_APP`, as the
    ///   snap's desktop file is called.
    ///
    /// What is escaped in the id (`\x2d`) is given unescaped.
    package var appID: AppID? {
        let id = desktopID ?? snapID ?? Self.unescape(bytes)
        return AppID(fileName: id + Array(".conf".utf8))
    }

    /// The name with each `\xNN` replaced by the byte that it stands for.
    var unescaped: InterfaceName {
        InterfaceName(bytes: Self.unescape(bytes))
    }

    /// The name is parted as bytes: a `Character` may join a sign and what stands beside it.
    private var bytes: ArraySlice<UInt8> { Array(rawValue.utf8)[...] }

    private var desktopID: [UInt8]? {
        guard let name = bytes.behind("app-") else { return nil }
        var parts: [ArraySlice<UInt8>]
        if let stem = name.before(".scope") {
            parts = stem.split(separator: Self.dash)
            // The last part tells the app's instances apart; without it there is the id alone.
            if parts.count > 1 { parts.removeLast() }
        } else if let stem = name.before(".service") {
            parts = stem.prefix { $0 != UInt8(ascii: "@") }.split(separator: Self.dash)
        } else {
            return nil
        }
        return parts.last.map(Self.unescape)
    }

    private var snapID: [UInt8]? {
        guard let name = bytes.behind("snap.") else { return nil }
        let scope = name.before(".scope")
        guard let stem = scope ?? name.before(".service") else { return nil }
        let parts = stem.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[0].isEmpty else { return nil }
        // A scope's unique part follows behind a dash, of which an app's name may have some, too.
        let app = scope == nil ? parts[1] : Self.withoutUUID(parts[1])
        guard !app.isEmpty else { return nil }
        return Self.unescape(parts[0]) + [UInt8(ascii: "_")] + Self.unescape(app)
    }

    /// The text before `-` and a UUID (RFC 9562), where it ends so.
    private static func withoutUUID(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let lengths = [8, 4, 4, 4, 12]
        let parts = text.split(separator: dash, omittingEmptySubsequences: false)
        guard parts.count > lengths.count,
            zip(parts.suffix(lengths.count), lengths).allSatisfy({ part, length in
                part.count == length && part.allSatisfy { hexDigit($0) != nil }
            })
        else { return text }
        return text.dropLast(lengths.reduce(lengths.count, +))
    }

    /// Replaces each `\xNN` by the byte that it stands for; anything else stands for itself.
    private static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var rest = text
        var result: [UInt8] = []
        while let byte = rest.first {
            let escape = rest.prefix(4)
            if escape.count == 4, escape.starts(with: #"\x"#.utf8),
                let high = hexDigit(escape[escape.startIndex + 2]),
                let low = hexDigit(escape[escape.startIndex + 3])
            {
                result.append(high << 4 | low)
                rest = rest.dropFirst(4)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    private static let dash = UInt8(ascii: "-")
}

extension ArraySlice<UInt8> {
    /// What follows the beginning; nil where it does not begin so.
    fileprivate func behind(_ beginning: String) -> ArraySlice<UInt8>? {
        starts(with: beginning.utf8) ? dropFirst(beginning.utf8.count) : nil
    }

    /// What stands before the end; nil where it does not end so.
    fileprivate func before(_ end: String) -> ArraySlice<UInt8>? {
        suffix(end.utf8.count).elementsEqual(end.utf8) ? dropLast(end.utf8.count) : nil
    }
}
