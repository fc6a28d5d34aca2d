internal import CSystemd
internal import Glibc
internal import Posix

/// What sysfs tells of a link and rtnetlink does not.
package struct DeviceProperties: Hashable, Sendable {
    /// The `DEVTYPE` of its uevent, such as `wlan` or `wwan`; nil where it has none.
    package let deviceType: String?
    /// Whether it has a folder `wireless`: a Wi-Fi driver from before nl80211.
    package let hasWirelessFolder: Bool
    /// Whether it is a link of a USB device that has a modem's port, too.
    package let hasModemPort: Bool

    /// What is known where sysfs is silent.
    package static let none = DeviceProperties(deviceType: nil, hasWirelessFolder: false)

    package init(deviceType: String?, hasWirelessFolder: Bool, hasModemPort: Bool = false) {
        self.deviceType = deviceType
        self.hasWirelessFolder = hasWirelessFolder
        self.hasModemPort = hasModemPort
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
            } ?? false,
            hasModemPort: unsafe usbDevice(of: device).map(hasModemPort) ?? false)
    }

    /// Whether one of a USB device's interfaces has a port by which modems are controlled: a serial
    /// one, one of the driver cdc-wdm, or one of the kernel's WWAN subsystem.
    ///
    /// - Parameter path: The device's folder in sysfs. False where it cannot be read.
    package static func hasModemPort(usbDevice path: String) -> Bool {
        let interfaces = names(in: path).filter { $0.contains(":") }
        return interfaces.contains { interface in
            let folder = "\(path)/\(interface)"
            return names(in: folder).contains { name in
                switch name {
                // Of usbmisc are other devices, too.
                case "usbmisc": names(in: "\(folder)/usbmisc").contains { $0.hasPrefix("cdc-wdm") }
                case "tty", "wwan": true
                // Drivers of usb-serial have the port between.
                default: name.hasPrefix("ttyUSB")
                }
            }
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? Directory.names(path: folder)) ?? []
    }

    /// The folder in sysfs of the USB device that a device belongs to; nil where it is none's.
    private static func usbDevice(of device: OpaquePointer?) -> String? {
        var parent: OpaquePointer?
        // The parent is the child's, and lives as long.
        guard
            unsafe sd_device_get_parent_with_subsystem_devtype(
                device, "usb", "usb_device", &parent) >= 0
        else { return nil }
        return unsafe text(of: parent, sd_device_get_syspath)
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
