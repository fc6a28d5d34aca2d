/// A JSON document as a value. Source: RFC 8259.
package indirect enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent.
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    /// No name stands twice; a document in which one does is refused.
    case object([String: JSONValue])

    /// The member of an object; nil where it has none of that name, or is no object.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The kind of value, as messages name it.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .real: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Text that is no JSON document, and where that shows.
package struct JSONError: Error, Equatable, Sendable {
    /// From 1.
    package let line: Int
    /// In the words of jansson.
    package let message: String
}
