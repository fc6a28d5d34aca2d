internal import JSON

/// Reads the elements of an array.
struct ElementReader: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(elements: [JSONValue]) {
        self.elements = elements
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next()
        do {
            return try ValueDecoder.decode(type, from: value)
        } catch {
            throw DecodingFault(error).within(element: currentIndex - 1)
        }
    }

    mutating func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(value: try next()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementReader(elements: try next().elements())
    }

    mutating func superDecoder() throws -> any Decoder { ValueDecoder(value: try next()) }

    private mutating func next() throws -> JSONValue {
        guard !isAtEnd else { throw DecodingFault(message: "it has too few elements") }
        currentIndex += 1
        return elements[currentIndex - 1]
    }
}

/// Reads a value that is neither object nor array.
struct SingleReader: SingleValueDecodingContainer {
    let value: JSONValue

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { if case .null = value { true } else { false } }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ValueDecoder.decode(type, from: value)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try value.read(type) }

    func decode(_ type: String.Type) throws -> String { try value.read(type) }

    func decode(_ type: Int.Type) throws -> Int { try value.read(type) }

    func decode(_ type: Int8.Type) throws -> Int8 { try value.read(type) }

    func decode(_ type: Int16.Type) throws -> Int16 { try value.read(type) }

    func decode(_ type: Int32.Type) throws -> Int32 { try value.read(type) }

    func decode(_ type: Int64.Type) throws -> Int64 { try value.read(type) }

    func decode(_ type: UInt.Type) throws -> UInt { try value.read(type) }

    func decode(_ type: UInt8.Type) throws -> UInt8 { try value.read(type) }

    func decode(_ type: UInt16.Type) throws -> UInt16 { try value.read(type) }

    func decode(_ type: UInt32.Type) throws -> UInt32 { try value.read(type) }

    func decode(_ type: UInt64.Type) throws -> UInt64 { try value.read(type) }
}
