/// What an interface is made of, in the words of `NWInterface.InterfaceType`.
///
/// Source: Apple's Network framework documentation.
package enum InterfaceType: String, Codable, Hashable, CaseIterable, Sendable {
    case other
    case wifi
    case cellular
    case wiredEthernet
    case loopback
}

/// How the type of an interface is known; the earlier a case stands, the stronger it is.
package enum TypeSource: String, Hashable, CaseIterable, Sendable {
    /// A name or pattern in `[Interfaces]` of `cellgated.conf`.
    case configured
    /// The kernel's wireless subsystem lists it.
    case nl80211
    /// The `DEVTYPE` of its uevent (or its `wireless` folder in sysfs).
    case deviceType = "DEVTYPE"
    /// The kind of link that rtnetlink tells.
    case linkKind
    /// The hardware type that rtnetlink tells.
    case linkType
    /// ModemManager names it as a port or a connection of a modem, or NetworkManager as the link of
    /// one.
    case modemManager
    /// The link below, the ports, or the link that carries a tunnel.
    case carrier
    /// Only its name, by the usual naming schemes.
    case name
    /// It is simulated: there is no such link.
    case simulated
}
