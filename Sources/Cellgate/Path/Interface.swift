/// An interface that a path can use. Source: Apple's `NWInterface`.
public struct Interface: Hashable, Sendable, CustomDebugStringConvertible {
    /// The kernel's name of it; bytes that are not printable, and space, `:` and `\`, are `\xNN`.
    public let name: String
    /// The kernel's number of it.
    public let index: Int
    /// What it is made of.
    public let type: InterfaceType

    /// What an interface is made of. Source: Apple's `NWInterface.InterfaceType`.
    public enum InterfaceType: String, Hashable, CaseIterable, Sendable {
        case other
        case wifi
        case cellular
        case wiredEthernet
        case loopback
    }

    /// An interface of a name, a number and a type, for tests of what takes one.
    public init(name: String, index: Int, type: InterfaceType) {
        self.name = name
        self.index = index
        self.type = type
    }

    /// Its name and type, such as `wlan0 (wifi)`.
    public var debugDescription: String { "\(name) (\(type.rawValue))" }
}
