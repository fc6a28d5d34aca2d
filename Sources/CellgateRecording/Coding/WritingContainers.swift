internal import JSON

/// Writes the members of an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let node: EncodedNode

    init(node: EncodedNode) {
        self.node = node
        node.beginObject()
    }

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.set(.value(.null), key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        node.set(.value(try ValueEncoder.encode(value)), key)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let nested = EncodedNode()
        node.set(.values(nested), key)
        return KeyedEncodingContainer(KeyedWriter<Nested>(node: nested))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let nested = EncodedNode()
        node.set(.values(nested), key)
        return ElementWriter(node: nested)
    }

    func superEncoder() -> any Encoder { ValueEncoder() }

    func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder() }
}

/// Writes the elements of an array.
struct ElementWriter: UnkeyedEncodingContainer {
    private let node: EncodedNode

    init(node: EncodedNode) {
        self.node = node
        node.beginArray()
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    func encodeNil() { node.append(.null) }

    func encode(_ value: some Encodable) throws { node.append(try ValueEncoder.encode(value)) }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedWriter<Nested>(node: EncodedNode()))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ElementWriter(node: EncodedNode())
    }

    func superEncoder() -> any Encoder { ValueEncoder() }
}

/// Writes a value that is neither object nor array.
struct SingleWriter: SingleValueEncodingContainer {
    let node: EncodedNode

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.set(.null) }

    func encode(_ value: Bool) { node.set(.bool(value)) }

    func encode(_ value: String) { node.set(.string(value)) }

    func encode(_ value: Double) { node.set(.real(value)) }

    func encode(_ value: Float) { node.set(.real(Double(value))) }

    func encode(_ value: Int) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: Int8) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: Int16) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: Int32) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: Int64) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: UInt) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: UInt8) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: UInt16) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: UInt32) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: UInt64) throws { node.set(try ValueEncoder.integer(value)) }

    func encode(_ value: some Encodable) throws { node.set(try ValueEncoder.encode(value)) }
}
