/// What is coded as its raw value alone: an app's id as a string, a link's index as a number.
///
/// Any raw value is accepted, as by the initialiser.
package protocol CodedByRawValue: Codable {
    associatedtype RawValue: Codable

    var rawValue: RawValue { get }

    init(_ rawValue: RawValue)
}

extension CodedByRawValue {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(RawValue.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// Coded as microseconds since 1970.
extension WallTime: CodedByRawValue {
    package var rawValue: Int64 { microseconds }

    package init(_ rawValue: Int64) {
        self.init(microseconds: rawValue)
    }
}

/// The name of a member of an object.
private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

/// A dictionary by apps is coded as an object whose members are named by the ids.
extension AppID: CodingKeyRepresentable {
    package var codingKey: any CodingKey { MemberKey(stringValue: rawValue) }

    package init?(codingKey: some CodingKey) {
        self.init(codingKey.stringValue)
    }
}

/// A dictionary by interfaces is coded as an object whose members are named as the interfaces are.
extension InterfaceName: CodingKeyRepresentable {
    package var codingKey: any CodingKey { MemberKey(stringValue: codedText) }

    package init?(codingKey: some CodingKey) {
        self.init(codedText: codingKey.stringValue)
    }
}
