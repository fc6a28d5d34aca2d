import CellgateCore
import Glibc
import Posix
import TestSupport
import Testing

@testable import CellgateDaemon

@Suite(.timeLimit(.minutes(10))) struct RecordWriterTests {
    private let maps = AppID("org.example.Maps")

    @Test("a write is told by the descriptor, its outcome comes once, and then the next may come")
    func stored() throws {
        let directory = try TemporaryDirectory()
        let writer = try RecordWriter(directory: directory.path)
        #expect(writer.read() == RecordReading(records: RecordTable()))
        #expect(writer.takeOutcome() == nil)
        for choice in Choice.allCases {
            let records = RecordTable(choices: [maps: choice])
            writer.store(records)
            #expect(writer.isStoring)
            #expect(
                isReadable(writer.descriptor, within: 30_000))
            #expect(writer.takeOutcome() == .stored([]))
            #expect(!writer.isStoring)
            #expect(writer.takeOutcome() == nil)
            #expect(!isReadable(writer.descriptor, within: 0))
            #expect(writer.read() == RecordReading(records: records))
        }
    }

    @Test("a failure tells why, and what was set aside is told")
    func failed() throws {
        let directory = try TemporaryDirectory()
        try directory.write("{\"version\": 2}", to: "records.json")
        let writer = try RecordWriter(directory: directory.path)
        do {
            let lock = try DirectoryLock(path: directory.path)
            writer.store(RecordTable())
            #expect(writer.finish())
            #expect(
                writer.takeOutcome()
                    == .failed(
                        reason: "\(directory.path)/records.json: "
                            + "another daemon has \(directory.path)"))
            #expect(lock.isValid)
        }
        writer.store(RecordTable())
        #expect(writer.finish())
        guard case .stored(let diagnostics)? = writer.takeOutcome() else {
            Issue.record("it was not stored")
            return
        }
        #expect(diagnostics.count == 1)
    }

    @Test("an end waits for the write under way, and for none where there is none")
    func finish() throws {
        let directory = try TemporaryDirectory()
        let writer = try RecordWriter(directory: directory.path)
        #expect(writer.finish())
        writer.store(RecordTable(choices: [maps: .off]))
        #expect(writer.finish(timeout: .seconds(30)))
        #expect(try directory.text(of: "records.json").contains("off"))
    }

    @Test("a second write before the outcome of the first is a fault of the program")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            let directory = try TemporaryDirectory()
            let writer = try RecordWriter(directory: directory.path)
            writer.store(RecordTable())
            writer.store(RecordTable())
        }
    }
}

/// Whether there is something to read within so many milliseconds.
private func isReadable(_ descriptor: Int32, within limit: Int32) -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&question, 1, limit) == 1
}
