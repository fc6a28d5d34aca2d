import CellgateCore
import TestSupport
import Testing

@testable import CellgateRecording

@Suite("The reader of recordings")
struct RecordingReaderTests {
    private let header = #"{"cellgate-recording":1}"# + "\n"
    private let start = #"{"at":0,"input":"start"}"# + "\n"

    private func read(
        _ text: String
    ) -> (lines: [RecordingLine], error: String?, warnings: [String]) {
        var reader = RecordingReader(Array(text.utf8), file: "f")
        var lines: [RecordingLine] = []
        do throws(RecordingError) {
            while let line = try reader.next() { lines.append(line) }
            return (lines, nil, reader.warnings.map(\.description))
        } catch {
            return (lines, error.diagnostic.description, reader.warnings.map(\.description))
        }
    }

    @Test("blank lines, white space and a missing last newline change nothing")
    func blankLines() {
        let wanted = [RecordingLine.header(RecordingHeader()), .input(.start, at: .zero)]
        for text in [
            header + start, "\n \t\r\n" + header + "\n\n" + start + "\n", header + start.dropLast(),
            #"{ "cellgate-recording" : 1 }"# + "\r\n" + #" {"input":"start" , "at":0} "#,
        ] {
            let (lines, error, warnings) = read(text)
            #expect(lines == wanted)
            #expect(error == nil)
            #expect(warnings == [])
        }
    }

    @Test("the last line is left out where a power cut has torn it, at whichever byte")
    func torn() throws {
        let last = String(
            decoding: try RecordingLine.input(.resolver(supportsDNS: true), at: .seconds(1))
                .bytes(),
            as: UTF8.self)
        for length in 1..<last.utf8.count - 1 {
            let (lines, error, warnings) = read(header + start + last.prefix(length))
            #expect(lines.count == 2)
            #expect(error == nil)
            #expect(warnings == ["f:3: warning: the last line is torn, and left out"])
        }
    }

    @Test(
        "what cannot be read is named with file and line, and what stood before it was read",
        arguments: [
            ("", 0, "f:1: error: it holds nothing"),
            ("\n\n", 0, "f:2: error: it holds nothing"),
            ("BEGIN\n", 0, "f:1: error: it is no JSON"),
            ("{\"at\":0,\"input\":\"start\"}\n", 0, "f:1: error: a header has to come first"),
            ("HEAD{\"cellgate-recording\":2}\n", 1, "f:2: error: cellgate-recording: "),
            ("HEADSTART\n{\"at\":5\nHEAD", 2, "f:4: error: it is no JSON"),
            (
                "HEAD{\"at\":7,\"input\":\"start\"}\n\n{\"at\":6,\"input\":\"start\"}\n", 2,
                "f:4: error: at: it may not be less than in line 2: time does not go back"
            ),
            (
                "HEAD{\"at\":7,\"input\":\"start\",\"input\":\"stop\"}\n", 1,
                "f:2: error: it is no JSON"
            ),
        ])
    func faults(text: String, count: Int, message: String) {
        let text = text.replacing("HEAD", with: header).replacing("START", with: start)
        let (lines, error, _) = read(text)
        #expect(lines.count == count)
        #expect(error?.hasPrefix(message) == true, "\(error ?? "none")")
    }

    @Test("a later form is refused in words")
    func later() {
        #expect(
            read(#"{"cellgate-recording":2,"new":true}"# + "\n").error
                == "f:1: error: cellgate-recording: it is of the form 2, but this program knows "
                + "form 1 only: use the cellgated that wrote it, or a later one")
    }

    @Test("inputs that the daemon could not write are told of")
    func losses() {
        let (lines, error, warnings) = read(header + start + #"{"at":3,"lost":4}"# + "\n")
        #expect(lines.last == .lost(4, at: .microseconds(3)))
        #expect(error == nil)
        #expect(
            warnings == [
                "f:3: warning: 4 inputs before this line are missing: "
                    + "the daemon could not write them"
            ])
    }

    @Test("two recordings in one file are two lives")
    func twoLives() throws {
        let life = header + start + #"{"at":9,"input":{"dumpFailed":{"reason":"x"}}}"# + "\n"
        let (lines, error, _) = read(life + life)
        #expect(error == nil)
        var replay = Replay()
        let entries = lines.map { replay.take($0) }
        #expect(Array(entries[..<3]) == Array(entries[3...]))
    }

    @Test("bytes changed at random never end the program, and what is read can be replayed")
    func mutations() throws {
        var random = SeededGenerator()
        let lines = try EveryInput.all.map { try RecordingLine.input($0, at: .seconds(1)).bytes() }
        for _ in 0..<Thoroughness.cases(1500) {
            var bytes = Array(header.utf8)
            for _ in 0..<3 { bytes += lines.randomElement(using: &random) ?? [] }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[at] = UInt8.random(in: 0x30...0x39, using: &random)
                case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: at)
                default: bytes.remove(at: at)
                }
            }
            var reader = RecordingReader(bytes, file: "f")
            var replay = Replay()
            while let line = try? reader.next() { _ = replay.take(line) }
        }
    }

    @Test("a line nested deeper than any value is refused")
    func deep() {
        for depth in [100, 2000, 100_000] {
            let nested =
                String(repeating: #"{"answers":["#, count: depth)
                + String(repeating: "]}", count: depth)
            #expect(read(header + #"{"at":0,"input":"# + nested + "}\n").error != nil)
        }
    }
}
