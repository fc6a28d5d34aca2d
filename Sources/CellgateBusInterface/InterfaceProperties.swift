package import CellgateCore
internal import Systemd

/// An interface of a path, as it is on the bus: name, index and type.
package struct InterfaceProperties: Equatable, Sendable {
    /// Bytes that are not printable, and space, `:` and `\`, are `\xNN`.
    package let name: String
    package let index: UInt32
    /// One of ``CellgateCore/InterfaceType``.
    package let type: String

    static let signature = "(sus)"

    package init(_ interface: Interface) {
        name = interface.name.description
        index = UInt32(clamping: interface.index.rawValue)
        type = interface.type.rawValue
    }

    /// Nil where the value is none.
    init?(_ value: BusValue) {
        guard let fields = value.fields, fields.count == 3, let name = fields[0].string,
            let index = fields[1].uint32, let type = fields[2].string
        else { return nil }
        self.name = name
        self.index = index
        self.type = type
    }

    var value: BusValue { .structure([.string(name), .uint32(index), .string(type)]) }
}
