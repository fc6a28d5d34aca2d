/// The two families of the Internet protocol.
package enum AddressFamily: String, Codable, Hashable, CaseIterable, Sendable {
    /// `AF_INET`.
    case ipv4
    /// `AF_INET6`.
    case ipv6

    /// The length of an address in bits: 32 or 128.
    package var addressBits: UInt8 {
        switch self {
        case .ipv4: 32
        case .ipv6: 128
        }
    }
}

/// The addresses that begin with the same bits.
package struct Prefix: Codable, Hashable, Sendable {
    /// One of the addresses; what is behind the prefix does not count.
    package let address: IPAddress
    /// How many bits are the same: 0 for all addresses of the family.
    package let length: UInt8

    package init(_ address: IPAddress, length: UInt8) {
        self.address = address
        self.length = length
    }

    /// Whether an address is one of these.
    package func contains(_ other: IPAddress) -> Bool {
        switch (address, other) {
        case (.v4(let mine), .v4(let theirs)):
            return Self.agree(UInt64(mine) << 32, UInt64(theirs) << 32, bits: min(length, 32))
        case (.v6(let high, let low), .v6(let otherHigh, let otherLow)):
            return Self.agree(high, otherHigh, bits: min(length, 64))
                && Self.agree(low, otherLow, bits: length > 64 ? min(length - 64, 64) : 0)
        case (.v4, .v6), (.v6, .v4):
            return false
        }
    }

    private static func agree(_ one: UInt64, _ other: UInt64, bits: UInt8) -> Bool {
        bits == 0 || (one ^ other) >> (64 - UInt64(bits)) == 0
    }
}

/// An IPv4 or IPv6 address, by value.
package enum IPAddress: Hashable, Sendable {
    /// An IPv4 address as a number: 192.0.2.1 is `0xC000_0201`.
    case v4(UInt32)
    /// An IPv6 address as its upper and lower 64 bits: `::1` is (0, 1).
    case v6(high: UInt64, low: UInt64)

    package var family: AddressFamily {
        switch self {
        case .v4: .ipv4
        case .v6: .ipv6
        }
    }

    /// Whether this is 0.0.0.0 or `::`.
    package var isUnspecified: Bool {
        switch self {
        case .v4(let number): number == 0
        case .v6(let high, let low): high == 0 && low == 0
        }
    }

    /// Whether only the link itself can be reached from it: 169.254.0.0/16 (RFC 3927) or
    /// `fe80::/10` (RFC 4291).
    package var isLinkLocal: Bool {
        switch self {
        case .v4(let number): number >> 16 == 0xA9FE
        case .v6(let high, _): high >> 54 == 0xFE80 >> 6
        }
    }
}
