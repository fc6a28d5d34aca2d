internal import CNetlink
package import CellgateCore
internal import Glibc

/// Asks the wireless subsystem (nl80211) what it knows of a link. No privilege is needed.
package final class WirelessInquiry {
    /// The socket; nil after an error, when the next question opens another.
    private var current: NetlinkConversation?
    /// The number that the kernel gave to nl80211; nil as long as it has no wireless subsystem.
    private var family: UInt16?

    /// Opens the socket.
    ///
    /// - Throws: ``NetlinkError`` where that fails.
    package init() throws(NetlinkError) {
        current = try NetlinkConversation(protocolNumber: NETLINK_GENERIC)
    }

    /// The mode of a wireless interface.
    ///
    /// - Returns: nil where the link is none, the kernel has no wireless subsystem (it may be
    ///   loaded later) or cannot be asked.
    package func mode(of link: LinkIndex) -> WirelessMode? {
        do throws(NetlinkError) {
            let conversation: NetlinkConversation
            if let current {
                conversation = current
            } else {
                conversation = try NetlinkConversation(protocolNumber: NETLINK_GENERIC)
            }
            current = nil
            let mode = try mode(of: link, from: conversation)
            current = conversation
            return mode
        } catch {
            return nil
        }
    }

    private func mode(
        of link: LinkIndex, from conversation: NetlinkConversation
    ) throws(NetlinkError) -> WirelessMode? {
        if family == nil {
            family = try Self.familyID(named: NL80211_GENL_NAME, from: conversation)
        }
        guard let family else { return nil }
        var interface: WirelessDecoder.Interface?
        let answers = try conversation.ask(
            1, subject: "wireless interface",
            request: { _ in
                let header = genlmsghdr(
                    cmd: UInt8(NL80211_CMD_GET_INTERFACE.rawValue), version: 0, reserved: 0)
                let request = RequestMessage(type: Int(family), header: header)
                request.put(Int(NL80211_ATTR_IFINDEX.rawValue), link.rawValue)
                return request
            }
        ) { _, message throws(Undecodable) in
            interface = try WirelessDecoder.interface(message)
        }
        // ENODEV means no wireless interface. Any other refusal may mean that the subsystem was
        // unloaded, and comes back under another number.
        if case .refused(let errno, _) = answers.first, errno != ENODEV { self.family = nil }
        return interface?.link == link ? interface?.mode : nil
    }

    /// The number that the kernel gave to a family; nil where it has none of this name.
    ///
    /// The list of all families is read, since asking by name would make the kernel load the
    /// module.
    static func familyID(
        named name: String, from conversation: NetlinkConversation
    ) throws(NetlinkError) -> UInt16? {
        var family: UInt16?
        let header = genlmsghdr(cmd: UInt8(CTRL_CMD_GETFAMILY), version: 1, reserved: 0)
        let request = RequestMessage(
            type: Int(GENL_ID_CTRL), flags: NLM_F_DUMP, header: header)
        _ = try conversation.dump(request, subject: "generic netlink families") {
            _, message throws(Undecodable) in
            family = try WirelessDecoder.familyID(named: name, message) ?? family
            return true
        }
        return family
    }
}
