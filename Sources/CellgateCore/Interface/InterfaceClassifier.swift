/// Tells what an interface is made of and how that is known.
///
/// The rules are tried in this order; the first that holds decides:
/// 1. the loopback link;
/// 2. the operator's names;
/// 3. nl80211, else `DEVTYPE=wlan` or the `wireless` folder: wifi;
/// 4. the kinds `wwan` and `rmnet`, `DEVTYPE=wwan`, a cellular hardware type: cellular;
/// 5. what ModemManager or NetworkManager names as a modem's: cellular;
/// 6. a link on top of others: what the link below or the ports are;
/// 7. the names that drivers and udev give to modems and Wi-Fi, but not for bridges and the like;
/// 8. a tunnel: other, since what carries it depends on routing (see ``TunnelCarriers``);
/// 9. Ethernet frames without a kind, and veth: wiredEthernet; all else: other.
package struct InterfaceClassifier {
    private let network: NetworkState
    private let configuration: InterfaceConfiguration
    private let answers: KernelAnswers
    private let metered: [InterfaceName: Metered]
    private let modemLinks: Set<InterfaceName>
    private let isRoaming: Bool

    /// - Parameters:
    ///   - metered: What NetworkManager says of links; empty where it is not there.
    ///   - modemLinks: The links that are said to be modems'; empty where nobody tells.
    ///   - isRoaming: Whether the modem is registered with another network than its own.
    package init(
        network: NetworkState, configuration: InterfaceConfiguration, answers: KernelAnswers,
        metered: [InterfaceName: Metered] = [:], modemLinks: Set<InterfaceName> = [],
        isRoaming: Bool = false
    ) {
        self.network = network
        self.configuration = configuration
        self.answers = answers
        self.metered = metered
        self.modemLinks = modemLinks
        self.isRoaming = isRoaming
    }

    /// A type and how it is known.
    package struct Classification: Hashable, Sendable {
        package let type: InterfaceType
        package let source: TypeSource

        package init(_ type: InterfaceType, _ source: TypeSource) {
            self.type = type
            self.source = source
        }
    }

    /// The classification of a link; other where the link is unknown.
    ///
    /// - Throws: ``Unanswered`` with the devices that it has to know of.
    package func classify(_ index: LinkIndex) throws(Unanswered) -> Classification {
        try classify(index, above: [])
    }

    /// Whether the link is expensive: by the operator's word for it or for what carries it, else
    /// where it is cellular and roams, else by NetworkManager's word, else where it is cellular.
    ///
    /// - Throws: ``Unanswered`` with the devices that it has to know of.
    package func expense(_ index: LinkIndex) throws(Unanswered) -> Expense {
        if isListed(index, in: configuration.expensive, above: []) {
            return Expense(true, .configured)
        }
        if isRoaming, try classify(index).type == .cellular { return Expense(true, .roaming) }
        if let told = toldExpense(index, above: []) { return told }
        return Expense(try classify(index).type == .cellular, .type)
    }

    /// Whether the operator calls the interface, or what carries it, constrained.
    package func isConstrained(_ index: LinkIndex) -> Bool {
        isListed(index, in: configuration.constrained, above: [])
    }

    /// Whether the link hides its traffic in packets of another link.
    ///
    /// A tap carries Ethernet frames and is none, nor is a modem's link, nor what a name or the
    /// operator types.
    package func isTunnel(_ link: Link) -> Bool {
        guard let kind = link.kind, Self.tunnelKinds.contains(kind), !link.isTap else {
            return false
        }
        let configured = configuredType(of: link)
        return configured.map { $0 == .other }
            ?? (!modemLinks.contains(link.name) && typeByName(of: link) == nil)
    }

    private func classify(
        _ index: LinkIndex, above: [LinkIndex]
    ) throws(Unanswered) -> Classification {
        // Links can be stacked in a circle across namespaces; the second visit ends it.
        guard let link = network.links[index], !above.contains(index) else {
            return Classification(.other, .linkKind)
        }
        if link.hardware == .loopback { return Classification(.loopback, .linkType) }
        if let type = configuredType(of: link) { return Classification(type, .configured) }
        if let driver = try classifyByDriver(link) { return driver }
        if modemLinks.contains(link.name) { return Classification(.cellular, .modemManager) }
        if let type = try typeOfCarriers(of: link, above: above + [index]) {
            return Classification(type, .carrier)
        }
        if let type = typeByName(of: link) { return Classification(type, .name) }
        if let kind = link.kind, kind != .veth { return Classification(.other, .linkKind) }
        return Classification(link.hardware == .ethernet ? .wiredEthernet : .other, .linkType)
    }

    /// By nl80211, the uevent, the kind and the hardware type; nil where they leave it open.
    private func classifyByDriver(_ link: Link) throws(Unanswered) -> Classification? {
        if link.kind == .wwan || link.kind == .rmnet {
            return Classification(.cellular, .linkKind)
        }
        if link.hardware == .cellular { return Classification(.cellular, .linkType) }
        // A software link is no driver's device, but for one; asking for each would cost a look-up a
        // link.
        guard link.kind == nil || link.kind == .virtWifi else { return nil }
        let hints = try answers.device(link.index)
        switch hints.wirelessMode {
        case .station, .accessPoint: return Classification(.wifi, .nl80211)
        case .monitor: return Classification(.other, .nl80211)
        case nil: break
        }
        if hints.deviceType == "wlan" || hints.hasWirelessFolder {
            return Classification(link.hardware == .ethernet ? .wifi : .other, .deviceType)
        }
        if hints.deviceType == "wwan" { return Classification(.cellular, .deviceType) }
        return nil
    }

    /// The type of the link below or of the ports; nil for a link that is on top of none.
    private func typeOfCarriers(
        of link: Link, above: [LinkIndex]
    ) throws(Unanswered) -> InterfaceType? {
        guard let kind = link.kind else { return nil }
        if Self.stackedKinds.contains(kind) {
            guard let lower = link.lower else { return .other }
            return try classify(lower, above: above).type
        }
        if kind == .bond, let port = link.activePort, network.links[port] != nil {
            return try classify(port, above: above).type
        }
        guard Self.masterKinds.contains(kind) else { return nil }
        var types: Set<InterfaceType> = []
        for port in ports(of: link) {
            types.insert(try classify(port.index, above: above).type)
        }
        // Traffic may leave by any port, so the one that restricts most stands for all.
        return [.cellular, .wifi, .wiredEthernet].first { types.contains($0) } ?? .other
    }

    /// The ports that lead out of the machine; a container's end of a veth pair does not.
    private func ports(of master: Link) -> [Link] {
        network.links.values.filter { port in
            port.master == master.index
                && (port.kind.map { !Self.virtualKinds.contains($0) } ?? true
                    || configuredType(of: port) != nil)
        }
        .sorted { $0.index < $1.index }
    }

    private func configuredType(of link: Link) -> InterfaceType? {
        guard !configuration.types.isEmpty else { return nil }
        return configuration.types.first { matches(link, $0.pattern) }?.type
    }

    private func matches(_ link: Link, _ pattern: NamePattern) -> Bool {
        pattern.matches(link.name) || link.alternativeNames.contains { pattern.matches($0) }
    }

    private func isListed(
        _ index: LinkIndex, in patterns: [NamePattern], above: [LinkIndex]
    ) -> Bool {
        guard !patterns.isEmpty, let link = network.links[index], !above.contains(index) else {
            return false
        }
        return patterns.contains { matches(link, $0) }
            || linksBelow(link).contains { isListed($0, in: patterns, above: above + [index]) }
    }

    /// What NetworkManager says of the link, else of what is below it; nil where it leaves it open.
    private func toldExpense(_ index: LinkIndex, above: [LinkIndex]) -> Expense? {
        guard !metered.isEmpty, let link = network.links[index], !above.contains(index) else {
            return nil
        }
        if let told = metered[link.name]?.expense { return told }
        let below = linksBelow(link).map { toldExpense($0, above: above + [index]) }
        let told = below.compactMap(\.self)
        guard let first = told.first else { return nil }
        let joined = told.dropFirst().reduce(first) { $0.joined(with: $1) }
        // A port of which nothing is said may cost.
        return joined.isExpensive || told.count == below.count ? joined : nil
    }

    /// The link or the ports by which the traffic of a stacked link leaves; none for others.
    private func linksBelow(_ link: Link) -> [LinkIndex] {
        guard let kind = link.kind else { return [] }
        if Self.stackedKinds.contains(kind) { return link.lower.map { [$0] } ?? [] }
        if kind == .bond, let port = link.activePort { return [port] }
        return Self.masterKinds.contains(kind) ? ports(of: link).map(\.index) : []
    }

    /// By the naming schemes of drivers and udev (systemd.net-naming-scheme(7)).
    private func typeByName(of link: Link) -> InterfaceType? {
        guard link.kind.map({ Self.nameableKinds.contains($0) }) ?? true else { return nil }
        return Self.namingSchemes.first { $0.pattern.matches(link.name) }?.type
    }

    private static let tunnelKinds: Set<LinkKind> = [
        .tun, .wireguard, .xfrm, .vti, .vti6, .gre, .ip6gre, .ipip, .ip6tnl, .sit,
    ]
    private static let stackedKinds: Set<LinkKind> = [
        .vlan, .macvlan, .macvtap, .ipvlan, .ipvtap, .macsec,
    ]
    private static let masterKinds: Set<LinkKind> = [.bridge, .bond, .team]
    private static let virtualKinds = tunnelKinds.union([.veth, .dummy, .ifb])
    /// The kinds of link that stand in for hardware often enough for their names to count.
    private static let nameableKinds: Set<LinkKind> = [.veth, .ifb, .tun]
    private static let namingSchemes: [(pattern: NamePattern, type: InterfaceType)] = [
        (NamePattern("wwan[0-9]*"), .cellular),
        (NamePattern("wwp[0-9]*"), .cellular),
        (NamePattern("rmnet*"), .cellular),
        (NamePattern("rev_rmnet*"), .cellular),
        (NamePattern("ccmni*"), .cellular),
        (NamePattern("qmimux*"), .cellular),
        (NamePattern("qmapmux*"), .cellular),
        (NamePattern("mhi_hwip*"), .cellular),
        (NamePattern("wl[pxaos]*"), .wifi),
        (NamePattern("wlan[0-9]*"), .wifi),
    ]
}
