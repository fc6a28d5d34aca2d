internal import CNetlink
package import CellgateCore
internal import Glibc

/// Reads `RTM_NEWADDR` and `RTM_DELADDR`. Source: rtnetlink(7); `linux/if_addr.h`.
package enum AddressDecoder {
    /// The address that a message describes; nil where it is of neither IP family.
    ///
    /// - Parameter message: The bytes behind the netlink header.
    /// - Throws: ``Undecodable`` where the bytes end too early or contradict themselves.
    package static func address(message: Span<UInt8>) throws(Undecodable) -> Address? {
        let header = try message.load(ifaddrmsg.self)
        guard let family = family(header.ifa_family) else { return nil }
        var local: IPAddress?
        var other: IPAddress?
        var bits = UInt32(header.ifa_flags)
        try message.forEachAttribute(from: MemoryLayout<ifaddrmsg>.size) {
            type, value throws(Undecodable) in
            switch type {
            case IFA_LOCAL: local = try address(value, of: family)
            case IFA_ADDRESS: other = try address(value, of: family)
            // The header has room for the lower eight only.
            case IFA_FLAGS: bits = try value.load(UInt32.self)
            default: break
            }
        }
        guard let own = local ?? other, header.ifa_index != 0,
            header.ifa_prefixlen <= family.addressBits
        else { throw Undecodable() }
        return Address(
            link: LinkIndex(header.ifa_index), local: own, peer: other == own ? nil : other,
            prefixLength: header.ifa_prefixlen, scope: scope(header.ifa_scope), flags: flags(bits))
    }

    /// An address by the length of its bytes.
    static func address(_ value: Span<UInt8>) throws(Undecodable) -> IPAddress {
        switch value.count {
        case 4: .v4(UInt32(bigEndian: try value.load(UInt32.self)))
        case 16:
            .v6(
                high: UInt64(bigEndian: try value.load(UInt64.self)),
                low: UInt64(bigEndian: try value.load(UInt64.self, at: 8)))
        default: throw Undecodable()
        }
    }

    /// An address that must be of this family.
    static func address(
        _ value: Span<UInt8>, of family: AddressFamily
    ) throws(Undecodable) -> IPAddress {
        let address = try address(value)
        guard address.family == family else { throw Undecodable() }
        return address
    }

    /// The family of a header's number; nil for any but the two of IP.
    static func family(_ number: UInt8) -> AddressFamily? {
        switch Int32(number) {
        case AF_INET: .ipv4
        case AF_INET6: .ipv6
        default: nil
        }
    }

    private static func scope(_ number: UInt8) -> AddressScope {
        switch UInt32(number) {
        case RT_SCOPE_UNIVERSE.rawValue: .universe
        case RT_SCOPE_LINK.rawValue: .link
        case RT_SCOPE_HOST.rawValue...: .host
        default: .site
        }
    }

    private static func flags(_ bits: UInt32) -> AddressFlags {
        let pairs: [(Int32, AddressFlags)] = [
            (IFA_F_TENTATIVE, .tentative), (IFA_F_OPTIMISTIC, .optimistic),
            (IFA_F_DADFAILED, .dadFailed),
        ]
        return AddressFlags(pairs.filter { bits & UInt32($0.0) != 0 }.map { $0.1 })
    }
}
