/// Finds what carries a tunnel, since that decides what its traffic costs and whether it may pass.
///
/// Tried in this order: the link that it is bound to; the way to its peer; the way of packets with
/// the mark that keeps them out of the tunnel; the other usable links; the other family's; links
/// with a host route by a gateway, as VPN clients set it for their server.
struct TunnelCarriers {
    let network: NetworkState
    let classifier: InterfaceClassifier
    let answers: KernelAnswers
    /// The search of the tunnel's own family.
    let search: RouteSearch

    /// The links that carry `head`, the likeliest first; none where nothing does, and then the
    /// tunnel leads nowhere.
    ///
    /// - Parameters:
    ///   - routes: The usable links of the tunnel's family, in order.
    ///   - others: Those of the other family.
    func carriers(
        of head: Link, among routes: [LinkIndex], others: [LinkIndex]
    ) throws(Unanswered) -> [LinkIndex] {
        let usable = usableLinks
        var own = try named(by: head).filter(usable.contains)
        let rest = routes.filter(isNoTunnel).nonEmpty ?? others.filter(isNoTunnel)
        if own.isEmpty, rest.isEmpty {
            let hasHostRoute = try answers.haveGatewayedHostRoutes(usable)
            own = zip(usable, hasHostRoute).filter(\.1).map(\.0)
        }
        return own + rest.filter { !own.contains($0) }
    }

    /// The links that the tunnel itself, its peer or its mark names.
    private func named(by head: Link) throws(Unanswered) -> [LinkIndex] {
        if let lower = head.lower, head.kind != .tun, network.links[lower] != nil {
            return [lower]
        }
        if let endpoint = head.tunnel, !endpoint.remote.isUnspecified {
            let lookup = RouteLookup(destination: endpoint.remote, mark: endpoint.mark)
            if case .route(let route) = try answers.lookups([lookup])[0] {
                let links = route.hops.map(\.link).filter(isNoTunnel)
                if !links.isEmpty { return links }
            }
        }
        for mark in RoutingPolicy(try answers.rules(search.family)).avoidedMarks {
            var links: [LinkIndex] = []
            for hop in try search.regions(mark: mark).compactMap(\.route).flatMap(\.hops)
            where hop.link != head.index && isNoTunnel(hop.link) && !links.contains(hop.link) {
                links.append(hop.link)
            }
            if !links.isEmpty { return links }
        }
        return []
    }

    /// The operational links with an address, tunnels apart, in the order of their indexes.
    private var usableLinks: [LinkIndex] {
        network.links.values.filter { link in
            link.isOperational && link.hardware != .loopback && link.kind != .vrf
                && link.portKind != .vrf && !classifier.isTunnel(link)
                && AddressFamily.allCases.contains {
                    !network.sources($0, of: link.index).isEmpty
                }
        }
        .map(\.index).sorted()
    }

    private func isNoTunnel(_ index: LinkIndex) -> Bool {
        network.links[index].map { !classifier.isTunnel($0) } ?? false
    }
}

extension Array {
    /// The array itself, nil where it is empty.
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
