/// Flags that are coded as an array of their names.
protocol CodedFlags: OptionSet, Codable where Element == Self {
    /// Every flag with its name, in order.
    static var names: [(name: String, flag: Self)] { get }
}

extension CodedFlags {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        var flags = Self()
        for name in try container.decode([String].self) {
            guard let known = Self.names.first(where: { $0.name == name }) else {
                let accepted = Self.names.map(\.name).joined(separator: ", ")
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "\(JSONText.quote(name)) is no flag, but may be: \(accepted)")
            }
            flags.formUnion(known.flag)
        }
        self = flags
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.names.filter { contains($0.flag) }.map(\.name))
    }
}

extension LinkFlags: CodedFlags {
    static var names: [(name: String, flag: LinkFlags)] {
        [("up", .up), ("running", .running), ("lowerUp", .lowerUp), ("dormant", .dormant)]
    }
}

extension AddressFlags: CodedFlags {
    static var names: [(name: String, flag: AddressFlags)] {
        [("tentative", .tentative), ("optimistic", .optimistic), ("dadFailed", .dadFailed)]
    }
}
