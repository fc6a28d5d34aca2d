import JSON
import Testing

@Suite struct JSONParserTests {
    @Test("a document becomes a value of the same shape")
    func shapes() throws {
        let text = #"{"a": [1, -2.5, true, false, null, "\u00e9\n"], "b": {}}"#
        #expect(
            try JSONParser.parse(Array(text.utf8))
                == .object([
                    "a": .array([
                        .integer(1), .real(-2.5), .bool(true), .bool(false), .null, .string("é\n"),
                    ]),
                    "b": .object([:]),
                ]))
    }

    @Test(
        "what is no document is refused with the line",
        arguments: [
            ("", 1), ("{\n\"a\": 1,\n}", 3), (#"{"a": 1, "a": 2}"#, 1), ("{} {}", 1),
            ("[1,\n\u{0}]", 2), ("1", 1), ("{\"a\": \"\u{1}\"}", 1),
        ])
    func refused(text: String, line: Int) throws {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(error?.line == line)
    }

    @Test("names that differ in bytes only, such as é in one scalar and in two, are two names")
    func equivalentNames() throws {
        let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2}"
        let value = try JSONParser.parse(Array(text.utf8))
        #expect(value["\u{E9}"] == .integer(1))
        #expect(value["e\u{301}"] == .integer(2))
    }

    @Test("bytes that are no UTF-8 are refused")
    func notUTF8() {
        #expect(throws: JSONError.self) { try JSONParser.parse([0x5B, 0x22, 0xFF, 0x22, 0x5D]) }
    }

    @Test("nesting deeper than the stack can bear is refused")
    func deep() {
        let text = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError.self) { try JSONParser.parse(text) }
    }
}
