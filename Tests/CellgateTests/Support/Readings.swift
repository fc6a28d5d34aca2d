import CellgateBusInterface
import CellgateCore
import Systemd

@testable import Cellgate

/// An app's properties, with what a test says of them.
func app(
    _ id: String = "org.example.Maps", generation: UInt64 = 1,
    _ change: (inout AppProperties) -> Void = { _ in }
) -> AppProperties {
    var app = AppProperties()
    app.id = id
    app.generation = generation
    change(&app)
    return app
}

/// The device's properties, with what a test says of them.
func device(
    generation: UInt64 = 1, _ change: (inout ManagerProperties) -> Void = { _ in }
) -> ManagerProperties {
    var device = ManagerProperties()
    device.generation = generation
    change(&device)
    return device
}

/// An app whose traffic uses the first of these interfaces, each a name and a type.
func app(on interfaces: [(String, String)]) -> AppProperties {
    app {
        $0.reason = "available"
        $0.isAvailable = true
        $0.pathStatus = "satisfied"
        $0.interfaces = interfaces.enumerated().map { position, interface in
            InterfaceProperties(
                CellgateCore.Interface(
                    index: LinkIndex(UInt32(position + 1)), name: InterfaceName(interface.0),
                    type: InterfaceType(rawValue: interface.1) ?? .other,
                    typeSource: .name))
        }
        $0.interfaceType = interfaces.first?.1 ?? ""
    }
}

/// What a signal tells of an app that has become another one.
func changes(from old: AppProperties, to new: AppProperties) -> BusValue {
    .dictionary(
        new.changes(from: old, following: AppProperties.following).map { ($0.name, $0.value) })
}

/// What a signal tells of a device that has become another one.
func changes(from old: ManagerProperties, to new: ManagerProperties) -> BusValue {
    .dictionary(
        new.changes(from: old, following: ManagerProperties.following).map { ($0.name, $0.value) })
}
