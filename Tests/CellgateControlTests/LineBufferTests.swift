import Testing

@testable import CellgateControl

@Suite("Lines that are typed")
struct LineBufferTests {
    private static let long = String(repeating: "x", count: 5000)

    /// What becomes of pieces that are read one after the other.
    private static func lines(_ pieces: [String]) -> [String] {
        var buffer = LineBuffer()
        let lines = pieces.flatMap { buffer.add(Array($0.utf8)) }
        return lines + (buffer.finish().map { [$0] } ?? [])
    }

    @Test(
        "are parted at their ends, without white space around them",
        arguments: [
            (["1\n2\n"], ["1", "2"]), (["wifi-", "only\n"], ["wifi-only"]),
            ([" 1\t\r\n"], ["1"]), (["\n"], [""]), (["1\n2"], ["1", "2"]), ([""], []),
        ] as [([String], [String])])
    func parted(pieces: [String], wanted: [String]) {
        #expect(Self.lines(pieces) == wanted)
    }

    @Test(
        "that are longer than any answer are none, at neither end, however they are read",
        arguments: [
            [long + "1\n2\n"], [long, "1\n2\n"], [long, long, "1", "\n2\n"],
            ["off" + String(repeating: " ", count: 5000) + "\n2\n"],
            ["off" + String(repeating: " ", count: 5000), "\n2\n"],
            [String(repeating: " ", count: 5000), "off\n2\n"],
        ])
    func overlong(pieces: [String]) {
        #expect(Self.lines(pieces) == ["", "2"])
    }

    @Test("that are longer than any answer are none at the end of the input, either")
    func overlongAtEnd() {
        #expect(Self.lines([Self.long, "off"]) == [""])
        #expect(Self.lines([Self.long + "\noff"]) == ["", "off"])
        #expect(Self.lines(["1\n" + Self.long, "\n"]) == ["1", ""])
    }
}
