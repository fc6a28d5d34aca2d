internal import CNetlink
package import CellgateCore

/// A nexthop object: a hop, a group of other objects, or a black hole (neither).
///
/// Source: ip-nexthop(8); `linux/nexthop.h`.
package struct Nexthop: Equatable, Sendable {
    /// `NHA_ID`.
    package let id: UInt32
    /// Where it leads; nil for a group and a black hole.
    package var hop: RouteHop?
    /// The ids of a group's members (`NHA_GROUP`).
    package var members: [UInt32] = []

    package init(id: UInt32, hop: RouteHop? = nil, members: [UInt32] = []) {
        self.id = id
        self.hop = hop
        self.members = members
    }
}

/// Reads `RTM_NEWNEXTHOP`.
package enum NexthopDecoder {
    /// The object that a message describes.
    ///
    /// - Parameter message: The bytes behind the netlink header.
    /// - Throws: ``Undecodable`` where the bytes end too early or there is no id.
    package static func nexthop(_ message: Span<UInt8>) throws(Undecodable) -> Nexthop {
        let header = try message.load(nhmsg.self)
        var id: UInt32?
        var link: LinkIndex?
        var gateway: IPAddress?
        var members: [UInt32] = []
        try message.forEachAttribute(from: MemoryLayout<nhmsg>.size) {
            type, value throws(Undecodable) in
            switch type {
            case NHA_ID: id = try value.load(UInt32.self)
            case NHA_OIF: link = try LinkDecoder.optionalLink(value)
            case NHA_GATEWAY: gateway = try AddressDecoder.address(value)
            case NHA_GROUP: members = try group(value)
            default: break
            }
        }
        guard let id else { throw Undecodable() }
        let isDead = RouteDecoder.isDead(header.nh_flags)
        let hop = link.map { RouteHop(link: $0, gateway: gateway, isDead: isDead) }
        return Nexthop(id: id, hop: hop, members: members)
    }

    private static func group(_ value: Span<UInt8>) throws(Undecodable) -> [UInt32] {
        var ids: [UInt32] = []
        for offset in stride(from: 0, to: value.count, by: MemoryLayout<nexthop_grp>.size) {
            ids.append(try value.load(nexthop_grp.self, at: offset).id)
        }
        return ids
    }
}
