import Testing

@testable import CellgatePolicyFile

@Suite("time spans")
struct TimeSpanTests {
    private func parse(_ text: String) -> Result<TimeSpan, TimeSpan.Fault> {
        Result { () throws(TimeSpan.Fault) in try TimeSpan.parse(text.utf8) }
    }

    @Test(
        "every unit of systemd.time(7) has its length",
        arguments: [
            (["us", "usec", "\u{B5}s", "\u{3BC}s"], 1),
            (["ms", "msec"], 1_000),
            (["s", "sec", "second", "seconds", ""], 1_000_000),
            (["m", "min", "minute", "minutes"], 60_000_000),
            (["h", "hr", "hour", "hours"], 3_600_000_000),
            (["d", "day", "days"], 86_400_000_000),
            (["w", "week", "weeks"], 604_800_000_000),
            (["M", "month", "months"], 2_629_800_000_000),
            (["y", "year", "years"], 31_557_600_000_000),
        ] as [([String], Int64)])
    func units(names: [String], microseconds: Int64) {
        for name in names {
            #expect(
                parse("3\(name)") == .success(.finite(.microseconds(3 * microseconds))), "\(name)")
            #expect(
                parse("3 \(name)") == .success(.finite(.microseconds(3 * microseconds))), "\(name)")
        }
    }

    // What `systemd-analyze timespan` of systemd 252 says of each.
    @Test(
        "numbers with units add up",
        arguments: [
            ("0", 0), ("0s", 0), ("000", 0), ("1h 30min", 5_400_000_000), ("1h30", 3_630_000_000),
            ("1d2h", 93_600_000_000), ("1hour30minutes", 5_400_000_000), ("5 5", 10_000_000),
            ("5s5", 10_000_000), ("2 months 3 ms", 5_259_600_003_000), (" 1 s ", 1_000_000),
            ("1\ts", 1_000_000), ("1.5s", 1_500_000), (".5s", 500_000), ("1 .5s", 1_500_000),
            ("1.5 .5", 2_000_000), ("1.5s.5", 2_000_000), ("1.5M", 3_944_700_000_000),
            ("1.5y", 47_336_400_000_000), ("1.9999999s", 1_999_999), ("0.1us", 0),
            ("1.000000000000000000000000000001s", 1_000_000),
            ("9223372036854775807us", .max), ("200000y", 6_311_520_000_000_000_000),
        ] as [(String, Int64)])
    func sums(text: String, microseconds: Int64) {
        #expect(parse(text) == .success(.finite(.microseconds(microseconds))))
    }

    @Test("infinity stands alone", arguments: ["infinity", " infinity\t"])
    func infinity(text: String) {
        #expect(parse(text) == .success(.infinity))
    }

    @Test(
        "what is no time span is told apart",
        arguments: [
            "", " ", "s", "min", "-1", "-1s", "+5", "5x", "5mi", "5secs", "5.", "3.sec", "1.5.5",
            ".", ".s", "1..5", "0x10", "1e3", "1 m s", "1 infinity", "infinity 1", "Infinity", "5S",
            "5 ms s", "1,5s", "1s,", "５s", "1s\u{0}",
        ])
    func malformed(text: String) {
        #expect(parse(text) == .failure(.malformed))
    }

    @Test(
        "what is too long is told apart, and nothing overflows",
        arguments: [
            "9223372036854775808us", "9223372036854775807us 1us", "9223372036854775807s",
            "99999999999999999999999", "300000y", "292271y 1y", "292270.99999y 1y",
            "9223372036854775807us .9s",
        ])
    func tooLong(text: String) {
        #expect(parse(text) == .failure(.tooLong))
    }
}
