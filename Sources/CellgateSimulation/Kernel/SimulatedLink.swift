package import CellgateCore

/// A link of a simulated kernel.
package struct SimulatedLink: Equatable, Sendable {
    package let index: LinkIndex
    package var name: InterfaceName
    package var alternativeNames: [InterfaceName] = []
    package var hardware = LinkHardware.ethernet
    package var kind: LinkKind?
    package var isTap = false
    /// Administratively up.
    package var isUp = false
    /// What the link itself has of carrier; those on top of others depend on them, too.
    package var hasCarrier = true
    /// Whether the driver never sets an operational state, as tun and modems.
    package var isSilentOnState = false
    /// Associated, but not yet authenticated.
    package var isDormant = false
    /// The other end of a veth pair.
    package var peer: LinkIndex?
    package var lower: LinkIndex?
    package var master: LinkIndex?
    package var activePort: LinkIndex?
    package var tunnel: TunnelEndpoint?
    /// What drivers say of it.
    package var hints = DeviceHints()

    init(index: LinkIndex, name: InterfaceName) {
        self.index = index
        self.name = name
    }
}

extension SimulatedKernel {
    /// What `RTM_NEWLINK` says of a link.
    func update(of link: SimulatedLink) -> LinkUpdate {
        let isCarried = link.isUp && hasCarrier(link, above: [])
        var flags: LinkFlags = link.isUp ? [.up] : []
        if isCarried { flags.insert(.lowerUp) }
        if isCarried, !link.isDormant { flags.insert(.running) }
        var update = LinkUpdate(index: link.index, hardware: link.hardware, flags: flags)
        update.name = link.name
        update.alternativeNames = link.alternativeNames.isEmpty ? nil : link.alternativeNames
        update.operationalState =
            switch (isCarried, link.isDormant, link.isSilentOnState) {
            case (false, _, _): .down
            case (true, true, _): .dormant
            case (true, false, true): .unknown
            case (true, false, false): .up
            }
        update.kind = link.kind
        update.isTap = link.kind == .tun ? link.isTap : nil
        update.lower = link.lower
        update.master = link.master
        update.portKind = link.master.flatMap { links[$0]?.kind }
        update.activePort = link.activePort
        update.tunnel = link.tunnel
        return update
    }

    /// Whether the link has carrier, its peer, what is below and its ports taken into account.
    private func hasCarrier(_ link: SimulatedLink, above: [LinkIndex]) -> Bool {
        guard link.hasCarrier, !above.contains(link.index) else { return false }
        if let peer = link.peer { return links[peer]?.isUp ?? false }
        let isCarried = { (other: SimulatedLink) in
            other.isUp && hasCarrier(other, above: above + [link.index])
        }
        if link.kind == .bridge {
            return links.values.contains { $0.master == link.index && isCarried($0) }
        }
        guard let lower = link.lower.flatMap({ links[$0] }), link.tunnel == nil else { return true }
        return isCarried(lower)
    }
}
