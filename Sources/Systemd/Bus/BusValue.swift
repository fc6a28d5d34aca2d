/// A value of D-Bus's type system, without Unix file descriptors.
///
/// Not each one that can be spelled is valid; what is not is refused when it is to be sent. Texts
/// compare as Swift's strings do: canonically equivalent ones are equal.
/// Source: D-Bus specification, "Type System".
package enum BusValue: Equatable, Sendable {
    /// `y`.
    case byte(UInt8)
    /// `b`.
    case boolean(Bool)
    /// `n`.
    case int16(Int16)
    /// `q`.
    case uint16(UInt16)
    /// `i`.
    case int32(Int32)
    /// `u`.
    case uint32(UInt32)
    /// `x`.
    case int64(Int64)
    /// `t`.
    case uint64(UInt64)
    /// `d`.
    case double(Double)
    /// `s`: any text without a NUL and without what Unicode calls noncharacters, such as U+FFFF,
    /// which libsystemd neither sends nor takes.
    case string(String)
    /// `o`: such as `/org/cellgate/Cellgate1`.
    case objectPath(String)
    /// `g`: any number of complete types, at most 255 bytes.
    case signature(String)
    /// `a`: values of one type. The signature is that of an element, so that an empty array has a
    /// type too; a dictionary is an array of `entry`.
    case array(of: String, [BusValue])
    /// `(…)`: at least one field.
    case structure([BusValue])
    /// `{kv}`: a key of a basic type and its value, only as an element of an array.
    indirect case entry(BusValue, BusValue)
    /// `v`: a value that carries its type along.
    indirect case variant(BusValue)

    /// The signature of its type. Source: D-Bus specification, "Summary of types".
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .array(let element, _): "a\(element)"
        case .structure(let fields): "(\(fields.signature))"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .variant: "v"
        }
    }
}

extension [BusValue] {
    /// The signatures of all, one behind the other: that of a message with this body.
    package var signature: String { map(\.signature).joined() }
}

extension BusValue {
    /// A dictionary `a{sv}`, in the order given.
    package static func dictionary(_ entries: [(String, BusValue)]) -> BusValue {
        .array(of: "{sv}", entries.map { .entry(.string($0.0), .variant($0.1)) })
    }

    /// An array of strings, `as`.
    package static func strings(_ strings: [String]) -> BusValue {
        .array(of: "s", strings.map(BusValue.string))
    }

    /// What a dictionary `a{sv}` (or `a{s…}`) has under a key, taken out of its variant: the first
    /// one; nil where there is none, or where this is no such dictionary.
    package subscript(key: String) -> BusValue? {
        guard case .array(_, let elements) = self else { return nil }
        for case .entry(.string(key), let value) in elements { return value.unwrapped }
        return nil
    }

    /// What a variant carries, and itself where it is none.
    package var unwrapped: BusValue {
        if case .variant(let value) = self { value } else { self }
    }

    /// The text of a `string`; nil for anything else.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The path of an `objectPath`; nil for anything else.
    package var objectPath: String? {
        if case .objectPath(let path) = self { path } else { nil }
    }

    /// The value of a `boolean`; nil for anything else.
    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The value of any of the integer types where `Int64` holds it; nil for anything else.
    package var integer: Int64? {
        switch self {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The value of a `uint32`; nil for anything else.
    package var uint32: UInt32? {
        if case .uint32(let value) = self { value } else { nil }
    }

    /// The value of a `uint64`; nil for anything else.
    package var uint64: UInt64? {
        if case .uint64(let value) = self { value } else { nil }
    }

    /// The elements of an `array`; nil for anything else.
    package var elements: [BusValue]? {
        if case .array(_, let elements) = self { elements } else { nil }
    }

    /// The fields of a `structure`; nil for anything else.
    package var fields: [BusValue]? {
        if case .structure(let fields) = self { fields } else { nil }
    }

    /// The texts of an array of strings; nil for anything else.
    package var strings: [String]? {
        guard case .array("s", let elements) = self else { return nil }
        return elements.compactMap(\.string)
    }
}
