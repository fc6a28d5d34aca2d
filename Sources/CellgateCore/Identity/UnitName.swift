/// The name of a unit of the service manager, and what app it stands for by convention.
///
/// Source: systemd.unit(5) for the escaping; the XDG desktop environment conventions of
/// systemd.io/DESKTOP_ENVIRONMENTS for apps; snap-confine's unit names.
package struct UnitName: Hashable, Sendable {
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
        let id = desktopID ?? snapID ?? Self.unescape(rawValue[...])
        return AppID(fileName: id + Array(".conf".utf8))
    }

    /// The name with each `\xNN` replaced by the byte that it stands for.
    var unescaped: InterfaceName {
        InterfaceName(bytes: Self.unescape(rawValue[...]))
    }

    private var desktopID: [UInt8]? {
        guard rawValue.hasPrefix("app-") else { return nil }
        var parts: [Substring]
        if rawValue.hasSuffix(".scope") {
            parts = rawValue.dropLast(".scope".count).split(separator: "-").dropFirst().map(\.self)
            // The last part tells the app's instances apart; without it there is the id alone.
            if parts.count > 1 { parts.removeLast() }
        } else if rawValue.hasSuffix(".service") {
            let stem = rawValue.dropLast(".service".count)
            parts = stem.prefix { $0 != "@" }.split(separator: "-").dropFirst().map(\.self)
        } else {
            return nil
        }
        return parts.last.map(Self.unescape)
    }

    private var snapID: [UInt8]? {
        guard rawValue.hasPrefix("snap.") else { return nil }
        let suffix = [".scope", ".service"].first { rawValue.hasSuffix($0) }
        guard let suffix else { return nil }
        let parts = rawValue.dropLast(suffix.count).split(
            separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, !parts[1].isEmpty else { return nil }
        // A scope's unique part follows behind a dash, of which an app's name may have some, too.
        let app = suffix == ".scope" ? Self.withoutUUID(parts[2]) : parts[2]
        guard !app.isEmpty else { return nil }
        return Self.unescape(parts[1]) + [UInt8(ascii: "_")] + Self.unescape(app)
    }

    /// The text before `-` and a UUID (RFC 9562), where it ends so.
    private static func withoutUUID(_ text: Substring) -> Substring {
        let lengths = [8, 4, 4, 4, 12]
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > lengths.count,
            zip(parts.suffix(lengths.count), lengths).allSatisfy({ part, length in
                part.count == length && part.allSatisfy(\.isHexDigit)
            })
        else { return text }
        return text.dropLast(lengths.reduce(lengths.count, +))
    }

    /// Replaces each `\xNN` by the byte that it stands for; anything else stands for itself.
    private static func unescape(_ text: Substring) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "\\"), at + 3 < bytes.count,
                bytes[at + 1] == UInt8(ascii: "x"), let high = hexDigit(bytes[at + 2]),
                let low = hexDigit(bytes[at + 3])
            {
                result.append(high << 4 | low)
                at += 4
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return result
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
