import CellgateControl
import CellgateCore
import Testing

@Suite("Entries from a file")
struct EntryFileTests {
    private static func entries(_ text: String) throws -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        try EntryFile(name: "day.json", bytes: Array(text.utf8)).read { entries.append($0) }
        return entries
    }

    @Test("lines of journalctl are read: text, bytes, several values, numbers, null")
    func values() throws {
        let read = try Self.entries(
            #"""
            {"__REALTIME_TIMESTAMP":"1796061600000000","CELLGATE_EVENT":"refresh","CELLGATE_SEQ":"7","MESSAGE":[104,195,169,255]}
            {"MESSAGE":"Started cellgated.service"}

            {"__REALTIME_TIMESTAMP":1796061600000001,"CELLGATE_EVENT":["stopped","x"],"MESSAGE":null,"CELLGATE_APP":[[97,98],"c"]}
            """#)
        #expect(read.map(\.time) == [1_796_061_600_000_000, 1_796_061_600_000_001])
        #expect(read.map(\.event) == [.refresh, .stopped])
        #expect(read.map { $0[.message] } == ["h\u{E9}\u{FFFD}", nil])
        #expect(read.map(\.sequence) == [7, nil])
        #expect(read.map(\.app?.rawValue) == [nil, "ab"])
    }

    @Test(
        "a line that is no entry is named",
        arguments: [
            ("{}\n{\n", "day.json:2: string or '}' expected near end of file"),
            ("{}\n\n[]", "day.json:3: expected an object, found an array"),
            (
                #"{"CELLGATE_EVENT":"refresh"}"#,
                "day.json:1: the entry has no time: __REALTIME_TIMESTAMP, microseconds since 1970 UTC"
            ),
            (
                #"{"CELLGATE_EVENT":"refresh","__REALTIME_TIMESTAMP":"18446744073709551615"}"#,
                "day.json:1: the entry has no time: __REALTIME_TIMESTAMP, microseconds since 1970 UTC"
            ),
        ])
    func faults(text: String, message: String) {
        var found: String?
        do throws(EntryFile.Fault) {
            try EntryFile(name: "day.json", bytes: Array(text.utf8)).read { _ in }
        } catch {
            found = error.message
        }
        #expect(found == message)
    }
}
