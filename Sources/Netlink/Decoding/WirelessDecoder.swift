internal import CNetlink
package import CellgateCore

/// Reads nl80211's answers. Source: `linux/nl80211.h`.
package enum WirelessDecoder {
    /// An interface that the wireless subsystem knows.
    package struct Interface: Equatable, Sendable {
        package let link: LinkIndex
        package let mode: WirelessMode

        package init(link: LinkIndex, mode: WirelessMode) {
            self.link = link
            self.mode = mode
        }
    }

    /// The interface that an `NL80211_CMD_NEW_INTERFACE` describes; nil for another command, and
    /// for what has no link (a P2P or NAN device).
    ///
    /// - Parameter message: The bytes behind the netlink header.
    /// - Throws: ``Undecodable`` where the bytes end too early or a link has no mode.
    package static func interface(_ message: Span<UInt8>) throws(Undecodable) -> Interface? {
        let header = try message.load(genlmsghdr.self)
        guard UInt32(header.cmd) == NL80211_CMD_NEW_INTERFACE.rawValue else { return nil }
        var link: LinkIndex?
        var type: UInt32?
        try message.forEachAttribute(from: MemoryLayout<genlmsghdr>.size) {
            number, value throws(Undecodable) in
            switch nl80211_attrs(rawValue: UInt32(number)) {
            case NL80211_ATTR_IFINDEX: link = try LinkDecoder.optionalLink(value)
            case NL80211_ATTR_IFTYPE: type = try value.load(UInt32.self)
            default: break
            }
        }
        guard let link else { return nil }
        guard let type else { throw Undecodable() }
        return Interface(link: link, mode: mode(type))
    }

    /// The number of the family of this name, where the message is about it; else nil.
    ///
    /// - Parameter message: The bytes behind the netlink header of a `CTRL_CMD_NEWFAMILY`.
    /// - Throws: ``Undecodable`` where the bytes end too early.
    static func familyID(
        named name: String, _ message: Span<UInt8>
    ) throws(Undecodable) -> UInt16? {
        var id: UInt16?
        var isNamed = false
        try message.forEachAttribute(from: MemoryLayout<genlmsghdr>.size) {
            type, value throws(Undecodable) in
            switch type {
            case CTRL_ATTR_FAMILY_ID: id = try value.load(UInt16.self)
            case CTRL_ATTR_FAMILY_NAME: isNamed = value.text() == name
            default: break
            }
        }
        return isNamed ? id : nil
    }

    private static func mode(_ number: UInt32) -> WirelessMode {
        switch nl80211_iftype(rawValue: number) {
        case NL80211_IFTYPE_AP: .accessPoint
        case NL80211_IFTYPE_MONITOR: .monitor
        default: .station
        }
    }
}
