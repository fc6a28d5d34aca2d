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
    case object([JSONName: JSONValue])

    /// The member of an object; nil where it has none of that name, or is no object.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[JSONName(name)] } else { nil }
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

/// The name of a member of an object.
///
/// Two names are equal where their bytes are: `String` would take `é` and `e` with an accent for
/// one, and the later of two members would silently replace the other.
package struct JSONName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    package static func == (left: JSONName, right: JSONName) -> Bool {
        // What differs canonically differs in its bytes, and Swift tells that fast.
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// In the order of the bytes.
    package static func < (left: JSONName, right: JSONName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
        hasher.combine(0xFF as UInt8)
    }
}

/// Text that is no JSON document, and where that shows.
package struct JSONError: Error, Equatable, Sendable {
    /// From 1.
    package let line: Int
    /// In the words of jansson.
    package let message: String
}
