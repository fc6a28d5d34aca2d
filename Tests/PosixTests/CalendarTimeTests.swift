import Posix
import TestSupport
import Testing

@Suite("Moments of the calendar")
struct CalendarTimeTests {
    @Test("a moment is told as date(1) tells it", arguments: [0, 1_796_059_759, 951_782_400])
    func dates(seconds: UInt64) throws {
        let date = try Subprocess.succeed([
            "/usr/bin/env", "LC_ALL=C", "date", "-d", "@\(seconds)", "+%a %Y-%m-%d %H:%M:%S %Z",
        ])
        #expect(CalendarTime.dateAndTime(seconds).map { $0 + "\n" } == date)
        #expect(CalendarTime.time(seconds).map { date.contains($0) } == true)
    }

    @Test("what no calendar reaches is not told")
    func tooFar() {
        #expect(CalendarTime.dateAndTime(.max) == nil)
        #expect(CalendarTime.dateAndTime(UInt64(Int64.max)) == nil)
        #expect(CalendarTime.time(.max) == nil)
    }

    @Test("the present is after this was written")
    func now() {
        #expect(CalendarTime.now > 1_790_000_000_000_000)
    }
}

@Suite("Error numbers")
struct ErrorNumberTests {
    @Test("each has its symbol, in the order of the numbers")
    func symbols() {
        let all = ErrorNumber.all
        #expect(all.first { $0.symbol == "EPERM" }?.number == 1)
        #expect(all.first { $0.symbol == "EHOSTUNREACH" }?.number == 113)
        #expect(all.map(\.number) == all.map(\.number).sorted())
        #expect(Set(all.map(\.symbol)).count == all.count)
    }
}

@Suite("The terminal")
struct TerminalTests {
    @Test("what is no terminal has no width")
    func noTerminal() throws {
        let pipe = try TestPipe()
        #expect(!Terminal.isTerminal(pipe.reading))
        #expect(Terminal.width(pipe.reading) == nil)
    }
}
