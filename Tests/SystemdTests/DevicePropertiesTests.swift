import Glibc
import Posix
import Systemd
import TestSupport
import Testing

@Suite struct DevicePropertiesTests {
    @Test(
        "a link that sysfs does not show has no properties",
        arguments: [0, UInt32(Int32.max), .max])
    func missing(index: UInt32) {
        #expect(DeviceProperties.read(linkIndex: index) == .none)
    }

    @Test(
        "a USB device has a modem's port where one of its interfaces has a serial or control port",
        arguments: [
            ("1-1:1.0/tty/ttyACM0/dev", true), ("1-1:1.2/ttyUSB0/tty/ttyUSB0/dev", true),
            ("1-1:1.0/usbmisc/cdc-wdm0/dev", true), ("1-1:1.0/wwan/wwan0/wwan0at0/dev", true),
            ("1-1:1.0/net/usb0/address", false), ("1-1:1.0/usbmisc/hiddev0/dev", false),
            ("1-1.2/1-1.2:1.0/tty/ttyACM0/dev", false), ("power/tty/dev", false),
        ])
    func modemPort(_ file: String, _ expected: Bool) throws {
        let folder = try TemporaryDirectory()
        try folder.write("", to: "1-1:1.1/net/usb1/address")
        try folder.write("", to: file)
        #expect(DeviceProperties.hasModemPort(usbDevice: folder.path) == expected)
        #expect(!DeviceProperties.hasModemPort(usbDevice: folder.path(of: "gone")))
    }

    @Test("the properties of each link in sysfs are those that its files show")
    func all() throws {
        let folder = "/sys/class/net"
        for name in try Directory.names(path: folder) {
            // Not a link, but a file such as bonding_masters.
            let index = unsafe if_nametoindex(name)
            if index == 0 { continue }
            let uevent = try TextFile.read(path: "\(folder)/\(name)/uevent")
            let type = uevent.split(separator: UInt8(ascii: "\n"))
                .map { String(decoding: $0, as: UTF8.self) }
                .first { $0.hasPrefix("DEVTYPE=") }?
                .dropFirst("DEVTYPE=".count)
            let files = try Directory.names(path: "\(folder)/\(name)")
            #expect(
                DeviceProperties.read(linkIndex: index)
                    == DeviceProperties(
                        deviceType: type.map(String.init),
                        hasWirelessFolder: files.contains("wireless")))
        }
    }
}
