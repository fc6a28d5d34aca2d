/// What is coded as text for people, which is read again.
protocol CodedAsText: Codable {
    /// What is accepted, for messages.
    static var acceptedText: String { get }

    /// Text from which ``init(codedText:)`` makes the same value again.
    var codedText: String { get }

    /// Nil where the text is none.
    init?(codedText: String)
}

extension CodedAsText {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(codedText: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(JSONText.quote(text)) is no \(Self.acceptedText)")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedText)
    }
}

extension IPAddress: CodedAsText {
    static var acceptedText: String { "IPv4 or IPv6 address" }

    var codedText: String { description }

    init?(codedText: String) {
        self.init(codedText)
    }
}

extension InterfaceName: CodedAsText {
    static var acceptedText: String { "name whose odd bytes stand as \\xNN" }

    var codedText: String { description }

    init?(codedText: String) {
        guard let bytes = EscapedBytes.bytes(of: codedText) else { return nil }
        self.init(bytes: bytes)
    }
}

extension NamePattern: CodedAsText {
    static var acceptedText: String { "pattern whose odd bytes and backslashes stand as \\xNN" }

    var codedText: String { EscapedBytes.text(of: bytes) }

    init?(codedText: String) {
        guard let bytes = EscapedBytes.bytes(of: codedText) else { return nil }
        self.init(bytes: bytes)
    }
}
