/// What the operator should be told of interfaces.
extension Engine {
    /// Tells, once of each link, that what looks like Ethernet may be a modem.
    ///
    /// A modem in Ethernet mode has a serial or control port beside its link; so have some things
    /// that are none, so that this decides nothing. Nothing is told where somebody names the link.
    mutating func hintAtModems(on path: NetworkPath, cause: Cause) -> [Directive] {
        publication.hinted = publication.hinted.filter { network.links[$0] != nil }
        var directives: [Directive] = []
        for interface in path.availableInterfaces
        where interface.type == .wiredEthernet && interface.typeSource == .linkType {
            // A link that was not asked for is no hardware.
            guard let hints = try? answers.device(interface.index), hints.hasModemPort,
                publication.hinted.insert(interface.index).inserted
            else { continue }
            let name = interface.name.description
            let message =
                "\(name) looks like Ethernet, but its USB device has a modem's port: if it is a "
                + "mobile network, say Cellular=\(name) in [Interfaces] of cellgated.conf"
            let details = [
                Entry.Field(.interface, name),
                Entry.Field(.interfaceType, interface.type.rawValue),
                Entry.Field(.typeSource, interface.typeSource.rawValue),
            ]
            directives.append(
                .publish(entry(.interfaceHint, cause: cause, message: message, details: details)))
        }
        return directives
    }
}
