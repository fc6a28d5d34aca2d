/// What a link's frames are, as far as the type of an interface depends on it.
///
/// Source: rtnetlink(7), `ifi_type`; the `ARPHRD_*` constants of `linux/if_arp.h`.
package enum LinkHardware: Codable, Hashable, Sendable {
    /// `ARPHRD_ETHER`: Ethernet frames, Wi-Fi stations and most USB modems included.
    case ethernet
    /// `ARPHRD_LOOPBACK`.
    case loopback
    /// `ARPHRD_NONE`: no link-layer header (tun, WireGuard, many modems).
    case none
    /// `ARPHRD_RAWIP`, `ARPHRD_RAWIP_LEGACY` (530) or a cellular stack's own number (820 to 822).
    case cellular
    /// `ARPHRD_PPP`.
    case ppp
    /// Any other number.
    case other(UInt16)
}
