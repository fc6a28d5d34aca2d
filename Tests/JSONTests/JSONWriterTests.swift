import JSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    @Test("a document is text for people, in the order of the names' bytes")
    func text() throws {
        let value = JSONValue.object([
            "e\u{301}": .array([]), "\u{E9}": .real(-0.5), "B": .integer(.min), "a": .null,
            "list": .array([.bool(true), .string("é\"\\\n\u{1}/\u{10FFFF}")]),
        ])
        #expect(
            String(decoding: try JSONWriter.write(value), as: UTF8.self) == """
                {
                  "B": -9223372036854775808,
                  "a": null,
                  "e\u{301}": [],
                  "list": [
                    true,
                    "é\\"\\\\\\n\\u0001/\u{10FFFF}"
                  ],
                  "\u{E9}": -0.5
                }

                """)
    }

    @Test("what is written is read as the same value, and written again as the same text")
    func roundTrip() throws {
        var generator = SeededGenerator()
        for _ in 0..<2000 {
            let value = JSONValue.random(using: &generator)
            let text = try JSONWriter.write(value)
            let read = try JSONParser.parse(text)
            #expect(read == value)
            // Of strings, == says less than the text.
            #expect(try JSONWriter.write(read) == text)
        }
    }

    @Test(
        "what the parser would not read again is not written",
        arguments: [
            (.null, "a document cannot be null"), (.string("x"), "a document cannot be a string"),
            (.array([.real(.nan)]), "a number cannot be nan"),
            (.object(["x": .real(-.infinity)]), "a number cannot be -inf"),
            (.object(["a\0": .null]), "a name or string cannot hold U+0000"),
            (.array([.array([.string("\0")])]), "a name or string cannot hold U+0000"),
            (.nested(2049), "it is nested deeper than 2048 levels"),
        ] as [(JSONValue, String)])
    func refused(value: JSONValue, message: String) {
        let error = #expect(throws: JSONWritingError.self) { try JSONWriter.write(value) }
        #expect(error?.message == message)
    }

    @Test("as deep as can be read, it is written")
    func deep() throws {
        let value = JSONValue.nested(2048)
        #expect(try JSONParser.parse(JSONWriter.write(value)) == value)
    }
}

extension JSONValue {
    /// Arrays in one another, so many.
    fileprivate static func nested(_ depth: Int) -> JSONValue {
        (1..<depth).reduce(.array([])) { value, _ in .array([value]) }
    }

    /// A document.
    fileprivate static func random(using generator: inout SeededGenerator) -> JSONValue {
        Bool.random(using: &generator)
            ? .array(elements(4, using: &generator)) : .object(members(4, using: &generator))
    }

    private static func value(
        _ depth: Int, using generator: inout SeededGenerator
    ) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
        case 0: .null
        case 1: .bool(.random(using: &generator))
        case 2: .integer(.random(in: .min ... .max, using: &generator))
        case 3: .real(real(using: &generator))
        case 4, 5: .string(text(using: &generator))
        case 6, 7: .object(members(depth - 1, using: &generator))
        default: .array(elements(depth - 1, using: &generator))
        }
    }

    private static func elements(
        _ depth: Int, using generator: inout SeededGenerator
    ) -> [JSONValue] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth, using: &generator) }
    }

    private static func members(
        _ depth: Int, using generator: inout SeededGenerator
    ) -> [JSONName: JSONValue] {
        var members: [JSONName: JSONValue] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            members[JSONName(text(using: &generator))] = value(depth, using: &generator)
        }
        return members
    }

    /// Any finite number, the smallest and greatest included.
    private static func real(using generator: inout SeededGenerator) -> Double {
        let number = Double(bitPattern: generator.next())
        return number.isFinite ? number : .leastNonzeroMagnitude
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            let greatest: UInt32 = Bool.random(using: &generator) ? 0x17F : 0x10FFFF
            let code = UInt32.random(in: 1...greatest, using: &generator)
            text.append(Unicode.Scalar(code) ?? "\u{301}")
        }
        return String(text)
    }
}
