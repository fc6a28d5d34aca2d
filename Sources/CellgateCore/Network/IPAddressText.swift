extension IPAddress: CustomStringConvertible {
    /// Reads an address as people write it; nil where `text` is none.
    ///
    /// IPv4 is four decimal numbers without leading zeros (some readers take `010` for octal, so it
    /// is refused). IPv6 is RFC 4291, section 2.2, with `::` and an embedded IPv4 address at the
    /// end; neither a zone (`%wlan0`) nor brackets nor a prefix length.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.contains(UInt8(ascii: ":")) {
            guard let groups = Self.groups(bytes[...]) else { return nil }
            let halves = [groups[..<4], groups[4...]].map { half in
                half.reduce(0 as UInt64) { $0 << 16 | UInt64($1) }
            }
            self = .v6(high: halves[0], low: halves[1])
        } else {
            guard let number = Self.dottedQuad(bytes[...]) else { return nil }
            self = .v4(number)
        }
    }

    /// The address as text: IPv6 by RFC 5952, an IPv4-mapped one with its IPv4 part dotted.
    ///
    /// What ``init(_:)`` reads of it is the same address.
    package var description: String {
        switch self {
        case .v4(let number):
            Self.dottedText(number)
        case .v6(high: 0, let low) where low >> 32 == 0xFFFF:
            "::ffff:" + Self.dottedText(UInt32(truncatingIfNeeded: low))
        case .v6(let high, let low):
            Self.groupText(high: high, low: low)
        }
    }

    // MARK: Reading

    /// The number that a strict dotted quad stands for.
    private static func dottedQuad(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.first != UInt8(ascii: "0") || part.count == 1,
                let value = digits(part, radix: 10), value <= 255
            else { return nil }
            number = number << 8 | value
        }
        return number
    }

    /// The eight groups of an IPv6 address.
    private static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        let colon = UInt8(ascii: ":")
        let gap = bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
        guard let gap else {
            guard let groups = groupList(bytes, isLast: true), groups.count == 8 else { return nil }
            return groups
        }
        // A second gap leaves an empty group in the tail, which groupList refuses.
        let (head, tail) = (bytes[..<gap], bytes[(gap + 2)...])
        guard let before = head.isEmpty ? [] : groupList(head, isLast: false),
            let after = tail.isEmpty ? [] : groupList(tail, isLast: true),
            before.count + after.count < 8
        else { return nil }
        let zeros = [UInt16](repeating: 0, count: 8 - before.count - after.count)
        return before + zeros + after
    }

    /// Groups with single colons between them, at most eight; where `isLast` says that they end the
    /// address, the last may be an IPv4 address, which makes two.
    private static func groupList(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt16]? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 8 else { return nil }
        var groups: [UInt16] = []
        for (position, part) in parts.enumerated() {
            if isLast, position == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let number = dottedQuad(part) else { return nil }
                groups.append(UInt16(truncatingIfNeeded: number >> 16))
                groups.append(UInt16(truncatingIfNeeded: number))
            } else {
                guard (1...4).contains(part.count), let value = digits(part, radix: 16) else {
                    return nil
                }
                groups.append(UInt16(truncatingIfNeeded: value))
            }
        }
        return groups.count <= 8 ? groups : nil
    }

    /// The number that at most four digits stand for; nil where a byte is no digit of the radix.
    private static func digits(_ bytes: ArraySlice<UInt8>, radix: UInt32) -> UInt32? {
        var number: UInt32 = 0
        for byte in bytes {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            guard digit < radix else { return nil }
            number = number * radix + UInt32(digit)
        }
        return number
    }

    // MARK: Writing

    private static func dottedText(_ number: UInt32) -> String {
        [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
    }

    /// Lower case, no leading zeros, the first longest run of two or more zero groups as `::`.
    private static func groupText(high: UInt64, low: UInt64) -> String {
        let groups = [high, low].flatMap { half in
            [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> $0) }
        }
        var longest = 0..<0
        var start = 0
        for position in 0..<8 {
            if groups[position] != 0 {
                start = position + 1
            } else if position + 1 - start > longest.count {
                longest = start..<position + 1
            }
        }
        let text = { (part: ArraySlice<UInt16>) in
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.count < 2 { return text(groups[...]) }
        return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
    }
}
