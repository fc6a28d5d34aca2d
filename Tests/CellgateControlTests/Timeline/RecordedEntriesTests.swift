import CellgateControl
import CellgateCore
import CellgateRecording
import CellgateSimulation
import TestSupport
import Testing

@Suite("A recording as a source of entries")
struct RecordedEntriesTests {
    /// A day of a device with Wi-Fi that is lost after a minute, as a recording.
    private static func recording(recorded: Int64?) throws -> (text: [UInt8], run: EngineRun) {
        var run = EngineRun(apps: ["maps": .choice(.wifiOnly, source: .user, isLocked: false)])
        run.kernel.run(SimulatedKernel.uplink("wlan0", 1))
        run.kernel.run("route add default via 10.1.0.1 dev wlan0")
        run.start()
        run.advance(by: .seconds(60))
        run.ip("link set wlan0 down")
        let header = RecordingLine.header(RecordingHeader(program: version, recorded: recorded))
        let lines = try run.inputs.map {
            try RecordingLine.input($0.input, at: $0.at.sinceZero).bytes()
        }
        return (try header.bytes() + lines.joined(), run)
    }

    private static func read(_ text: [UInt8]) throws -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        try EntryFile(name: "day", bytes: text).read { entries.append($0) }
        return entries
    }

    @Test("has the entries of its replay, at the times of day that its header counts from")
    func times() throws {
        let (text, run) = try Self.recording(recorded: 1_764_520_000_000_000)
        let entries = try Self.read(text)
        #expect(entries.map(\.event) == run.entries.map(\.event))
        #expect(entries.first?.time == 1_764_520_000_000_000)
        #expect(entries.first { $0.event == .pathChanged }?.time == 1_764_520_060_000_000)
        #expect(entries.last?.app == AppID("maps"))
    }

    @Test("without a time of day in its header is refused, with what is missing")
    func timeless() throws {
        let (text, _) = try Self.recording(recorded: nil)
        let fault = #expect(throws: EntryFile.Fault.self) { try Self.read(text) }
        let message = try #require(fault?.message)
        #expect(message.hasPrefix("day:1: error: the header does not say when"))
    }

    @Test("that is damaged is refused with the line")
    func damaged() throws {
        var (text, run) = try Self.recording(recorded: 0)
        text += Array("{\"at\":99000000,\"input\":\"nonsense\"}\n".utf8)
        let fault = #expect(throws: EntryFile.Fault.self) { try Self.read(text) }
        // A line for each input, the header before them.
        let line = run.inputs.count + 2
        #expect(fault?.message.hasPrefix("day:\(line): error: input") == true)
    }
}
