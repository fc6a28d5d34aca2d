/// A length of time as systemd.time(7) writes it: `1d`, `1h 30min`, `1.5s`, `infinity`.
package enum TimeSpan: Equatable, Sendable {
    /// A whole number of microseconds, at most `Int64.max`, not negative.
    case finite(Duration)
    /// `infinity`.
    case infinity

    /// Why a text is no time span.
    package enum Fault: Error, Equatable {
        /// It is not written as one.
        case malformed
        /// It is more than `Int64.max` microseconds, about 292,000 years.
        case tooLong
    }

    /// Reads a sum of numbers with units, where a number without unit counts seconds.
    ///
    /// White space may stand between all of them and may be missing. A number may have a fraction
    /// (`.5s` too); what is below a microsecond is dropped. Names of units are told by the longest
    /// that fits, so `5min` is minutes and `5mi` is nothing.
    ///
    /// - Throws: ``Fault/malformed`` for what is empty, signed, or has an unknown unit;
    ///   ``Fault/tooLong``.
    package static func parse(_ text: some Collection<UInt8>) throws(Fault) -> TimeSpan {
        var rest = Array(text).trimmed
        if rest.elementsEqual("infinity".utf8) { return .infinity }
        guard !rest.isEmpty else { throw .malformed }
        var total: Int64 = 0
        while !rest.isEmpty {
            let whole = takeDigits(&rest)
            var fraction: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
                fraction = takeDigits(&rest)
                guard !fraction.isEmpty, rest.first != UInt8(ascii: ".") else { throw .malformed }
            } else if whole.isEmpty {
                throw .malformed
            }
            rest = rest.drop(while: \.isWhiteSpace)
            let unit = takeUnit(&rest)
            rest = rest.drop(while: \.isWhiteSpace)
            total = try sum(total, product(whole, unit))
            // Each digit counts a tenth of the one before; the loop ends where that is nothing.
            var weight = unit / 10
            for digit in fraction where weight > 0 {
                total = try sum(total, Int64(digit - UInt8(ascii: "0")) * weight)
                weight /= 10
            }
        }
        return .finite(.microseconds(total))
    }

    /// The units and their lengths in microseconds; where one begins another, the longer is first.
    private static let units: [(name: String, microseconds: Int64)] = [
        ("seconds", 1_000_000), ("second", 1_000_000), ("sec", 1_000_000), ("s", 1_000_000),
        ("minutes", 60_000_000), ("minute", 60_000_000), ("min", 60_000_000),
        ("months", month), ("month", month), ("M", month), ("msec", 1_000), ("ms", 1_000),
        ("m", 60_000_000), ("hours", hour), ("hour", hour), ("hr", hour), ("h", hour),
        ("days", day), ("day", day), ("d", day), ("weeks", 7 * day), ("week", 7 * day),
        ("w", 7 * day), ("years", year), ("year", year), ("y", year), ("usec", 1), ("us", 1),
        // The micro sign and the Greek letter.
        ("\u{B5}s", 1), ("\u{3BC}s", 1),
    ]

    private static let hour: Int64 = 3_600_000_000
    private static let day = 24 * hour
    /// A twelfth of a year: 30.4375 days, which the manual rounds to 30.44.
    private static let month = year / 12
    /// 365.25 days.
    private static let year = 8_766 * hour

    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// The microseconds of the unit at the beginning; a second where there is none.
    private static func takeUnit(_ rest: inout ArraySlice<UInt8>) -> Int64 {
        for unit in units where rest.starts(with: unit.name.utf8) {
            rest = rest.dropFirst(unit.name.utf8.count)
            return unit.microseconds
        }
        return 1_000_000
    }

    /// So many times the unit; no digits are zero.
    private static func product(
        _ digits: ArraySlice<UInt8>, _ unit: Int64
    ) throws(Fault) -> Int64 {
        guard !digits.isEmpty else { return 0 }
        guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { throw .tooLong }
        let (result, overflows) = number.multipliedReportingOverflow(by: unit)
        if overflows { throw .tooLong }
        return result
    }

    private static func sum(_ left: Int64, _ right: Int64) throws(Fault) -> Int64 {
        let (result, overflows) = left.addingReportingOverflow(right)
        if overflows { throw .tooLong }
        return result
    }
}
