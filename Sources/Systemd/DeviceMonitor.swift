internal import CSystemd
internal import Glibc
package import Posix

/// Calls a handler when a device of a subsystem comes, goes or changes, as udev tells it.
///
/// Source: sd-device.h; udev(7).
@safe package final class DeviceMonitor {
    private let handler: () -> Void
    private var monitor: OpaquePointer?

    /// - Parameters:
    ///   - subsystem: Such as `rfkill`.
    ///   - handler: Called for each event; what holds then is to be read anew.
    /// - Throws: the error of sd_device_monitor_new(3): `EMFILE`, `EAFNOSUPPORT`.
    package init(
        _ loop: EventLoop, subsystem: String, handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        var monitor: OpaquePointer?
        try check("sd_device_monitor_new", subsystem, unsafe sd_device_monitor_new(&monitor))
        unsafe self.monitor = monitor
        try check(
            "sd_device_monitor_filter_add_match_subsystem_devtype", subsystem,
            unsafe sd_device_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil))
        try check(
            "sd_device_monitor_attach_event", subsystem,
            unsafe sd_device_monitor_attach_event(monitor, loop.event))
        // Without a reference of its own (`passUnretained`): it is used only while the monitor
        // exists, and `deinit` ends that first.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check(
            "sd_device_monitor_start", subsystem,
            unsafe sd_device_monitor_start(monitor, deviceChanged, context))
    }

    deinit {
        unsafe sd_device_monitor_unref(monitor)
    }

    fileprivate func call() { handler() }
}

private func deviceChanged(
    _ monitor: OpaquePointer?, _ device: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context else { return 0 }
    unsafe Unmanaged<DeviceMonitor>.fromOpaque(context).takeUnretainedValue().call()
    return 0
}
