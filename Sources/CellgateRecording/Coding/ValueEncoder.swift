internal import CellgateCore
internal import JSON

/// Makes JSON of values.
///
/// An enumeration's case without values is written as its name, and one with a single value without
/// label as `{"NAME": VALUE}`. Durations are whole microseconds; sets and dictionaries have one order.
struct ValueEncoder: Encoder {
    let node = EncodedNode()

    /// The value as JSON.
    ///
    /// - Throws: `EncodingError` where JSON cannot say it: a number beyond 64 bits with a sign, a
    ///   duration that is no whole number of microseconds.
    static func encode(_ value: some Encodable) throws -> JSONValue {
        if let special = try special(value) { return special }
        let encoder = ValueEncoder()
        try value.encode(to: encoder)
        return encoder.node.value
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedWriter(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ElementWriter(node: node) }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(node: node) }

    /// What the standard library would write in another form, or in another order each time.
    private static func special<Value: Encodable>(_ value: Value) throws -> JSONValue? {
        if Value.self == Duration.self, let duration = value as? Duration {
            guard let microseconds = duration.wholeMicroseconds else {
                throw unwritable(value, "\(duration) is no whole number of microseconds")
            }
            return .integer(microseconds)
        }
        if Value.self == Set<AppID>.self, let apps = value as? Set<AppID> {
            return .array(apps.sorted().map { .string($0.rawValue) })
        }
        if Value.self == Set<InterfaceName>.self, let names = value as? Set<InterfaceName> {
            return .array(names.map(\.description).sorted().map { .string($0) })
        }
        if Value.self == [KernelQuestion: KernelAnswer].self,
            let answers = value as? [KernelQuestion: KernelAnswer]
        {
            return .array(
                try answers.sorted { $0.key < $1.key }.map { question, answer in
                    .object(["question": try encode(question), "answer": try encode(answer)])
                })
        }
        return nil
    }

    static func integer(_ number: some BinaryInteger) throws -> JSONValue {
        guard let number = Int64(exactly: number) else {
            throw unwritable(number, "\(number) is too great")
        }
        return .integer(number)
    }

    static func unwritable(_ value: Any, _ message: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: message))
    }
}

/// A value that is being put together.
final class EncodedNode {
    enum Member {
        case value(JSONValue)
        /// The values of an enumeration's case: nothing else makes nested containers.
        case values(EncodedNode)
    }

    private enum Content {
        case single(JSONValue)
        case object([JSONName: Member])
        case array([JSONValue])
    }

    private var content = Content.single(.null)

    func set(_ value: JSONValue) {
        content = .single(value)
    }

    func beginObject() {
        if case .object = content { return }
        content = .object([:])
    }

    func beginArray() {
        if case .array = content { return }
        content = .array([])
    }

    func set(_ member: Member, _ key: some CodingKey) {
        guard case .object(var members) = content else { return }
        content = .single(.null)
        members[JSONName(key.stringValue)] = member
        content = .object(members)
    }

    func append(_ element: JSONValue) {
        guard case .array(var elements) = content else { return }
        content = .single(.null)
        elements.append(element)
        content = .array(elements)
    }

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    /// What it came to.
    var value: JSONValue {
        switch content {
        case .single(let value): return value
        case .array(let elements): return .array(elements)
        case .object(let members):
            if members.count == 1, let (name, member) = members.first,
                case .values(let node) = member, case .object(let values) = node.content
            {
                if values.isEmpty { return .string(name.text) }
                if values.count == 1, let only = values["_0"] {
                    return .object([name: only.value])
                }
            }
            return .object(members.mapValues(\.value))
        }
    }
}

extension EncodedNode.Member {
    fileprivate var value: JSONValue {
        switch self {
        case .value(let value): value
        case .values(let node): node.value
        }
    }
}

extension Duration {
    /// Nil where there is a rest, or the number is too great.
    var wholeMicroseconds: Int64? {
        let (seconds, attoseconds) = components
        let (rest, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowsToo) = product.addingReportingOverflow(rest)
        return remainder == 0 && !overflows && !overflowsToo ? sum : nil
    }
}
