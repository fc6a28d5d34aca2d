/// What nl80211 and the device's uevent say of a link, which rtnetlink does not.
package struct DeviceHints: Codable, Hashable, Sendable {
    /// The mode of a wireless interface by `NL80211_CMD_GET_INTERFACE`; nil where nl80211 does not
    /// know the link.
    package var wirelessMode: WirelessMode?
    /// The `DEVTYPE` of the device's uevent, such as `wlan` or `wwan`; nil where it has none or
    /// sysfs shows another network namespace.
    package var deviceType: String?
    /// Whether the device has a `wireless` folder in sysfs (an old driver without nl80211).
    package var hasWirelessFolder: Bool
    /// Whether its USB device has a port by which a modem is controlled, too.
    package var hasModemPort: Bool

    package init(
        wirelessMode: WirelessMode? = nil, deviceType: String? = nil,
        hasWirelessFolder: Bool = false, hasModemPort: Bool = false
    ) {
        self.wirelessMode = wirelessMode
        self.deviceType = deviceType
        self.hasWirelessFolder = hasWirelessFolder
        self.hasModemPort = hasModemPort
    }
}

/// What a wireless interface does. Source: `linux/nl80211.h`, `NL80211_IFTYPE_*`.
package enum WirelessMode: String, Codable, Hashable, Sendable {
    /// `NL80211_IFTYPE_AP`: our own hotspot.
    case accessPoint
    /// `NL80211_IFTYPE_MONITOR`.
    case monitor
    /// Station and every other mode.
    case station
}
