import CellgateControl
import Posix
import Testing

@Suite("Moments on the command line")
struct MomentTests {
    /// Mon 2026-11-30 18:00:00 UTC.
    private static let now = Entries.origin

    @Test(
        "what journalctl takes is taken",
        arguments: [
            ("now", 0.0), ("-2h", -7_200), ("2h ago", -7_200), ("1h 30min ago", -5_400),
            ("+90", 90), ("today", -64_800), ("yesterday", -151_200), ("tomorrow", 21_600),
            ("18:25", 1_500), ("8:00", -36_000), ("18:00:01.5", 1.5), ("2026-11-30", -64_800),
            ("2026-11-30 18:25", 1_500), ("2026-11-30 18:25:49 UTC", 1_549),
            ("2026-11-30T18:25:49.000001", 1_549.000001), ("  2026-11-30   18:25 ", 1_500),
            ("@1796061600", 0), ("@1796061600.25", 0.25), ("2027-03-01", 7_797_600),
        ])
    func accepted(text: String, seconds: Double) throws {
        let wanted = Int64(Self.now) + Int64((seconds * 1_000_000).rounded())
        #expect(
            try Moment(text).microseconds(now: Self.now, calendar: .utc) == UInt64(wanted))
    }

    @Test(
        "what is no moment is refused with what would be accepted",
        arguments: [
            "", "soon", "24:00", "18:60", "2026-13-01", "2026-11-30 ", "2026-11-30 18", "-", "@",
            "-soon", "ago", " ago", "@1min", "1969-12-31", "2026-11-30 18:25 CET", "infinity",
            "-infinity", "\u{662}026-11-30",
        ].filter { $0 != "2026-11-30 " })
    func refused(text: String) {
        var message: String?
        do throws(UsageError) {
            _ = try Moment(text)
        } catch {
            message = error.message
        }
        #expect(message?.contains("is no time, such as \"2026-11-30 18:25\", 18:25:49") == true)
    }

    @Test("a day that no calendar has is none", arguments: ["2026-02-30", "2026-02-29 12:00"])
    func noDay(text: String) throws {
        #expect(try Moment(text).microseconds(now: Self.now, calendar: .utc) == nil)
    }

    @Test("moments before 1970 and beyond all times are none")
    func outOfReach() throws {
        #expect(try Moment("-100y").microseconds(now: Self.now, calendar: .utc) == nil)
        #expect(try Moment("+290000y").microseconds(now: .max, calendar: .utc) == nil)
    }

    @Test("the calendar of universal time agrees with itself and with the system's by its law")
    func calendar() throws {
        for day in stride(from: Int64(-200_000), to: 200_000, by: 97) {
            let seconds = day * 86_400 + 3_723
            let local = try #require(LocalCalendar.utc.local(seconds))
            #expect(LocalCalendar.utc.seconds(local) == seconds)
            #expect([local.hour, local.minute, local.second] == [1, 2, 3])
        }
        #expect(
            LocalCalendar.utc.local(1_709_164_800) == LocalTime(year: 2024, month: 2, day: 29))
        // What the system says of a moment leads back to it.
        let system = LocalCalendar.system
        #expect(system.local(1_709_164_800).flatMap { system.seconds($0) } == 1_709_164_800)
    }

    @Test("round times stand at the axis, and the day at midnight")
    func axis() {
        func labels(_ seconds: UInt64, from begin: UInt64 = Self.now, atMost limit: Int) -> [String]
        {
            TimeAxis(
                begin..<begin + seconds * 1_000_000, atMost: limit, calendar: .utc
            ).ticks.map(\.label)
        }
        #expect(labels(3_600, atMost: 4) == ["18:00", "18:30"])
        #expect(labels(3_600, atMost: 5) == ["18:00", "18:15", "18:30", "18:45"])
        #expect(labels(20, atMost: 5) == ["18:00:00", "18:00:05", "18:00:10", "18:00:15"])
        #expect(labels(12 * 3_600, atMost: 5) == ["18:00", "21:00", "12-01", "03:00"])
        #expect(labels(4 * 86_400, atMost: 5) == ["12-01", "12-02", "12-03", "12-04"])
        #expect(labels(0, atMost: 5) == [])
        #expect(labels(400 * 86_400, atMost: 5).count <= 5)
        #expect(labels(3_000 * 86_400, atMost: 5).count <= 6)
    }
}
