internal import CSystemd
internal import Glibc

/// What sysfs tells of a link and rtnetlink does not.
package struct DeviceProperties: Hashable, Sendable {
    /// The `DEVTYPE` of its uevent, such as `wlan` or `wwan`; nil where it has none.
    package let deviceType: String?
    /// Whether it has a folder `wireless`: a Wi-Fi driver from before nl80211.
    package let hasWirelessFolder: Bool

    /// What is known where sysfs is silent.
    package static let none = DeviceProperties(deviceType: nil, hasWirelessFolder: false)

    package init(deviceType: String?, hasWirelessFolder: Bool) {
        self.deviceType = deviceType
        self.hasWirelessFolder = hasWirelessFolder
    }

    /// The properties of the link with this index.
    ///
    /// `none` where sysfs does not show the link: it is gone, there is no sysfs, or sysfs belongs
    /// to another network namespace (the one it was mounted in). Source: sd-device.h.
    package static func read(linkIndex: UInt32) -> DeviceProperties {
        guard let index = Int32(exactly: linkIndex), index > 0 else { return none }
        var device: OpaquePointer?
        guard unsafe sd_device_new_from_ifindex(&device, index) >= 0 else { return none }
        defer { unsafe sd_device_unref(device) }
        return DeviceProperties(
            deviceType: unsafe text(of: device, sd_device_get_devtype),
            hasWirelessFolder: unsafe text(of: device, sd_device_get_syspath).map {
                isFolder("\($0)/wireless")
            } ?? false)
    }

    /// What a getter of sd-device gives, copied; nil where the device has no such thing.
    private static func text(
        of device: OpaquePointer?,
        _ getter: (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32
    ) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe getter(device, &text) >= 0, let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
