/// The links and addresses of the network namespace, kept from dumps and events.
///
/// Law: applying the events that follow a dump gives what a later dump would give. Routes and
/// rules are not kept; the kernel is asked for them.
package struct NetworkState: Equatable, Sendable {
    package private(set) var links: [LinkIndex: Link] = [:]
    /// Each link's addresses in the order in which they came. An address may come before its link
    /// does: the families' events are not ordered among each other.
    package private(set) var addresses: [LinkIndex: [Address]] = [:]

    package init() {}

    /// Takes over what a dump says; what it does not list is gone.
    package mutating func replace(with dump: NetworkDump) {
        links = [:]
        addresses = [:]
        for update in dump.links {
            links[update.index] = Link(update)
        }
        for address in dump.addresses {
            put(address)
        }
    }

    /// Takes over one event.
    ///
    /// - Returns: What the network path may depend on that changed; empty where nothing did.
    @discardableResult
    package mutating func apply(_ event: NetworkEvent) -> NetworkChange {
        switch event {
        case .link(let update):
            return merge(update)
        case .linkRemoved(let index):
            let link = links.removeValue(forKey: index)
            let held = addresses.removeValue(forKey: index)
            guard link != nil || held != nil else { return NetworkChange() }
            return NetworkChange(isSomething: true, outdatedDevice: index)
        case .address(let address):
            return NetworkChange(isSomething: put(address))
        case .addressRemoved(let address):
            return NetworkChange(isSomething: remove(address))
        case .routesChanged:
            return NetworkChange(isSomething: true)
        case .rulesChanged(let family):
            return NetworkChange(isSomething: true, outdatedRules: family)
        }
    }

    /// The addresses of a link that traffic of a family may come from, in order.
    package func sources(_ family: AddressFamily, of link: LinkIndex) -> [IPAddress] {
        (addresses[link] ?? []).lazy
            .filter { $0.family == family && $0.isUsableSource }
            .map(\.local)
    }

    private mutating func merge(_ update: LinkUpdate) -> NetworkChange {
        guard let before = links[update.index] else {
            // Without a name it is a fragment about a link that a dump has yet to show.
            guard let link = Link(update) else { return NetworkChange() }
            links[update.index] = link
            return NetworkChange(isSomething: true, outdatedDevice: update.index)
        }
        var link = before
        guard link.merge(update) else { return NetworkChange() }
        links[update.index] = link
        // A device's type is told anew where it may have become another: a wireless interface
        // changes its mode, and a modem its framing, only while it is down.
        let mayBeAnother =
            link.name != before.name || link.hardware != before.hardware
            || link.kind != before.kind
            || link.flags.contains(.up) != before.flags.contains(.up)
        return NetworkChange(
            isSomething: true, outdatedDevice: mayBeAnother ? update.index : nil)
    }

    /// Returns whether anything changed.
    @discardableResult
    private mutating func put(_ address: Address) -> Bool {
        func put(into held: inout [Address]) -> Bool {
            guard let at = held.firstIndex(where: { $0.hasSameIdentity(as: address) }) else {
                held.append(address)
                return true
            }
            guard held[at] != address else { return false }
            held[at] = address
            return true
        }
        // In place: a link may have thousands.
        return put(into: &addresses[address.link, default: []])
    }

    /// Returns whether anything changed.
    private mutating func remove(_ address: Address) -> Bool {
        func remove(from held: inout [Address]) -> Bool {
            guard let at = held.firstIndex(where: { $0.hasSameIdentity(as: address) }) else {
                return false
            }
            held.remove(at: at)
            return true
        }
        guard addresses[address.link] != nil else { return false }
        let isRemoved = remove(from: &addresses[address.link, default: []])
        if addresses[address.link]?.isEmpty ?? false { addresses[address.link] = nil }
        return isRemoved
    }
}

/// What an event changed, and which remembered answers it outdates.
package struct NetworkChange: Equatable, Sendable {
    /// Whether the path has to be evaluated anew.
    package var isSomething = false
    /// The link whose ``DeviceHints`` no longer hold.
    package var outdatedDevice: LinkIndex?
    /// The family whose rules no longer hold.
    package var outdatedRules: AddressFamily?
}
