internal import CellgateCore
internal import Systemd

/// What NetworkManager says of the costs of links, and which are modems', where it is on the system's
/// bus.
///
/// Source: the D-Bus interfaces org.freedesktop.NetworkManager and
/// org.freedesktop.NetworkManager.Device.
enum NetworkManagerSource {
    private static let service = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"

    private static let interest = ServiceObjects.Interest(
        name: service, objectManager: "/org/freedesktop",
        interface: "org.freedesktop.NetworkManager.Device",
        properties: ["Metered", "Interface", "IpInterface", "DeviceType"],
        objects: path + "/Devices",
        // Those of its object manager come with each access point that is seen or lost.
        comings: ["DeviceAdded", "DeviceRemoved"].map {
            BusMatchRule(sender: service, path: path, interface: service, member: $0)
        })

    /// - Parameter handler: Called with what is known, whenever that was read or is lost: nothing
    ///   while NetworkManager is not there. First what links cost, then those of modems.
    static func listen(
        on services: SystemServices,
        handler: @escaping ([InterfaceName: Metered], Set<InterfaceName>) -> Void
    ) {
        services.add(ServiceObjects(interest) { handler(metered($0), modemLinks($0)) })
    }

    /// Only NetworkManager knows which link PPP over a modem's serial port has made.
    private static func modemLinks(_ reading: ServiceObjects.Reading) -> Set<InterfaceName> {
        guard case .objects(let devices, named: _) = reading else { return [] }
        let modems = devices.filter { $0["DeviceType"] == .uint32(deviceTypeModem) }
        return Set(modems.compactMap(interfaceName))
    }

    /// `NM_DEVICE_TYPE_MODEM` of NetworkManager's D-Bus reference.
    private static let deviceTypeModem: UInt32 = 8

    private static func metered(
        _ reading: ServiceObjects.Reading
    ) -> [InterfaceName: Metered] {
        guard case .objects(let devices, named: _) = reading else { return [:] }
        var metered: [InterfaceName: Metered] = [:]
        for device in devices {
            guard let name = interfaceName(device),
                let value = device["Metered"]?.uint32.flatMap(Metered.init)
            else { continue }
            metered[name] = metered[name].map { $0.joined(with: value) } ?? value
        }
        return metered
    }

    /// The link that a device's traffic uses, which is another than the device where that is a
    /// modem's control port or carries PPP; nil where it names none.
    private static func interfaceName(_ device: BusValue) -> InterfaceName? {
        for property in ["IpInterface", "Interface"] {
            if let text = device[property]?.string, !text.isEmpty {
                return InterfaceName(bytes: unescaped(text))
            }
        }
        return nil
    }

    /// The bytes of a name of which NetworkManager shows those that are not UTF-8, and `\`, as `\`
    /// and three octal digits, or `\\`. What is no such escape stands for itself.
    static func unescaped(_ text: String) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        let octal = UInt8(ascii: "0")...UInt8(ascii: "7")
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte != backslash {
                bytes.append(byte)
            } else if rest.first == backslash {
                bytes.append(backslash)
                rest.removeFirst()
            } else if digits.count == 3, digits.allSatisfy(octal.contains),
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest.removeFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
