import Glibc
import Posix
import Systemd
import Testing

@Suite struct DevicePropertiesTests {
    @Test(
        "a link that sysfs does not show has no properties",
        arguments: [0, UInt32(Int32.max), .max])
    func missing(index: UInt32) {
        #expect(DeviceProperties.read(linkIndex: index) == .none)
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
