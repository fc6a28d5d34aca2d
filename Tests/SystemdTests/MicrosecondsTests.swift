import Testing

@testable import Systemd

@Suite struct MicrosecondsTests {
    static let durations: [(Duration, UInt64)] = [
        (Duration.zero, 0),
        (Duration.seconds(-1), 0),
        (Duration.nanoseconds(1), 1),
        (Duration.microseconds(1), 1),
        (Duration.nanoseconds(1001), 2),
        (Duration.milliseconds(2005), 2_005_000),
        (Duration.seconds(Int64.max), UInt64.max - 1),
        (Duration.seconds(18_446_744_073_709), 18_446_744_073_709_000_000),
        (
            Duration(secondsComponent: 18_446_744_073_709, attosecondsComponent: 551_615 * tera),
            .max - 1
        ),
        (
            Duration(secondsComponent: 18_446_744_073_709, attosecondsComponent: 551_616 * tera),
            .max - 1
        ),
    ]

    /// Attoseconds in a microsecond.
    static let tera: Int64 = 1_000_000_000_000

    @Test(
        "a duration becomes microseconds rounded up, and never \"never\"", arguments: durations)
    func fromDuration(duration: Duration, microseconds: UInt64) {
        #expect(duration.microsecondsSinceZero == microseconds)
    }

    @Test(
        "microseconds become a duration without a loss",
        arguments: [0, 1, 1_000_001, UInt64.max - 1] as [UInt64])
    func toDuration(microseconds: UInt64) {
        #expect(Duration(sinceZero: microseconds).microsecondsSinceZero == microseconds)
    }
}
