internal import CNetlink
package import CellgateCore

/// Reads `RTM_NEWLINK` and `RTM_DELLINK`. Source: rtnetlink(7); `linux/if_link.h`.
package enum LinkDecoder {
    /// The link that a message describes; nil where it speaks for one protocol only.
    ///
    /// Bridges and IPv6 repeat link messages under their own family, and a bridge's `RTM_DELLINK`
    /// means that a port left it; neither tells anything of the link as such.
    ///
    /// - Parameter message: The bytes behind the netlink header.
    /// - Throws: ``Undecodable`` where the bytes end too early or contradict themselves.
    package static func update(_ message: Span<UInt8>) throws(Undecodable) -> LinkUpdate? {
        let header = try message.load(ifinfomsg.self)
        guard header.ifi_family == AF_UNSPEC else { return nil }
        let index = try link(header.ifi_index)
        // Of the kernel's writers only `rtnl_fill_ifinfo`, which tells all, has this attribute.
        var isComplete = false
        try message.forEachAttribute(from: MemoryLayout<ifinfomsg>.size) {
            type, _ throws(Undecodable) in
            if type == IFLA_TXQLEN { isComplete = true }
        }
        var update = LinkUpdate(
            index: index, hardware: hardware(header.ifi_type), flags: flags(header.ifi_flags),
            isComplete: isComplete)
        var lower: LinkIndex?
        var isLowerElsewhere = false
        try message.forEachAttribute(from: MemoryLayout<ifinfomsg>.size) {
            type, value throws(Undecodable) in
            switch type {
            case IFLA_IFNAME: update.name = InterfaceName(bytes: value.bytesBeforeNUL())
            case IFLA_OPERSTATE:
                update.operationalState = operationalState(try value.load(UInt8.self))
            case IFLA_LINK: lower = try optionalLink(value)
            case IFLA_LINK_NETNSID: isLowerElsewhere = true
            case IFLA_MASTER: update.master = try optionalLink(value)
            case IFLA_PROP_LIST: update.alternativeNames = try alternativeNames(value)
            case IFLA_LINKINFO: try readLinkInfo(value, into: &update)
            default: break
            }
        }
        // Some drivers name the link itself (ip tunnels do) where there is none below.
        if !isLowerElsewhere, lower != index { update.lower = lower }
        return update
    }

    private static func alternativeNames(
        _ list: Span<UInt8>
    ) throws(Undecodable) -> [InterfaceName] {
        var names: [InterfaceName] = []
        try list.forEachAttribute { type, value throws(Undecodable) in
            if type == IFLA_ALT_IFNAME {
                names.append(InterfaceName(bytes: value.bytesBeforeNUL()))
            }
        }
        return names
    }

    private static func readLinkInfo(
        _ info: Span<UInt8>, into update: inout LinkUpdate
    ) throws(Undecodable) {
        var kind: LinkKind?
        var portKind: LinkKind?
        try info.forEachAttribute { type, value throws(Undecodable) in
            switch type {
            case IFLA_INFO_KIND: kind = LinkKind(rawValue: value.text())
            case IFLA_INFO_SLAVE_KIND: portKind = LinkKind(rawValue: value.text())
            default: break
            }
        }
        update.kind = kind
        update.portKind = portKind
        guard let kind else { return }
        // The data can be read only when the kind is known.
        try info.forEachAttribute { type, value throws(Undecodable) in
            if type == IFLA_INFO_DATA { try readData(value, of: kind, into: &update) }
        }
    }

    private static func readData(
        _ data: Span<UInt8>, of kind: LinkKind, into update: inout LinkUpdate
    ) throws(Undecodable) {
        switch kind.rawValue {
        case "tun":
            try data.forEachAttribute { type, value throws(Undecodable) in
                if type == IFLA_TUN_TYPE {
                    update.isTap = Int32(try value.load(UInt8.self)) == IFF_TAP
                }
            }
        case "bond":
            try data.forEachAttribute { type, value throws(Undecodable) in
                if type == IFLA_BOND_ACTIVE_SLAVE { update.activePort = try optionalLink(value) }
            }
        case "gre", "gretap", "ip6gre", "ip6gretap", "erspan", "ip6erspan":
            update.tunnel = try tunnel(data, remote: IFLA_GRE_REMOTE, mark: IFLA_GRE_FWMARK)
        case "ipip", "sit", "ip6tnl":
            update.tunnel = try tunnel(data, remote: IFLA_IPTUN_REMOTE, mark: IFLA_IPTUN_FWMARK)
        case "vti", "vti6":
            update.tunnel = try tunnel(data, remote: IFLA_VTI_REMOTE, mark: IFLA_VTI_FWMARK)
        default:
            break
        }
    }

    /// The far end; nil where the tunnel names none, as one to any peer does.
    private static func tunnel(
        _ data: Span<UInt8>, remote remoteType: Int, mark markType: Int
    ) throws(Undecodable) -> TunnelEndpoint? {
        var remote: IPAddress?
        var mark: UInt32 = 0
        try data.forEachAttribute { type, value throws(Undecodable) in
            switch type {
            case remoteType: remote = try AddressDecoder.address(value)
            case markType: mark = try value.load(UInt32.self)
            default: break
            }
        }
        guard let remote, !remote.isUnspecified else { return nil }
        return TunnelEndpoint(remote: remote, mark: mark)
    }

    /// A link's index, which is never 0 or negative where a message is about a link.
    static func link(_ number: Int32) throws(Undecodable) -> LinkIndex {
        guard number > 0 else { throw Undecodable() }
        return LinkIndex(UInt32(number))
    }

    /// A link's index in an attribute; nil for 0, which names none.
    static func optionalLink(_ value: Span<UInt8>) throws(Undecodable) -> LinkIndex? {
        let number = try value.load(UInt32.self)
        return number == 0 ? nil : LinkIndex(number)
    }

    private static func hardware(_ number: UInt16) -> LinkHardware {
        switch Int32(number) {
        case ARPHRD_ETHER: .ethernet
        case ARPHRD_LOOPBACK: .loopback
        case ARPHRD_NONE: .none
        case ARPHRD_PPP: .ppp
        case ARPHRD_RAWIP, ARPHRD_RAWIP_LEGACY, ARPHRD_CELLULAR_FIRST...ARPHRD_CELLULAR_LAST:
            .cellular
        default: .other(number)
        }
    }

    private static func flags(_ bits: UInt32) -> LinkFlags {
        let pairs: [(net_device_flags, LinkFlags)] = [
            (IFF_UP, .up), (IFF_RUNNING, .running), (IFF_LOWER_UP, .lowerUp),
            (IFF_DORMANT, .dormant),
        ]
        return LinkFlags(pairs.filter { bits & $0.0.rawValue != 0 }.map { $0.1 })
    }

    /// RFC 2863's state; a number that is none of its own counts as unknown.
    private static func operationalState(_ number: UInt8) -> OperationalState {
        switch Int(number) {
        case IF_OPER_NOTPRESENT: .notPresent
        case IF_OPER_DOWN: .down
        case IF_OPER_LOWERLAYERDOWN: .lowerLayerDown
        case IF_OPER_TESTING: .testing
        case IF_OPER_DORMANT: .dormant
        case IF_OPER_UP: .up
        default: .unknown
        }
    }
}
