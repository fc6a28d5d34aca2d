/// A rule that leads traffic to a routing table.
///
/// Source: ip-rule(8); `linux/fib_rules.h`, `FRA_*`. Rules come in the order of their priority.
package struct RoutingRule: Codable, Hashable, Sendable {
    /// `FRA_PRIORITY`; lower is asked first.
    package var priority: UInt32
    package var action: RuleAction
    /// `FIB_RULE_INVERT`: it holds for what its selectors do not match (`not`).
    package var isInverted = false
    /// `FRA_FWMARK`, compared under ``markMask``.
    package var mark: UInt32 = 0
    package var markMask: UInt32 = 0
    /// `FRA_OIFNAME`: only for sockets bound to an interface.
    package var hasOutputInterface = false
    /// `FRA_UID_RANGE`; nil for all users.
    package var userIDs: ClosedRange<UInt32>?
    /// `FRA_DST`: only for destinations in this prefix (`to PREFIX`); nil for all.
    package var destination: Prefix?
    /// Whether it selects by input interface, source address, type of service, protocol, ports or
    /// layer 3 master device, none of which traffic of an unbound local socket has.
    package var hasOtherSelector = false
    /// `FRA_SUPPRESS_PREFIXLEN`: routes with a prefix of this length or a shorter one do not
    /// count; nil where all do.
    package var suppressedPrefixLength: UInt8?

    package init(priority: UInt32, action: RuleAction) {
        self.priority = priority
        self.action = action
    }
}

/// What a rule does. Source: `linux/fib_rules.h`, `FR_ACT_*`.
package enum RuleAction: Codable, Hashable, Sendable {
    /// `FR_ACT_TO_TBL`: look in this table.
    case lookup(table: UInt32)
    /// `FR_ACT_BLACKHOLE`, `FR_ACT_UNREACHABLE`, `FR_ACT_PROHIBIT`.
    case reject
    /// `FR_ACT_GOTO`, `FR_ACT_NOP` and what is unknown.
    case other
}
