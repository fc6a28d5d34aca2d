internal import CNetlink
internal import CellgateCore

/// The classic BPF program on the event socket: messages that cannot matter wake nobody.
///
/// 20,000 changes of routes to single networks then cost no wake-up at all. What it does not know
/// it lets pass, and so does it with dumps, of which it sees whole buffers only. Source: socket(7),
/// `SO_ATTACH_FILTER`; `Documentation/networking/filter.rst` of the kernel.
enum EventFilter {
    /// The finished program.
    static func program() -> [sock_filter] {
        // Where the fields stand that it reads, counted from the netlink header.
        let flags: UInt32 = 6
        let type: UInt32 = 4
        let body = UInt32(MemoryLayout<nlmsghdr>.size)
        let family = body
        let destinationLength = body + 1
        let routeTable = body + 4
        let routeType = body + 7
        let neighbourState = body + 8
        let neighbourFlags = body + 10

        var code = Code()
        code.load(BPF_H, at: flags)
        code.jump(BPF_JSET, hostOrder(NLM_F_MULTI), ifTrue: .pass)
        code.load(BPF_H, at: type)
        for route in [RTM_NEWROUTE, RTM_DELROUTE] {
            code.jump(BPF_JEQ, hostOrder(route), ifTrue: .route)
        }
        for link in [RTM_NEWLINK, RTM_DELLINK] {
            code.jump(BPF_JEQ, hostOrder(link), ifTrue: .link)
        }
        for neighbour in [RTM_NEWNEIGH, RTM_DELNEIGH] {
            code.jump(BPF_JEQ, hostOrder(neighbour), ifTrue: .neighbour)
        }
        code.finish(.pass)

        code.place(.route)
        // Of the local table only what leads out: not the machine's own addresses.
        code.load(BPF_B, at: routeType)
        code.jump(BPF_JEQ, UInt32(RTN_UNICAST), ifTrue: .otherRoute)
        code.load(BPF_B, at: routeTable)
        code.jump(BPF_JEQ, RT_TABLE_LOCAL.rawValue, ifTrue: .drop)
        code.place(.otherRoute)
        code.load(BPF_B, at: family)
        code.jump(BPF_JEQ, UInt32(AF_INET), ifTrue: .ipv4Route)
        code.jump(BPF_JEQ, UInt32(AF_INET6), ifTrue: .ipv6Route)
        code.finish(.pass)
        for (label, family) in [(Label.ipv4Route, AddressFamily.ipv4), (.ipv6Route, .ipv6)] {
            code.place(label)
            code.load(BPF_B, at: destinationLength)
            let longest = UInt32(RouteDecoder.longestPrefixThatMatters(family))
            code.jump(BPF_JGT, longest, ifTrue: .drop)
            code.finish(.pass)
        }

        code.place(.link)
        code.load(BPF_B, at: family)
        code.jump(BPF_JEQ, UInt32(AF_UNSPEC), ifTrue: .pass)
        code.finish(.drop)

        code.place(.neighbour)
        code.load(BPF_B, at: family)
        code.jump(BPF_JEQ, UInt32(AF_INET6), ifTrue: .ipv6Neighbour)
        code.finish(.drop)
        code.place(.ipv6Neighbour)
        code.load(BPF_B, at: neighbourFlags)
        code.jump(BPF_JSET, UInt32(NTF_ROUTER), ifTrue: .router)
        code.finish(.drop)
        code.place(.router)
        code.load(BPF_H, at: neighbourState)
        code.jump(BPF_JSET, hostOrder(NUD_FAILED | NUD_REACHABLE), ifTrue: .pass)
        code.finish(.drop)
        return code.resolved()
    }

    /// What a 16-bit field in the host's order looks like to BPF, which loads big-endian.
    private static func hostOrder(_ value: some BinaryInteger) -> UInt32 {
        UInt32(UInt16(truncatingIfNeeded: value).bigEndian)
    }

    private enum Label {
        case route, otherRoute, ipv4Route, ipv6Route, link, neighbour, ipv6Neighbour, router, pass,
            drop
    }

    /// Instructions whose jumps still name labels.
    private struct Code {
        private var instructions: [(code: Int32, operand: UInt32, target: Label?)] = []
        private var places: [Label: Int] = [:]

        mutating func load(_ size: Int32, at offset: UInt32) {
            instructions.append((BPF_LD | size | BPF_ABS, offset, nil))
        }

        /// Goes to `target` where the comparison with what was loaded holds, else on.
        mutating func jump(_ comparison: Int32, _ operand: UInt32, ifTrue target: Label) {
            instructions.append((BPF_JMP | comparison | BPF_K, operand, target))
        }

        mutating func place(_ label: Label) {
            places[label] = instructions.count
        }

        /// Returns how many bytes of the message are kept: all or none.
        mutating func finish(_ verdict: Label) {
            instructions.append((BPF_RET | BPF_K, verdict == .pass ? .max : 0, nil))
        }

        /// The program, with a common end for each verdict; every jump leads forward.
        consuming func resolved() -> [sock_filter] {
            for verdict in [Label.pass, .drop] {
                place(verdict)
                finish(verdict)
            }
            return instructions.enumerated().map { index, instruction in
                let distance = instruction.target.map { (places[$0] ?? 0) - index - 1 } ?? 0
                return sock_filter(
                    code: UInt16(instruction.code), jt: UInt8(distance), jf: 0,
                    k: instruction.operand)
            }
        }
    }
}
