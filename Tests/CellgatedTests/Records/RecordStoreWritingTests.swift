import CellgateCore
import Posix
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite struct RecordStoreWritingTests {
    private let maps = AppID("org.example.Maps")
    private let chat = AppID("org.example.Chat")

    @Test("AP-07: what was written last is read, by this store and by the next, and all is well")
    func readBack() throws {
        let directory = try TemporaryDirectory()
        let state = directory.path(of: "a/state")
        do {
            var store = RecordStore(directory: state)
            #expect(store.read() == RecordReading(records: RecordTable()))
            for round in 0..<100 {
                for choice in Choice.allCases {
                    let records = RecordTable(apps: [
                        maps: Record(
                            choice: choice, isAsked: round % 2 == 0,
                            changed: WallTime(microseconds: Int64(round)))
                    ])
                    #expect(try store.write(records) == [])
                    #expect(store.read() == RecordReading(records: records))
                }
            }
            #expect(try store.write(RecordTable()) == [])
        }
        var store = RecordStore(directory: state)
        #expect(store.read() == RecordReading(records: RecordTable()))
        #expect(try Directory.names(path: state) == ["records.json"])
    }

    @Test(
        "OS-11: a damaged store is set aside at the start, and the next write succeeds",
        arguments: RecordStoreTests.damage)
    func damaged(bytes: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        try directory.write(bytes, to: "records.json")
        var store = RecordStore(directory: directory.path)
        #expect(store.read().records == nil)
        let records = RecordTable(choices: [maps: .off])
        #expect(try store.write(records) == [])
        #expect(store.read() == RecordReading(records: records))
        #expect(
            try TextFile.read(path: directory.path(of: "records.json.damaged-1")) == bytes)
    }

    @Test(
        "OS-11: a store damaged while the daemon runs is set aside by the write, and nothing lost",
        arguments: RecordStoreTests.damage)
    func damagedLater(bytes: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        var store = RecordStore(directory: directory.path)
        let text = #"{"version": 1, "apps": {"\#(chat)": {"choice": "x", "more": 1}}}"#
        try directory.write(text, to: "records.json")
        _ = store.read()
        try directory.write("precious", to: "records.json.damaged-1")
        try directory.write(bytes, to: "records.json")
        let diagnostics = try store.write(RecordTable(choices: [chat: nil, maps: .off]))
        #expect(diagnostics.map(\.severity) == [.error])
        let path = directory.path(of: "records.json")
        #expect(
            diagnostics[0].message.hasSuffix(
                "; it is kept as \(path).damaged-2, and the choices in force are written anew"))
        #expect(try TextFile.read(path: path + ".damaged-2") == bytes)
        #expect(try directory.text(of: "records.json.damaged-1") == "precious")
        // What this version does not know was kept from the last reading.
        #expect(try directory.text(of: "records.json").contains("\"more\": 1"))
        #expect(store.read().records == RecordTable(choices: [chat: nil, maps: .off]))
        #expect(try store.write(RecordTable(choices: [maps: .off])) == [])
    }

    @Test("OS-11: a store of a later version is untouched until the first write sets it aside")
    func future() throws {
        let directory = try TemporaryDirectory()
        let text = "{\"version\": 2, \"anything\": []}"
        try directory.write(text, to: "records.json")
        var store = RecordStore(directory: directory.path)
        for _ in 0..<2 { #expect(store.read().records == nil) }
        #expect(try Directory.names(path: directory.path) == ["records.json"])
        let path = directory.path(of: "records.json")
        let records = RecordTable(choices: [maps: .off])
        #expect(
            try store.write(records) == [
                Diagnostic(
                    severity: .error, file: path, line: nil,
                    message: "its version is 2, but this program reads 1; it is kept as "
                        + "\(path).version-2-1, and the choices in force are written anew")
            ])
        #expect(try directory.text(of: "records.json.version-2-1") == text)
        #expect(store.read() == RecordReading(records: records))
    }

    @Test("where nothing can be set aside any more, the write fails and the file stays")
    func full() throws {
        let directory = try TemporaryDirectory()
        for number in 1...100 { try directory.write("", to: "records.json.damaged-\(number)") }
        var store = RecordStore(directory: directory.path)
        _ = store.read()
        try directory.write("{{{", to: "records.json")
        #expect(throws: RecordWriteError.self) { try store.write(RecordTable()) }
        #expect(try directory.text(of: "records.json") == "{{{")
        #expect(try Directory.names(path: directory.path).count == 101)
    }

    @Test("a write changes the records that changed, and not those that were edited on disk")
    func edited() throws {
        let directory = try TemporaryDirectory()
        var store = RecordStore(directory: directory.path)
        #expect(try store.write(RecordTable(choices: [maps: .off, chat: .off])) == [])
        let text = try directory.text(of: "records.json")
        let edited = text.replacing(
            "Chat\": {\n      \"choice\": \"off", with: "Chat\": {\n      \"choice\": \"wifiOnly")
        #expect(edited != text)
        try directory.write(edited, to: "records.json")
        for choice in [Choice.wifiAndCellular, .undecided] {
            #expect(try store.write(RecordTable(choices: [maps: choice, chat: .off])) == [])
        }
        #expect(
            store.read()
                == RecordReading(
                    records: RecordTable(choices: [maps: .undecided, chat: .wifiOnly])))
    }

    @Test("what is in the file's place and cannot be read stays, and the write says why it failed")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        try directory.makeFolder("records.json")
        var store = RecordStore(directory: directory.path)
        #expect(store.read().records == nil)
        let path = directory.path(of: "records.json")
        #expect(
            throws: RecordWriteError(path: path, reason: "read \(path): Is a directory (EISDIR)")
        ) { try store.write(RecordTable(choices: [maps: .off])) }
        #expect(Directory.exists(path: path))
        try directory.remove("records.json")
        #expect(try store.write(RecordTable(choices: [maps: .off])) == [])
    }

    @Test("of two daemons one writes, the other reads, sets nothing aside, and is told why")
    func two() throws {
        let directory = try TemporaryDirectory()
        var second = RecordStore(directory: directory.path)
        do {
            var first = RecordStore(directory: directory.path)
            #expect(try first.write(RecordTable(choices: [maps: .off])) == [])
            #expect(second.read() == RecordReading(records: RecordTable(choices: [maps: .off])))
            let path = directory.path(of: "records.json")
            let reason = "another daemon has \(directory.path)"
            #expect(throws: RecordWriteError(path: path, reason: reason)) {
                try second.write(RecordTable())
            }
            #expect(try first.write(RecordTable(choices: [maps: .off, chat: .off])) == [])
            try directory.write("{{{", to: "records.json")
            var third = RecordStore(directory: directory.path)
            #expect(third.read().diagnostics.count == 1)
            #expect(try directory.text(of: "records.json") == "{{{")
            #expect(try first.write(RecordTable(choices: [maps: .off, chat: .off])).count == 1)
        }
        // The first one is gone, and what it wrote since is not lost.
        #expect(try second.write(RecordTable(choices: [maps: .wifiOnly])) == [])
        #expect(second.read().records == RecordTable(choices: [maps: .wifiOnly, chat: .off]))
    }

    @Test("a state directory that goes is made anew, with all that is in force")
    func removed() throws {
        let directory = try TemporaryDirectory()
        let state = directory.path(of: "state")
        var store = RecordStore(directory: state)
        #expect(try store.write(RecordTable(choices: [maps: .off])) == [])
        try directory.remove("state")
        #expect(try store.write(RecordTable(choices: [maps: .off, chat: .off])) == [])
        #expect(store.read().records == RecordTable(choices: [maps: .off, chat: .off]))
        var other = RecordStore(directory: state)
        #expect(throws: RecordWriteError.self) { try other.write(RecordTable()) }
    }

    @Test("a record that is cleared goes from the file, also where it was never read")
    func clearsUnread() throws {
        let directory = try TemporaryDirectory()
        var store = RecordStore(directory: directory.path)
        #expect(store.read() == RecordReading(records: RecordTable()))
        try directory.write(
            #"{"version": 1, "apps": {"org.example.Maps": {"choice": "off"}}}"#, to: "records.json")
        #expect(try store.write(RecordTable(), changing: [maps]) == [])
        var next = RecordStore(directory: directory.path)
        #expect(next.read().records == RecordTable())
    }

    @Test("a folder that cannot be looked into is not one without records")
    func unreachable() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "state")
        var store = RecordStore(directory: directory.path(of: "state"))
        let reading = store.read()
        #expect(reading.records == nil)
        #expect(reading.diagnostics.count == 1)
    }
}
