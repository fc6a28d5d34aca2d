/// An address that a link has.
///
/// Source: rtnetlink(7), `RTM_NEWADDR`.
package struct Address: Codable, Hashable, Sendable {
    package let link: LinkIndex
    /// The local address: `IFA_LOCAL`, or `IFA_ADDRESS` where the message has no other.
    package let local: IPAddress
    /// The peer of a point-to-point link (`IFA_ADDRESS` where it differs from `IFA_LOCAL`).
    package let peer: IPAddress?
    /// The length of the subnet's prefix in bits.
    package let prefixLength: UInt8
    package let scope: AddressScope
    package let flags: AddressFlags

    package init(
        link: LinkIndex, local: IPAddress, peer: IPAddress? = nil, prefixLength: UInt8,
        scope: AddressScope, flags: AddressFlags = []
    ) {
        self.link = link
        self.local = local
        self.peer = peer
        self.prefixLength = prefixLength
        self.scope = scope
        self.flags = flags
    }

    package var family: AddressFamily { local.family }

    /// Whether the kernel would give this address to traffic that leaves the link.
    ///
    /// IPv4: neither of link scope nor of 169.254.0.0/16. IPv6: of global scope (unique local
    /// addresses are), past duplicate address detection or optimistic. A deprecated address is
    /// still a legal last resort (RFC 6724).
    package var isUsableSource: Bool {
        switch family {
        case .ipv4:
            scope != .link && scope != .host && !local.isLinkLocal
        case .ipv6:
            scope == .universe && !flags.contains(.dadFailed)
                && (!flags.contains(.tentative) || flags.contains(.optimistic))
        }
    }

    /// Whether `other` is the same address of the same link, whatever its flags and scope.
    package func hasSameIdentity(as other: Address) -> Bool {
        link == other.link && local == other.local && prefixLength == other.prefixLength
            && peer == other.peer
    }
}

/// How far an address reaches. Source: rtnetlink(7), `ifa_scope`, `RT_SCOPE_*`.
package enum AddressScope: String, Codable, Hashable, Sendable {
    /// `RT_SCOPE_UNIVERSE`.
    case universe
    /// `RT_SCOPE_SITE`, and any other number between the universe and a link.
    case site
    /// `RT_SCOPE_LINK`.
    case link
    /// `RT_SCOPE_HOST`, and `RT_SCOPE_NOWHERE`.
    case host
}

/// The states of an address that decide whether it can be a source.
///
/// Source: rtnetlink(7), `IFA_FLAGS`, `IFA_F_*`; RFC 4862. The bits are this type's own.
package struct AddressFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `IFA_F_TENTATIVE`: duplicate address detection still runs.
    package static let tentative = AddressFlags(rawValue: 1 << 0)
    /// `IFA_F_OPTIMISTIC`: usable while it is tentative (RFC 4429).
    package static let optimistic = AddressFlags(rawValue: 1 << 1)
    /// `IFA_F_DADFAILED`: another host has it.
    package static let dadFailed = AddressFlags(rawValue: 1 << 2)
}
