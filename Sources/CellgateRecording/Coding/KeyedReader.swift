internal import JSON

/// Reads the members of an object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [JSONName: JSONValue]
    /// The one value of an enumeration's case, where that may stand for itself.
    var whole: JSONValue?
    /// The name of that case; nil for an object of its own.
    var name: String?

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0.text) } }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .null = try value(key) { true } else { false }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try value(key)
        return try within(key) { try ValueDecoder.decode(type, from: value) }
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        let value = try value(key)
        return try within(key) { try value.read(type) }
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let value = try value(key)
        let name = key.stringValue
        guard case .object(let members) = value else {
            return KeyedDecodingContainer(
                KeyedReader<Nested>(members: [:], whole: value, name: name))
        }
        return KeyedDecodingContainer(
            KeyedReader<Nested>(
                members: members, whole: members.isEmpty ? nil : value, name: name))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        ElementReader(elements: try value(key).elements())
    }

    func superDecoder() -> any Decoder { ValueDecoder(value: .object(members)) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoder(value: try value(key))
    }

    private func find(_ key: Key) -> JSONValue? {
        members[JSONName(key.stringValue)] ?? (key.stringValue == "_0" ? whole : nil)
    }

    /// Whether the member is not named, but stands for itself.
    private func isWhole(_ key: Key) -> Bool {
        whole != nil && key.stringValue == "_0" && members["_0"] == nil
    }

    private func value(_ key: Key) throws -> JSONValue {
        guard let value = find(key) else {
            let isNamed = key.stringValue != "_0"
            throw placed(
                DecodingFault(
                    message: isNamed ? "it is missing" : "its value is missing",
                    path: isNamed ? ".\(key.stringValue)" : ""))
        }
        return value
    }

    private func within<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            let fault = DecodingFault(error)
            throw placed(isWhole(key) ? fault : fault.within(key.stringValue))
        }
    }

    private func placed(_ fault: DecodingFault) -> DecodingFault {
        name.map(fault.within) ?? fault
    }
}
