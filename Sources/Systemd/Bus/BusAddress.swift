internal import Glibc
package import Posix

/// Where a bus is.
package enum BusAddress: Hashable, Sendable {
    /// The system's bus: `$DBUS_SYSTEM_BUS_ADDRESS`, else the usual socket.
    case system
    /// The bus of the user: `$DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
    case user
    /// An address such as `unix:path=/run/dbus/system_bus_socket`. Source: D-Bus specification,
    /// "Server Addresses".
    case address(String)

    /// The address in the notation of D-Bus.
    ///
    /// - Throws: `ENOENT` for the user's bus where neither variable is set.
    package func resolved() throws(SystemError) -> String {
        switch self {
        case .system:
            return Environment.value("DBUS_SYSTEM_BUS_ADDRESS")
                ?? "unix:path=/run/dbus/system_bus_socket"
        case .user:
            if let address = Environment.value("DBUS_SESSION_BUS_ADDRESS") { return address }
            guard let folder = Environment.value("XDG_RUNTIME_DIR") else {
                throw SystemError(operation: "find the user's bus", code: ENOENT)
            }
            return "unix:path=\(Self.escaped("\(folder)/bus"))"
        case .address(let address):
            return address
        }
    }

    /// The path of the socket, where the address is that of one socket in the file system; nil
    /// otherwise.
    static func socketPath(of address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix), !address.contains(";") else { return nil }
        return unescaped(address.dropFirst(prefix.count).prefix { $0 != "," })
    }

    private static func escaped(_ path: String) -> String {
        var escaped = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."):
                escaped.append(Character(Unicode.Scalar(byte)))
            default:
                let digits = String(byte, radix: 16)
                escaped += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return escaped
    }

    /// The text without `%XX`; nil where a `%` stands for nothing.
    private static func unescaped(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
