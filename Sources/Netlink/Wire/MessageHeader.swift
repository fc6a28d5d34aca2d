internal import CNetlink

/// What the header of a netlink message says. Source: netlink(7), `struct nlmsghdr`.
struct MessageHeader: Equatable {
    /// `nlmsg_type`, such as `RTM_NEWLINK`.
    let type: Int
    /// `nlmsg_flags`, `NLM_F_*`.
    let flags: Int32
    /// `nlmsg_seq`: the request that it answers, 0 for an event.
    let sequence: UInt32
}

extension Span where Element == UInt8 {
    /// Calls `body` with each message of a datagram: its header and what follows that.
    ///
    /// - Throws: ``Undecodable`` where a message's length is less than its header's or reaches
    ///   beyond the datagram, and what `body` throws; the messages behind are not seen then.
    func forEachMessage(
        _ body: (MessageHeader, Span<UInt8>) throws(Undecodable) -> Void
    ) throws(Undecodable) {
        let headerSize = MemoryLayout<nlmsghdr>.size
        var offset = 0
        while offset < count {
            let header = try load(nlmsghdr.self, at: offset)
            let length = Int(header.nlmsg_len)
            guard length >= headerSize, length <= count - offset else { throw Undecodable() }
            try body(
                MessageHeader(
                    type: Int(header.nlmsg_type), flags: Int32(header.nlmsg_flags),
                    sequence: header.nlmsg_seq),
                extracting((offset + headerSize)..<(offset + length)))
            offset += aligned(length)
        }
    }

    /// Calls `body` with the type and the value of each attribute from `start` on.
    ///
    /// The flags for nesting and byte order are taken off the type. Fewer bytes than an attribute's
    /// header at the end are padding.
    ///
    /// - Throws: ``Undecodable`` where an attribute's length is less than its header's or reaches
    ///   beyond the end, and what `body` throws.
    func forEachAttribute(
        from start: Int = 0, _ body: (Int, Span<UInt8>) throws(Undecodable) -> Void
    ) throws(Undecodable) {
        let headerSize = MemoryLayout<nlattr>.size
        var offset = aligned(start)
        while count - offset >= headerSize {
            let header = try load(nlattr.self, at: offset)
            let length = Int(header.nla_len)
            guard length >= headerSize, length <= count - offset else { throw Undecodable() }
            let type = Int32(header.nla_type) & ~(NLA_F_NESTED | NLA_F_NET_BYTEORDER)
            try body(Int(type), extracting((offset + headerSize)..<(offset + length)))
            offset += aligned(length)
        }
    }
}

/// A length rounded up to netlink's boundary of four bytes (`NLMSG_ALIGN`, `NLA_ALIGN`).
func aligned(_ length: Int) -> Int {
    (length + 3) & ~3
}
