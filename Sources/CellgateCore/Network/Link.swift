/// One link of the kernel, as far as the network path depends on it.
///
/// It is built up from ``LinkUpdate``s, since a message may carry only a part.
package struct Link: Equatable, Sendable {
    package let index: LinkIndex
    package var name: InterfaceName
    /// Further names that lead to this link (`IFLA_PROP_LIST`), in the kernel's order.
    package var alternativeNames: [InterfaceName] = []
    package var hardware: LinkHardware
    package var flags: LinkFlags
    package var operationalState: OperationalState = .unknown
    /// The software link's kind; nil for hardware.
    package var kind: LinkKind?
    /// Whether a `tun` link is a tap and carries Ethernet frames (`IFLA_TUN_TYPE`).
    package var isTap = false
    /// The link below (`IFLA_LINK`): a VLAN's parent, a tunnel's device; nil where there is none
    /// or it lives in another network namespace.
    package var lower: LinkIndex?
    /// The bridge, bond or VRF that this link is a port of.
    package var master: LinkIndex?
    /// The kind of ``master`` (`IFLA_INFO_SLAVE_KIND`).
    package var portKind: LinkKind?
    /// The port that an active-backup bond uses (`IFLA_BOND_ACTIVE_SLAVE`).
    package var activePort: LinkIndex?
    /// Where a tunnel's outer packets go, where the kernel says so.
    package var tunnel: TunnelEndpoint?

    package init(index: LinkIndex, name: InterfaceName, hardware: LinkHardware, flags: LinkFlags) {
        self.index = index
        self.name = name
        self.hardware = hardware
        self.flags = flags
    }

    /// Whether traffic can pass: up, running and with carrier, and neither dormant nor down.
    ///
    /// Either flag alone misleads for a moment while Wi-Fi associates, and `wpa_supplicant` shows
    /// dormancy in the operational state only.
    package var isOperational: Bool {
        flags.isSuperset(of: [.up, .running, .lowerUp])
            && !flags.contains(.dormant)
            && (operationalState == .up || operationalState == .unknown)
    }
}

/// The far end of a tunnel's outer packets.
///
/// Source: ip-link(8); `IFLA_GRE_REMOTE`, `IFLA_IPTUN_REMOTE`, `IFLA_VTI_REMOTE` and their marks.
package struct TunnelEndpoint: Codable, Hashable, Sendable {
    package let remote: IPAddress
    /// The firewall mark of the outer packets, 0 for none.
    package let mark: UInt32

    package init(remote: IPAddress, mark: UInt32) {
        self.remote = remote
        self.mark = mark
    }
}
