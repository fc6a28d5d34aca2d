/// A network path as the fields and the sentence of an entry.
extension NetworkPath {
    /// The path's fields, in the order of the documentation.
    package var fields: [Entry.Field] {
        var fields = [Entry.Field(.pathStatus, status.rawValue)]
        if let unsatisfiedReason {
            fields.append(Entry.Field(.pathReason, unsatisfiedReason.rawValue))
        }
        fields += [
            Entry.Field(.interface, availableInterfaces.first?.name.description ?? ""),
            Entry.Field(.interfaceType, preferred?.type.rawValue ?? ""),
            Entry.Field(.typeSource, preferred?.typeSource.rawValue ?? ""),
            Entry.Field(.interfaces, availableInterfaces.map(\.text).joined(separator: " ")),
            Entry.Field(.expensive, isExpensive.yesOrNo),
            Entry.Field(.expensiveSource, preferred?.expensiveSource.rawValue ?? ""),
            Entry.Field(.constrained, isConstrained.yesOrNo),
            Entry.Field(.ipv4, supportsIPv4.yesOrNo),
            Entry.Field(.ipv6, supportsIPv6.yesOrNo),
            Entry.Field(.dns, supportsDNS.yesOrNo),
        ]
        return fields
    }

    /// `wifi via wlan0`, or that there is none.
    package var summary: String {
        guard let preferred, let first = availableInterfaces.first else { return "no network" }
        return "\(preferred.type.rawValue) via \(first.name)"
    }

    /// The path in a sentence, with what the fields leave out: the gateways.
    package var sentence: String {
        guard let preferred else { return "path: unsatisfied, there is no usable route" }
        var parts = ["path: \(summary)"]
        let others = availableInterfaces.dropFirst().map { "\($0.name) (\($0.type.rawValue))" }
        if !others.isEmpty { parts.append("then " + others.joined(separator: ", ")) }
        if preferred.isExpensive { parts.append("expensive") }
        if preferred.isConstrained { parts.append("constrained") }
        let families = [supportsIPv4 ? "IPv4" : nil, supportsIPv6 ? "IPv6" : nil]
        parts.append(families.compactMap(\.self).joined(separator: " and "))
        if !gateways.isEmpty {
            parts.append("gateway " + gateways.map(\.description).joined(separator: " and "))
        }
        if !supportsDNS { parts.append("no name server") }
        return parts.joined(separator: ", ")
    }
}

extension Interface {
    /// `wlan0:wifi`, with the name escaped.
    package var text: String { "\(name):\(type.rawValue)" }
}

extension Bool {
    /// As the journal spells it.
    var yesOrNo: String { self ? "yes" : "no" }
}
