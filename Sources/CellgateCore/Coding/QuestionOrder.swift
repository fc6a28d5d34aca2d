/// An order of questions that depends on nothing but them, so that the same answers are always
/// written in the same order.
extension KernelQuestion: Comparable {
    package static func < (left: KernelQuestion, right: KernelQuestion) -> Bool {
        left.rank.lexicographicallyPrecedes(right.rank)
    }

    /// Numbers that no other question has.
    private var rank: [UInt64] {
        switch self {
        case .rules(let family): [0, family.rank]
        case .device(let link): [1, UInt64(link.rawValue)]
        case .hasGatewayedHostRoute(let family, let link): [2, family.rank, UInt64(link.rawValue)]
        case .defaultRoutes(let family, let table, let link):
            [3, family.rank, UInt64(table)] + rank(link)
        case .nexthop(let id): [4, UInt64(id)]
        case .source(let destination): [5] + rank(destination)
        case .lookup(let lookup):
            [6] + rank(lookup.destination) + rank(lookup.link) + [UInt64(lookup.mark)]
                + (lookup.source.map(rank) ?? [])
        }
    }

    private func rank(_ link: LinkIndex?) -> [UInt64] {
        link.map { [1, UInt64($0.rawValue)] } ?? [0]
    }

    private func rank(_ address: IPAddress) -> [UInt64] {
        switch address {
        case .v4(let number): [0, UInt64(number)]
        case .v6(let high, let low): [1, high, low]
        }
    }
}

extension AddressFamily {
    fileprivate var rank: UInt64 {
        switch self {
        case .ipv4: 0
        case .ipv6: 1
        }
    }
}
