package import Posix

/// Tells moments by the calendar of a time zone.
package struct LocalCalendar: Sendable {
    /// The time on the wall at seconds since 1970 UTC; nil where the calendar does not reach that
    /// far.
    package let local: @Sendable (Int64) -> LocalTime?
    /// The seconds since 1970 UTC of a time on the wall, whose fields may be beyond their ranges.
    package let seconds: @Sendable (LocalTime) -> Int64?

    /// The time zone that the user has set.
    package static let system = LocalCalendar(
        local: { CalendarTime.local($0) }, seconds: { CalendarTime.seconds($0) })

    /// Universal time.
    package static let utc = LocalCalendar(
        local: { seconds in
            let date = civilDate(ofDay: Int(floorDivide(seconds, 86_400)))
            let rest = Int(seconds - floorDivide(seconds, 86_400) * 86_400)
            return LocalTime(
                year: date.year, month: date.month, day: date.day, hour: rest / 3_600,
                minute: rest / 60 % 60, second: rest % 60)
        },
        seconds: { time in
            // Far enough for all that the callers have, and far from an overflow.
            guard (0...9_999).contains(time.year), abs(time.day) < 1_000_000 else { return nil }
            let months = time.year * 12 + time.month - 1
            let day = dayNumber(year: months / 12, month: months % 12 + 1) + time.day - 1
            return Int64(day) * 86_400 + Int64(time.hour * 3_600 + time.minute * 60 + time.second)
        })

    /// Midnight at the begin of a day; nil where the calendar does not reach that far.
    ///
    /// - Parameters:
    ///   - seconds: A moment of the day, since 1970 UTC.
    ///   - days: How many days later.
    package func midnight(of seconds: Int64, plus days: Int = 0) -> Int64? {
        guard let time = local(seconds) else { return nil }
        return self.seconds(
            LocalTime(year: time.year, month: time.month, day: time.day + days))
    }

    /// The number of a month's first day, from 1970-01-01. Years count from March, so that the leap
    /// day is their last.
    private static func dayNumber(year: Int, month: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = Int(floorDivide(Int64(marchYear), 400))
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func civilDate(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = Int(floorDivide(Int64(shifted), 146_097))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}
