internal import CNetlink
package import CellgateCore

/// Reads `RTM_NEWRULE`. Source: ip-rule(8); `linux/fib_rules.h`; `fib_nl_fill_rule` in the kernel.
package enum RuleDecoder {
    /// The family that a message is about; nil where it is neither of IP (multicast routing has
    /// rules, too).
    ///
    /// - Throws: ``Undecodable`` where the bytes end too early.
    package static func family(_ message: Span<UInt8>) throws(Undecodable) -> AddressFamily? {
        AddressDecoder.family(try message.load(fib_rule_hdr.self).family)
    }

    /// The rule that a message describes; nil where it is of neither IP family.
    ///
    /// - Parameter message: The bytes behind the netlink header.
    /// - Throws: ``Undecodable`` where the bytes end too early or contradict themselves.
    package static func rule(_ message: Span<UInt8>) throws(Undecodable) -> RoutingRule? {
        let header = try message.load(fib_rule_hdr.self)
        guard AddressDecoder.family(header.family) != nil else { return nil }
        var table = UInt32(header.table)
        // Without the attribute the rule is the first of all.
        var rule = RoutingRule(priority: 0, action: .other)
        rule.isInverted = header.flags & UInt32(FIB_RULE_INVERT) != 0
        rule.hasOtherSelector = header.src_len != 0 || header.tos != 0
        var mask: UInt32?
        try message.forEachAttribute(from: MemoryLayout<fib_rule_hdr>.size) {
            type, value throws(Undecodable) in
            switch type {
            case FRA_PRIORITY: rule.priority = try value.load(UInt32.self)
            case FRA_TABLE: table = try value.load(UInt32.self)
            case FRA_DST:
                rule.destination = Prefix(
                    try AddressDecoder.address(value), length: header.dst_len)
            case FRA_FWMARK: rule.mark = try value.load(UInt32.self)
            case FRA_FWMASK: mask = try value.load(UInt32.self)
            case FRA_OIFNAME: rule.hasOutputInterface = true
            case FRA_UID_RANGE: rule.userIDs = try userIDs(value)
            case FRA_SUPPRESS_PREFIXLEN: rule.suppressedPrefixLength = try prefixLength(value)
            case FRA_IIFNAME:
                // Traffic of this host counts as coming in by the loopback link.
                if value.text() != "lo" { rule.hasOtherSelector = true }
            case FRA_L3MDEV:
                if try value.load(UInt8.self) != 0 { rule.hasOtherSelector = true }
            case FRA_TUN_ID, FRA_IP_PROTO, FRA_SPORT_RANGE, FRA_DPORT_RANGE:
                rule.hasOtherSelector = true
            default:
                // What came later than these headers are selectors: DSCP, flow label, port masks.
                if type > FRA_DPORT_RANGE { rule.hasOtherSelector = true }
            }
        }
        rule.markMask = mask ?? (rule.mark == 0 ? 0 : .max)
        rule.action = action(header.action, table: table)
        return rule
    }

    private static func action(_ number: UInt8, table: UInt32) -> RuleAction {
        switch Int(number) {
        case FR_ACT_TO_TBL: .lookup(table: table)
        case FR_ACT_BLACKHOLE, FR_ACT_UNREACHABLE, FR_ACT_PROHIBIT: .reject
        default: .other
        }
    }

    private static func userIDs(_ value: Span<UInt8>) throws(Undecodable) -> ClosedRange<UInt32> {
        let first = try value.load(UInt32.self)
        let last = try value.load(UInt32.self, at: 4)
        guard first <= last else { throw Undecodable() }
        return first...last
    }

    /// The length up to which routes do not count; nil for -1, with which all count.
    private static func prefixLength(_ value: Span<UInt8>) throws(Undecodable) -> UInt8? {
        let length = try value.load(Int32.self)
        return length < 0 ? nil : UInt8(clamping: length)
    }
}
