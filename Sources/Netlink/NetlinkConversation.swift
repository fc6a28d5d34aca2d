internal import CNetlink
internal import Glibc

/// A socket for questions: each request has a sequence number, and each answer bears it.
///
/// After an error the conversation is over, since the kernel may still be in the middle of an
/// answer; open another.
final class NetlinkConversation {
    /// The answer to one request.
    enum Answer: Equatable {
        /// A message came and was handed on.
        case message
        /// The kernel refused with this errno(3); with `isExplained` it said why (an extended
        /// acknowledgement), which it does for bad requests and not for what a look-up finds.
        case refused(errno: Int32, isExplained: Bool)
        /// The message could not be read.
        case undecodable
    }

    /// What a dump came to.
    struct Dump: Equatable {
        /// `NLM_F_DUMP_INTR`: something changed meanwhile, so it may lack something.
        var isInterrupted = false
        /// How many messages could not be read.
        var undecodable = 0
    }

    /// How long an answer may take. The kernel answers within the system call that asks, so a
    /// missing answer is a lost one.
    private static let patience = timeval(tv_sec: 5, tv_usec: 0)
    /// The kernel fills at most 32 KiB at a time, but for a link with very many virtual functions.
    private static let datagramBytes = 256 << 10

    private let socket: NetlinkSocket
    private var lastSequence: UInt32 = 0

    /// Opens a socket with strict checking (of what a request asks for) and extended
    /// acknowledgements.
    ///
    /// - Parameters:
    ///   - protocolNumber: `NETLINK_ROUTE` or `NETLINK_GENERIC`.
    ///   - patience: How long an answer may take; tests have less.
    /// - Throws: ``NetlinkError`` where the socket cannot be opened.
    init(protocolNumber: Int32, patience: timeval = patience) throws(NetlinkError) {
        socket = try NetlinkSocket(
            protocolNumber: protocolNumber, isBlocking: true, datagramBytes: Self.datagramBytes)
        try socket.set(
            SOL_SOCKET, SO_RCVTIMEO, to: patience, name: "SO_RCVTIMEO")
        let yes: Int32 = 1
        try socket.set(SOL_NETLINK, NETLINK_EXT_ACK, to: yes, name: "NETLINK_EXT_ACK")
        try socket.set(SOL_NETLINK, NETLINK_GET_STRICT_CHK, to: yes, name: "NETLINK_GET_STRICT_CHK")
    }

    /// Asks for everything of a kind and hands each message to `body`, until that returns false.
    ///
    /// Where `body` ends it early, the rest of the dump stays in the socket, and the conversation
    /// is good for nothing more.
    ///
    /// - Throws: ``NetlinkError``, also where the kernel refuses.
    func dump(
        _ request: consuming RequestMessage, subject: String,
        _ body: (MessageHeader, Span<UInt8>) throws(Undecodable) -> Bool
    ) throws(NetlinkError) -> Dump {
        let sequence = sequences(1).lowerBound
        try socket.send(request.bytes(sequence: sequence))
        var dump = Dump()
        var isDone = false
        var refusal: Int32 = 0
        while !isDone {
            try receive(subject) { header, message throws(Undecodable) in
                guard header.sequence == sequence, !isDone else { return }
                if header.flags & NLM_F_DUMP_INTR != 0 { dump.isInterrupted = true }
                switch Int32(header.type) {
                case NLMSG_DONE, NLMSG_ERROR:
                    isDone = true
                    // Both begin with the error's number, which old kernels leave out of the first.
                    refusal = message.isEmpty ? 0 : 0 &- (try message.load(Int32.self))
                default:
                    do throws(Undecodable) {
                        isDone = try !body(header, message)
                    } catch {
                        dump.undecodable += 1
                    }
                }
            }
        }
        guard refusal == 0 else {
            throw NetlinkError(operation: "dump", subject: subject, code: .errno(refusal))
        }
        return dump
    }

    /// Sends requests in one datagram and hands each answer to `body` with its request's position.
    ///
    /// - Parameters:
    ///   - count: How many requests; at most 32, whose answers fit even a small receive buffer.
    ///   - request: Makes the request of a position.
    /// - Returns: One answer a request, in the same order.
    /// - Throws: ``NetlinkError`` where an answer is lost or the socket fails.
    func ask(
        _ count: Int, subject: String, request: (Int) -> RequestMessage,
        _ body: (Int, Span<UInt8>) throws(Undecodable) -> Void
    ) throws(NetlinkError) -> [Answer] {
        var datagram: [UInt8] = []
        let sequences = sequences(count)
        for (position, sequence) in sequences.enumerated() {
            datagram += request(position).bytes(sequence: sequence)
        }
        try socket.send(datagram)
        var answers: [Answer?] = Array(repeating: nil, count: count)
        var missing = count
        while missing > 0 {
            try receive(subject) { header, message throws(Undecodable) in
                guard sequences.contains(header.sequence) else { return }
                let position = Int(header.sequence - sequences.lowerBound)
                guard answers[position] == nil else { return }
                missing -= 1
                do throws(Undecodable) {
                    if Int32(header.type) == NLMSG_ERROR {
                        answers[position] = try refusal(header, message)
                    } else {
                        try body(position, message)
                        answers[position] = .message
                    }
                } catch {
                    answers[position] = .undecodable
                }
            }
        }
        return answers.map { $0 ?? .undecodable }
    }

    /// Reads one datagram's messages; one that breaks the framing ends the conversation.
    private func receive(
        _ subject: String, _ body: (MessageHeader, Span<UInt8>) throws(Undecodable) -> Void
    ) throws(NetlinkError) {
        var isBroken = false
        let reading = try socket.receive { datagram in
            do throws(Undecodable) {
                try datagram.forEachMessage(body)
            } catch {
                isBroken = true
            }
        }
        let code: Int32? =
            switch reading {
            case .datagram: isBroken ? EBADMSG : nil
            case .nothing: ETIMEDOUT
            case .overrun: ENOBUFS
            }
        guard let code else { return }
        throw NetlinkError(operation: "receive", subject: subject, code: .errno(code))
    }

    /// The next numbers, without 0, which is for events.
    private func sequences(_ count: Int) -> Range<UInt32> {
        if UInt32.max - lastSequence <= UInt32(count) { lastSequence = 0 }
        let first = lastSequence + 1
        lastSequence += UInt32(count)
        return first..<(first + UInt32(count))
    }

    /// Reads an error message: the errno, the request that it answers, then explanations.
    private func refusal(
        _ header: MessageHeader, _ message: Span<UInt8>
    ) throws(Undecodable) -> Answer {
        let error = try message.load(nlmsgerr.self)
        guard header.flags & NLM_F_ACK_TLVS != 0 else {
            return .refused(errno: 0 &- error.error, isExplained: false)
        }
        // The request is given back whole, unless the flags say that only its header is.
        let start =
            header.flags & NLM_F_CAPPED != 0
            ? MemoryLayout<nlmsgerr>.size
            : MemoryLayout<Int32>.size + aligned(Int(error.msg.nlmsg_len))
        var isExplained = false
        try message.forEachAttribute(from: start) { type, _ throws(Undecodable) in
            if type == Int(NLMSGERR_ATTR_MSG.rawValue) { isExplained = true }
        }
        return .refused(errno: 0 &- error.error, isExplained: isExplained)
    }
}
