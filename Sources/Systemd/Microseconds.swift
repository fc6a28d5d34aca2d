/// Conversions between the standard library's durations and libsystemd's times in microseconds.
extension Duration {
    /// The time that far from a clock's zero.
    init(sinceZero microseconds: UInt64) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        // Neither can overflow: a UInt64 of microseconds has fewer seconds than an Int64 holds.
        self = .seconds(Int64(seconds)) + .microseconds(Int64(rest))
    }

    /// The time in microseconds, rounded up, so that a timer is never early; 0 for what is
    /// negative, and at most one less than `UInt64.max`, which means "never" to libsystemd.
    var microsecondsSinceZero: UInt64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (whole, isTooLarge) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
        let part = UInt64((attoseconds + 999_999_999_999) / 1_000_000_000_000)
        let (sum, isSumTooLarge) = whole.addingReportingOverflow(part)
        return isTooLarge || isSumTooLarge ? .max - 1 : min(sum, .max - 1)
    }
}
