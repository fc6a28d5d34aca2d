import CellgateCore
import JSON
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite struct RecordFileTests {
    private let maps = AppID("org.example.Maps")

    @Test("a file is text for people, and says only what is known")
    func text() throws {
        let records = RecordTable(apps: [
            maps: Record(
                choice: .wifiOnly, isAsked: true,
                changed: WallTime(microseconds: 1_764_520_000_000_000)),
            AppID("a"): Record(choice: .off),
        ])
        let bytes = try RecordFile.encode(records, changed: Set(records.apps.keys), onto: [])
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {
                  "apps": {
                    "a": {
                      "choice": "off"
                    },
                    "org.example.Maps": {
                      "asked": true,
                      "changed": 1764520000000000,
                      "choice": "wifiOnly"
                    }
                  },
                  "version": 1
                }

                """)
        #expect(RecordFile.decode(bytes, path: "/r") == .records(records, []))
    }

    @Test(
        "a wrong \"asked\" or \"changed\" is named with its app, and the choice counts",
        arguments: [
            ("\"asked\": 1", "\"asked\" is a number, but may be: true, false"),
            ("\"asked\": null", "\"asked\" is null, but may be: true, false"),
            ("\"changed\": \"now\"", "\"changed\" is \"now\"\(changedMayBe)"),
            ("\"changed\": 1.5", "\"changed\" is a number\(changedMayBe)"),
            ("\"changed\": -1", "\"changed\" is a number\(changedMayBe)"),
        ])
    func wrongMember(member: String, message: String) {
        let text = #"{"version": 1, "apps": {"\#(maps)": {"choice": "off", \#(member)}}}"#
        #expect(
            RecordFile.decode(Array(text.utf8), path: "/r")
                == .records(
                    RecordTable(choices: [maps: .off]),
                    [
                        Diagnostic(
                            severity: .warning, file: "/r", line: nil, app: maps, message: message)
                    ]))
    }

    @Test("what is not known, or not valid, stays as it is; the records that change do not")
    func kept() throws {
        let older = """
            {"version": 1, "note": [1.5, null], "apps": {
              "a": {"choice": "wlan", "asked": "no", "more": {"x": 1}},
              "b": {"choice": "off", "more": 2},
              "c": {"choice": "off", "more": 3},
              "d": {"choice": 7, "more": 4},
              "bad\\u0007name": "e\u{301}"}}
            """
        let records = RecordTable(apps: [
            AppID("a"): Record(choice: nil), AppID("b"): Record(choice: .wifiOnly),
            AppID("d"): Record(choice: nil, isAsked: true),
        ])
        let bytes = try RecordFile.encode(
            records, changed: [AppID("b"), AppID("c"), AppID("d")], onto: Array(older.utf8))
        let expected = """
            {"version": 1, "note": [1.5, null], "apps": {
              "a": {"choice": "wlan", "asked": "no", "more": {"x": 1}},
              "b": {"choice": "wifiOnly"},
              "d": {"choice": 7, "asked": true},
              "bad\\u0007name": "e\u{301}"}}
            """
        #expect(try JSONParser.parse(bytes) == JSONParser.parse(Array(expected.utf8)))
    }

    @Test("an id that cannot stand in JSON is an error")
    func nul() {
        let app = AppID("a\0b")
        #expect(throws: JSONWritingError.self) {
            try RecordFile.encode(RecordTable(choices: [app: .off]), changed: [app], onto: [])
        }
    }

    private static let changedMayBe =
        ", but may be: the microseconds since 1970, a whole number that is not negative"
}
