import CellgateCore
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite struct RecordStoreTests {
    private let maps = AppID("org.example.Maps")

    @Test("no store is no records, and nothing is wrong")
    func missing() throws {
        let directory = try TemporaryDirectory()
        #expect(
            read(directory.path) == RecordReading(records: RecordTable()))
        #expect(
            read(directory.path(of: "none"))
                == RecordReading(records: RecordTable()))
    }

    @Test("R8: each of the choices is read as it was stored", arguments: Choice.allCases)
    func choices(choice: Choice) throws {
        let directory = try TemporaryDirectory()
        try directory.write(store("\"\(choice.rawValue)\""), to: "records.json")
        #expect(
            read(directory.path)
                == RecordReading(records: RecordTable(choices: [maps: .some(choice)])))
    }

    @Test("R9: apps whose ids differ in bytes only have a record each, told in the bytes' order")
    func equivalentIDs() {
        let (one, two) = ("e\u{301}", "\u{E9}")
        let text = #"{"version": 1, "apps": {"\#(two)": {"choice": 2}, "\#(one)": {"choice": 1}}}"#
        guard
            case .records(let records, let diagnostics) = RecordFile.decode(
                Array(text.utf8), path: "/r")
        else {
            Issue.record("these are records")
            return
        }
        #expect(records == RecordTable(choices: [AppID(one): nil, AppID(two): nil]))
        #expect(diagnostics.map(\.app) == [AppID(one), AppID(two)])
    }

    @Test(
        "R13: a value outside the enumeration makes that app invalid and is named",
        arguments: [
            ("\"wlan\"", "\"wlan\""), ("7", "a number"), ("null", "null"), ("[]", "an array"),
        ])
    func invalid(value: String, shown: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(store(value), to: "records.json")
        let reading = read(directory.path)
        #expect(reading.records == RecordTable(choices: [maps: nil]))
        #expect(
            reading.diagnostics.map(\.description) == [
                "\(directory.path)/records.json: error: \"choice\" is \(shown), but may be: "
                    + "undecided, wifiAndCellular, wifiOnly, off; the app is unavailable"
            ])
    }

    @Test(
        "OS-11: a damaged store is set aside, reported, and never read in part",
        arguments: damage)
    func damaged(bytes: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        try directory.write(bytes, to: "records.json")
        let reading = read(directory.path)
        #expect(reading.records == nil)
        #expect(reading.diagnostics.count == 1)
        #expect(reading.diagnostics[0].message.contains("kept as"))
        #expect(throws: (any Error).self) { try directory.text(of: "records.json") }
        // The next reading begins anew, and the damaged one is still there.
        #expect(read(directory.path).diagnostics.isEmpty)
        try directory.write(bytes, to: "records.json")
        let again = read(directory.path)
        #expect(again.diagnostics[0].message.contains("damaged-2"))
    }

    @Test("OS-11: a store of a later version is reported and stays as it is")
    func future() throws {
        let directory = try TemporaryDirectory()
        let text = "{\"version\": 2, \"anything\": []}"
        try directory.write(text, to: "records.json")
        let reading = read(directory.path)
        #expect(reading.records == nil)
        #expect(reading.diagnostics[0].message.contains("its version is 2"))
        #expect(try directory.text(of: "records.json") == text)
    }

    @Test(
        "the state directory is the service's, else the user's own",
        arguments: [
            (["STATE_DIRECTORY": "/var/lib/cellgate", "HOME": "/h"], "/var/lib/cellgate"),
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/cellgate"),
            (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/cellgate"),
            ([:], nil),
        ] as [([String: String], String?)])
    func usual(environment: [String: String], directory: String?) {
        #expect(RecordStore.usualDirectory { environment[$0] } == directory)
    }

    @Test("a store that is damaged while the daemon runs stays, and so do the choices in force")
    func damagedLater() throws {
        let directory = try TemporaryDirectory()
        try directory.write(store("\"off\""), to: "records.json")
        var records = RecordStore(directory: directory.path)
        let first = records.read()
        #expect(first.records == RecordTable(choices: [maps: .off]))
        try directory.write("{{{", to: "records.json")
        for _ in 0..<2 {
            let reading = records.read()
            #expect(reading.records == nil)
            #expect(reading.diagnostics.map(\.message).first?.hasSuffix("in force stay") == true)
        }
        #expect(try directory.text(of: "records.json") == "{{{")
    }

    /// What is no store.
    static let damage: [[UInt8]] = [
        [], [UInt8](repeating: 0, count: 64), Array("{\"version\": 1, \"apps\": {\"org".utf8),
        Array("\u{FEFF}garbage".utf8), Array("{}".utf8), Array("[]".utf8),
        Array("{\"version\": 1}".utf8), Array("{\"version\": \"1\", \"apps\": {}}".utf8),
        [0xFF, 0xFE, 0x00],
    ]

    /// What the first reading of a daemon comes to.
    private func read(_ directory: String) -> RecordReading {
        var store = RecordStore(directory: directory)
        return store.read()
    }

    private func store(_ choice: String) -> String {
        "{\"version\": 1, \"apps\": {\"\(maps)\": {\"choice\": \(choice)}}}"
    }
}
