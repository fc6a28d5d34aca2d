/// The flags of a link that say whether it can carry traffic.
///
/// Source: netdevice(7), `ifi_flags`. The bits are this type's own: whoever decodes a message
/// translates the kernel's.
package struct LinkFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `IFF_UP`: administratively up.
    package static let up = LinkFlags(rawValue: 1 << 0)
    /// `IFF_RUNNING`: operational, RFC 2863's state up or unknown.
    package static let running = LinkFlags(rawValue: 1 << 1)
    /// `IFF_LOWER_UP`: the driver has carrier.
    package static let lowerUp = LinkFlags(rawValue: 1 << 2)
    /// `IFF_DORMANT`: the driver waits for an external event.
    package static let dormant = LinkFlags(rawValue: 1 << 3)
}
