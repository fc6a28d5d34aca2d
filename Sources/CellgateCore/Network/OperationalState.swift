/// RFC 2863's operational state of a link.
///
/// Source: rtnetlink(7), `IFLA_OPERSTATE`; `Documentation/networking/operstates.rst` of the kernel.
package enum OperationalState: String, Codable, Hashable, Sendable {
    /// `IF_OPER_UNKNOWN`: the driver sets none; such links (tun, ppp, modems) work and count as up.
    case unknown
    /// `IF_OPER_NOTPRESENT`.
    case notPresent
    /// `IF_OPER_DOWN`.
    case down
    /// `IF_OPER_LOWERLAYERDOWN`.
    case lowerLayerDown
    /// `IF_OPER_TESTING`.
    case testing
    /// `IF_OPER_DORMANT`: carrier, but not yet authenticated (Wi-Fi before its handshake).
    case dormant
    /// `IF_OPER_UP`.
    case up
}
