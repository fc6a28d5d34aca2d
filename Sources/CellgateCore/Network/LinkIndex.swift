/// A link's interface index, which identifies it within one network namespace.
///
/// Names may change and be reused; the index of a link stays for as long as the link lives.
/// Source: rtnetlink(7), `ifi_index`; netdevice(7).
package struct LinkIndex: CodedByRawValue, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The kernel's number, from 1; 0 never names a link.
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static func < (left: LinkIndex, right: LinkIndex) -> Bool {
        left.rawValue < right.rawValue
    }

    package var description: String { String(rawValue) }
}
