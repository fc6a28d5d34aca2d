internal import CellgateCore

/// `ProbeAddress=`: the addresses that the kernel is asked the way to.
enum ProbeAddress {
    /// The addresses of a value, which must be such that a default route could lead to them.
    ///
    /// - Throws: for what is no address, and for addresses of a kind that no default route serves.
    static func read(_ value: Value) throws(BadValue) -> [IPAddress] {
        let accepted = "IPv4 or IPv6 addresses of other networks, with spaces between"
        var addresses: [IPAddress] = []
        for word in try value.words(accepted: accepted) {
            guard let text = String(validating: word, as: UTF8.self),
                let address = IPAddress(text)
            else { throw BadValue(word, problem: "is no IP address", accepted: accepted) }
            if let kind = unfitKind(address) {
                throw BadValue(word, problem: "is \(kind)", accepted: accepted)
            }
            addresses.append(address)
        }
        return addresses
    }

    /// The standard addresses, but where `addresses` has some of a region, those.
    static func probes(_ addresses: [IPAddress]) -> RouteProbes {
        let standard = RouteProbes.standard
        let ipv6 = addresses.filter { $0.family == .ipv6 }
        return RouteProbes(
            ipv4: standard.ipv4.enumerated().map { region, known in
                let own = addresses.filter { ipv4Region($0) == region }
                return own.isEmpty ? known : own
            },
            ipv6: ipv6.isEmpty ? standard.ipv6 : [ipv6])
    }

    /// 0 for 0.0.0.0/1, 1 for 128.0.0.0/1, as the regions of ``RouteProbes/ipv4`` stand; nil for
    /// IPv6.
    private static func ipv4Region(_ address: IPAddress) -> Int? {
        switch address {
        case .v4(let number): Int(number >> 31)
        case .v6: nil
        }
    }

    /// Why no default route would serve the address; nil where one may.
    ///
    /// Source: the registries of RFC 6890; RFC 4291.
    private static func unfitKind(_ address: IPAddress) -> String? {
        if address.isUnspecified { return "the unspecified address" }
        if address.isLinkLocal { return "a link-local address" }
        switch address {
        case .v4(let number):
            switch number >> 24 {
            case 0: return "an address of this network (0.0.0.0/8)"
            case 127: return "a loopback address"
            case 224...239: return "a multicast address"
            case 240...255: return "a reserved address (240.0.0.0/4)"
            default: return nil
            }
        case .v6(let high, let low):
            if high == 0, low == 1 { return "a loopback address" }
            if high == 0, low >> 32 == 0xFFFF { return "an IPv4-mapped address" }
            return high >> 56 == 0xFF ? "a multicast address" : nil
        }
    }
}
