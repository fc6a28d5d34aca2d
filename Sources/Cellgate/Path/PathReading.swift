internal import CellgateBusInterface

/// What is read of the path.
extension Reading {
    /// The app's path, or the device's for a process that belongs to no app.
    var path: Path {
        switch self {
        case .app(let app): Path(app)
        case .device(let device): Path(device)
        }
    }
}

/// What both objects tell of a path.
private protocol PathProperties {
    var pathStatus: String { get }
    var pathReason: String { get }
    var interfaces: [InterfaceProperties] { get }
    var interfaceType: String { get }
    var isExpensive: Bool { get }
    var isConstrained: Bool { get }
    var supportsIPv4: Bool { get }
    var supportsIPv6: Bool { get }
    var supportsDNS: Bool { get }
    var gateways: [String] { get }
}

extension AppProperties: PathProperties {}
extension ManagerProperties: PathProperties {}

extension Path {
    /// A word of a later daemon that is not known here reads as the least that may be meant.
    fileprivate init(_ properties: some PathProperties) {
        status = Status(rawValue: properties.pathStatus) ?? .unsatisfied
        unsatisfiedReason = UnsatisfiedReason(rawValue: properties.pathReason) ?? .notAvailable
        availableInterfaces = properties.interfaces.map {
            Interface(
                name: $0.name, index: Int($0.index),
                type: Interface.InterfaceType(rawValue: $0.type) ?? .other)
        }
        isExpensive = properties.isExpensive
        isConstrained = properties.isConstrained
        supportsIPv4 = properties.supportsIPv4
        supportsIPv6 = properties.supportsIPv6
        supportsDNS = properties.supportsDNS
        gateways = properties.gateways
        if status == .satisfied {
            interfaceType =
                Interface.InterfaceType(rawValue: properties.interfaceType) ?? .other
        }
    }
}
