internal import CNetlink
package import CellgateCore
internal import Glibc

/// Changes the network of the namespace that it was made in, as fast as the kernel takes it; for
/// measurements. It needs CAP_NET_ADMIN there.
package final class NetworkEditor {
    private let socket: NetlinkSocket
    private var sequence: UInt32 = 0

    /// - Throws: ``NetlinkError`` where the socket cannot be opened.
    package init() throws(NetlinkError) {
        socket = try NetlinkSocket(
            protocolNumber: NETLINK_ROUTE, isBlocking: true, datagramBytes: 64 << 10)
        try socket.set(
            SOL_SOCKET, SO_RCVTIMEO, to: timeval(tv_sec: 10, tv_usec: 0), name: "SO_RCVTIMEO")
    }

    /// The index of a link by its name; nil where there is none. Source: if_nametoindex(3).
    package static func index(of name: String) -> LinkIndex? {
        let index = unsafe if_nametoindex(name)
        return index == 0 ? nil : LinkIndex(index)
    }

    /// Sets a link up or down; it is so when this returns.
    ///
    /// - Throws: ``NetlinkError`` where the kernel refuses.
    package func setLink(_ link: LinkIndex, up isUp: Bool) throws(NetlinkError) {
        var header = ifinfomsg()
        header.ifi_index = Int32(bitPattern: link.rawValue)
        header.ifi_change = UInt32(IFF_UP.rawValue)
        header.ifi_flags = isUp ? UInt32(IFF_UP.rawValue) : 0
        try perform(
            RequestMessage(type: RTM_NEWLINK, flags: NLM_F_ACK, header: header),
            isUp ? "set a link up" : "set a link down")
    }

    /// Adds an IPv4 default route straight by a link.
    ///
    /// - Throws: ``NetlinkError`` where the kernel refuses.
    package func addDefaultRoute(by link: LinkIndex) throws(NetlinkError) {
        let message = RequestMessage(
            type: RTM_NEWROUTE, flags: NLM_F_ACK | NLM_F_CREATE,
            header: Self.routeHeader(prefixLength: 0))
        message.put(RTA_OIF.number, link.rawValue)
        try perform(message, "add a default route")
    }

    /// Adds or removes IPv4 routes to single networks, 20.0.0.0/24 and on, straight by a link.
    ///
    /// - Parameters:
    ///   - numbers: Which of them, counted from 0; beyond 3,000,000 they are no addresses any more.
    ///   - portion: How many go in one system call.
    ///   - betweenPortions: Called after each; what listens may be given time to.
    /// - Throws: ``NetlinkError`` where the kernel refuses one.
    package func changeRoutes(
        _ numbers: Range<UInt32>, by link: LinkIndex, adding isAdding: Bool, portion: Int = 600,
        betweenPortions: () -> Void = {}
    ) throws(NetlinkError) {
        let message = RequestMessage(
            type: isAdding ? RTM_NEWROUTE : RTM_DELROUTE, flags: isAdding ? NLM_F_CREATE : 0,
            header: Self.routeHeader(prefixLength: 24))
        message.put(RTA_DST.number, .v4(0))
        message.put(RTA_OIF.number, link.rawValue)
        let pattern = message.bytes(sequence: 0)
        // The destination is the first attribute's value.
        let place =
            MemoryLayout<nlmsghdr>.size + MemoryLayout<rtmsg>.size + MemoryLayout<nlattr>.size
        var next = numbers.lowerBound
        while next < numbers.upperBound {
            let end = min(next + UInt32(portion), numbers.upperBound)
            var messages: [UInt8] = []
            messages.reserveCapacity(pattern.count * portion)
            for number in next..<end {
                let start = messages.count + place
                messages += pattern
                let destination = Self.firstDestination + number << 8
                for byte in 0..<4 {
                    messages[start + byte] = UInt8(
                        truncatingIfNeeded: destination >> (24 - 8 * byte))
                }
            }
            try socket.send(messages)
            betweenPortions()
            next = end
        }
        // Only errors are answered without NLM_F_ACK; this is answered after all of them.
        try perform(
            RequestMessage(type: RTM_GETLINK, flags: NLM_F_ACK, header: Self.linkHeader(link)),
            isAdding ? "add routes" : "remove routes")
    }

    /// 20.0.0.0.
    private static let firstDestination: UInt32 = 20 << 24

    private static func linkHeader(_ link: LinkIndex) -> ifinfomsg {
        var header = ifinfomsg()
        header.ifi_index = Int32(bitPattern: link.rawValue)
        return header
    }

    private static func routeHeader(prefixLength: UInt8) -> rtmsg {
        var header = rtmsg()
        header.rtm_family = UInt8(AF_INET)
        header.rtm_dst_len = prefixLength
        header.rtm_table = UInt8(RT_TABLE_MAIN.rawValue)
        header.rtm_protocol = UInt8(RTPROT_STATIC)
        header.rtm_scope = UInt8(RT_SCOPE_LINK.rawValue)
        header.rtm_type = UInt8(RTN_UNICAST)
        return header
    }

    /// Sends a request and waits for its acknowledgement; an error that came before it, of a message
    /// without one, counts as its own.
    private func perform(_ request: consuming RequestMessage, _ subject: String)
        throws(NetlinkError)
    {
        sequence += 1
        let sequence = sequence
        try socket.send(request.bytes(sequence: sequence))
        var refusal: Int32 = 0
        var isDone = false
        while !isDone {
            let reading = try socket.receive { datagram in
                try? datagram.forEachMessage { header, message throws(Undecodable) in
                    guard Int32(header.type) == NLMSG_ERROR else { return }
                    let code = 0 &- (try message.load(Int32.self))
                    if code != 0 { refusal = code }
                    if header.sequence == sequence { isDone = true }
                }
            }
            switch reading {
            case .datagram: continue
            // More errors than the socket holds.
            case .overrun: (refusal, isDone) = (refusal == 0 ? ENOBUFS : refusal, true)
            case .nothing: (refusal, isDone) = (refusal == 0 ? ETIMEDOUT : refusal, true)
            }
        }
        guard refusal == 0 else {
            throw NetlinkError(
                operation: "have the kernel", subject: subject, code: .errno(refusal))
        }
    }
}
