internal import CellgateCore
internal import JSON

/// Makes values of the JSON that ``ValueEncoder`` writes.
struct ValueDecoder: Decoder {
    let value: JSONValue

    /// The value that JSON says.
    ///
    /// - Throws: ``DecodingFault`` where it says none.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from value: JSONValue
    ) throws -> Value {
        if let special = try special(type, value) { return special }
        do {
            return try Value(from: ValueDecoder(value: value))
        } catch {
            throw DecodingFault(error, reading: type)
        }
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch value {
        case .object(let members): KeyedDecodingContainer(KeyedReader(members: members))
        // A case without values.
        case .string(let name):
            KeyedDecodingContainer(KeyedReader(members: [JSONName(name): .object([:])]))
        default: throw DecodingFault(message: "it is \(value.kind), but has to be an object")
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementReader(elements: try value.elements())
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(value: value) }

    private static func special<Value>(_ type: Value.Type, _ value: JSONValue) throws -> Value? {
        if type == Duration.self {
            return Duration.microseconds(try value.read(Int64.self)) as? Value
        }
        if type == Set<AppID>.self {
            return Set(try decode([AppID].self, from: value)) as? Value
        }
        if type == Set<InterfaceName>.self {
            return Set(try decode([InterfaceName].self, from: value)) as? Value
        }
        if type == [KernelQuestion: KernelAnswer].self {
            var answers: [KernelQuestion: KernelAnswer] = [:]
            for pair in try decode([AnsweredQuestion].self, from: value) {
                guard answers.updateValue(pair.answer, forKey: pair.question) == nil else {
                    throw DecodingFault(message: "a question is answered twice")
                }
            }
            return answers as? Value
        }
        return nil
    }

    private struct AnsweredQuestion: Decodable {
        let question: KernelQuestion
        let answer: KernelAnswer
    }
}

extension JSONValue {
    func elements() throws -> [JSONValue] {
        guard case .array(let elements) = self else {
            throw DecodingFault(message: "it is \(kind), but has to be an array")
        }
        return elements
    }

    func read(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let isTrue) = self else {
            throw DecodingFault(message: "it is \(kind), but has to be true or false")
        }
        return isTrue
    }

    func read(_ type: String.Type) throws -> String {
        guard case .string(let text) = self else {
            throw DecodingFault(message: "it is \(kind), but has to be a string")
        }
        return text
    }

    /// A count of things: it has to be one that can be added up.
    func read(_ type: Int.Type) throws -> Int {
        Int(try integer(in: 0...Int64(Int32.max)))
    }

    func read<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let range = Int64(clamping: Number.min)...Int64(clamping: Number.max)
        return Number(truncatingIfNeeded: try integer(in: range))
    }

    private func integer(in range: ClosedRange<Int64>) throws -> Int64 {
        guard case .integer(let number) = self, range.contains(number) else {
            throw DecodingFault(
                message: "it has to be a whole number from \(range.lowerBound) "
                    + "to \(range.upperBound)")
        }
        return number
    }
}
