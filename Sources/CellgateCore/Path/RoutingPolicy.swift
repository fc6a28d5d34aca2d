/// The rules of a family, seen by unmarked, locally generated traffic with no source bound, of no
/// user in particular.
package struct RoutingPolicy {
    private let rules: [RoutingRule]

    /// - Parameter rules: In order of priority, as the kernel dumps them.
    package init(_ rules: [RoutingRule]) {
        self.rules = rules
    }

    /// The place of the first rule that leads such traffic to the route, from 0; nil where only
    /// rules for other traffic do (for marked packets, bound sockets, one user).
    ///
    /// - Parameter destination: Where the traffic goes.
    package func position(of route: Route, to destination: IPAddress) -> Int? {
        rules.firstIndex { rule in
            guard rule.action == .lookup(table: route.table),
                Self.applies(rule, to: destination)
            else { return false }
            return rule.suppressedPrefixLength.map { $0 < route.destinationLength } ?? true
        }
    }

    /// The tables that such traffic reaches, in order, each once, but for the local table.
    package func tables(to destination: IPAddress) -> [UInt32] {
        var tables: [UInt32] = []
        for rule in rules where Self.applies(rule, to: destination) {
            guard case .lookup(let table) = rule.action, table != Self.localTable,
                !tables.contains(table)
            else { continue }
            tables.append(table)
        }
        return tables
    }

    /// Whether a rule asks for the interface that a socket is bound to, so that a look-up by
    /// interface may miss what unbound traffic finds.
    package var hasOutputInterfaceRule: Bool {
        rules.contains(where: \.hasOutputInterface)
    }

    /// The marks by which programs keep their own packets out of a tunnel (`not fwmark N`), in
    /// order.
    package var avoidedMarks: [UInt32] {
        rules.filter { $0.isInverted && $0.mark != 0 }.map(\.mark)
    }

    private static func applies(_ rule: RoutingRule, to destination: IPAddress) -> Bool {
        let isForAll =
            !rule.hasOutputInterface && !rule.hasOtherSelector
            && (rule.userIDs.map { $0 == 0...UInt32.max } ?? true)
            && rule.mark & rule.markMask == 0
            && (rule.destination?.contains(destination) ?? true)
        return isForAll != rule.isInverted
    }

    /// `RT_TABLE_LOCAL`: the machine's own addresses. Part of the rtnetlink interface.
    private static let localTable: UInt32 = 255
}
