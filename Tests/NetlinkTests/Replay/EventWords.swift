import CellgateCore

extension NetworkEvent {
    /// All that it says on one line, as listings have it.
    var words: String {
        switch self {
        case .link(let update): "link " + update.words
        case .linkRemoved(let index): "link \(index.rawValue) removed"
        case .address(let address): "address " + address.words
        case .addressRemoved(let address): "address " + address.words + " removed"
        case .routesChanged: "routes changed"
        case .rulesChanged(let family): "\(family) rules changed"
        }
    }
}

extension LinkUpdate {
    fileprivate var words: String {
        let named: [(LinkFlags, String)] = [
            (.up, "up"), (.running, "running"), (.lowerUp, "lowerUp"), (.dormant, "dormant"),
        ]
        let flags = named.filter { self.flags.contains($0.0) }.map(\.1).joined(separator: ",")
        let relations: [(String, String?)] = [
            ("kind", kind?.rawValue), ("tap", isTap.map { "\($0)" }),
            ("lower", lower.map { "\($0.rawValue)" }), ("master", master.map { "\($0.rawValue)" }),
            ("port", portKind?.rawValue), ("active", activePort.map { "\($0.rawValue)" }),
            ("remote", tunnel.map { "\($0.remote) mark \($0.mark)" }),
            ("names", alternativeNames.map { "\($0)" }),
        ]
        return
            ([
                "\(index.rawValue)", name?.description ?? "-", "\(hardware)",
                "[\(flags)]", operationalState.map { "\($0)" } ?? "-",
            ] + relations.compactMap { name, value in value.map { "\(name)=\($0)" } }
            + (isComplete ? [] : ["fragment"])).joined(separator: " ")
    }
}

extension Address {
    fileprivate var words: String {
        let named: [(AddressFlags, String)] = [
            (.tentative, "tentative"), (.optimistic, "optimistic"), (.dadFailed, "failed"),
        ]
        let peer = peer.map { ["peer \($0)"] } ?? []
        return
            (["\(link.rawValue) \(local)/\(prefixLength)"] + peer
            + (scope == .universe ? [] : ["\(scope)"])
            + named.filter { flags.contains($0.0) }.map(\.1)).joined(separator: " ")
    }
}
