internal import CSystemd

/// A switch that turns a radio off. Source: the kernel's `Documentation/ABI/stable/sysfs-class-rfkill`.
package struct RadioSwitch: Hashable, Sendable {
    /// What it switches, such as `wlan`, `bluetooth` or `wwan`.
    package let type: String
    /// Whether a program or a button of the machine keeps the radio off.
    package let isBlocked: Bool

    package init(type: String, isBlocked: Bool) {
        self.type = type
        self.isBlocked = isBlocked
    }

    /// All switches of the machine, read now; none where the kernel knows none, or sysfs does not
    /// show them.
    package static func all() -> [RadioSwitch] {
        var enumerator: OpaquePointer?
        guard unsafe sd_device_enumerator_new(&enumerator) >= 0 else { return [] }
        defer { unsafe sd_device_enumerator_unref(enumerator) }
        // Those that udev has not seen yet count, too: without udev it sees none.
        guard unsafe sd_device_enumerator_add_match_subsystem(enumerator, "rfkill", 1) >= 0,
            unsafe sd_device_enumerator_allow_uninitialized(enumerator) >= 0
        else { return [] }
        var switches: [RadioSwitch] = []
        var device = unsafe sd_device_enumerator_get_device_first(enumerator)
        while unsafe device != nil {
            if let type = unsafe attribute("type", of: device) {
                let isBlocked =
                    unsafe attribute("soft", of: device) == "1"
                    || attribute("hard", of: device) == "1"
                switches.append(RadioSwitch(type: type, isBlocked: isBlocked))
            }
            unsafe device = sd_device_enumerator_get_device_next(enumerator)
        }
        return switches
    }

    private static func attribute(_ name: String, of device: OpaquePointer?) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe sd_device_get_sysattr_value(device, name, &text) >= 0,
            let text = unsafe text
        else { return nil }
        return unsafe String(cString: text)
    }
}
