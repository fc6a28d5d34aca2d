/// What one `RTM_NEWLINK` says of a link: its fixed header and the attributes that it carried.
///
/// A nil attribute was absent. Of a message that is not complete (a wireless event carries two
/// attributes only) that says nothing of the link; of a complete one it says that there is none
/// (any more). So an update is merged into what is known.
package struct LinkUpdate: Codable, Equatable, Sendable {
    package let index: LinkIndex
    package let hardware: LinkHardware
    package let flags: LinkFlags
    /// Whether the message describes the whole link, so that what it leaves out does not hold.
    ///
    /// True for every message of the kernel's `rtnl_fill_ifinfo`, known by its `IFLA_TXQLEN`; false
    /// for a wireless event.
    package let isComplete: Bool
    package var name: InterfaceName?
    package var alternativeNames: [InterfaceName]?
    package var operationalState: OperationalState?
    package var kind: LinkKind?
    package var isTap: Bool?
    package var lower: LinkIndex?
    package var master: LinkIndex?
    package var portKind: LinkKind?
    package var activePort: LinkIndex?
    package var tunnel: TunnelEndpoint?

    package init(
        index: LinkIndex, hardware: LinkHardware, flags: LinkFlags, isComplete: Bool = true
    ) {
        self.index = index
        self.hardware = hardware
        self.flags = flags
        self.isComplete = isComplete
    }
}

extension Link {
    /// The link that a first update describes; nil where it carries no name.
    package init?(_ update: LinkUpdate) {
        guard let name = update.name else { return nil }
        self.init(index: update.index, name: name, hardware: update.hardware, flags: update.flags)
        merge(update)
    }

    /// Takes over what `update` says.
    ///
    /// - Returns: Whether anything changed that the network path may depend on.
    @discardableResult
    package mutating func merge(_ update: LinkUpdate) -> Bool {
        precondition(update.index == index, "update of link \(update.index) for link \(index)")
        let before = self
        hardware = update.hardware
        flags = update.flags
        name = update.name ?? name
        operationalState = update.operationalState ?? operationalState
        if update.isComplete {
            alternativeNames = update.alternativeNames ?? []
            kind = update.kind
            isTap = update.isTap ?? false
            lower = update.lower
            master = update.master
            portKind = update.portKind
            activePort = update.activePort
            tunnel = update.tunnel
        }
        return self != before
    }
}
