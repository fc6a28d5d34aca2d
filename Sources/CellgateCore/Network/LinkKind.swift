/// The driver kind of a software link, as `ip link … type KIND` spells it.
///
/// Source: rtnetlink(7), `IFLA_INFO_KIND` (and `IFLA_INFO_SLAVE_KIND` for a port's master).
/// A hardware link has none, and a kind unknown here is kept as it came.
package struct LinkKind: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let bond = LinkKind(rawValue: "bond")
    package static let bridge = LinkKind(rawValue: "bridge")
    package static let dummy = LinkKind(rawValue: "dummy")
    package static let gre = LinkKind(rawValue: "gre")
    package static let ifb = LinkKind(rawValue: "ifb")
    package static let ip6gre = LinkKind(rawValue: "ip6gre")
    package static let ip6tnl = LinkKind(rawValue: "ip6tnl")
    package static let ipip = LinkKind(rawValue: "ipip")
    package static let ipvlan = LinkKind(rawValue: "ipvlan")
    package static let ipvtap = LinkKind(rawValue: "ipvtap")
    package static let macsec = LinkKind(rawValue: "macsec")
    package static let macvlan = LinkKind(rawValue: "macvlan")
    package static let macvtap = LinkKind(rawValue: "macvtap")
    package static let ppp = LinkKind(rawValue: "ppp")
    package static let rmnet = LinkKind(rawValue: "rmnet")
    package static let sit = LinkKind(rawValue: "sit")
    package static let team = LinkKind(rawValue: "team")
    package static let tun = LinkKind(rawValue: "tun")
    package static let veth = LinkKind(rawValue: "veth")
    /// A Wi-Fi station that Android's emulators put on an Ethernet link.
    package static let virtWifi = LinkKind(rawValue: "virt_wifi")
    package static let vlan = LinkKind(rawValue: "vlan")
    package static let vrf = LinkKind(rawValue: "vrf")
    package static let vti = LinkKind(rawValue: "vti")
    package static let vti6 = LinkKind(rawValue: "vti6")
    package static let wireguard = LinkKind(rawValue: "wireguard")
    package static let wwan = LinkKind(rawValue: "wwan")
    package static let xfrm = LinkKind(rawValue: "xfrm")
}
