internal import CellgateCore
internal import CellgatePolicyFile
package import Posix

/// A moment as people write it: the times of journalctl(1), as far as they name one.
package enum Moment: Equatable, Sendable {
    /// By the calendar, and in which time zone.
    case absolute(LocalTime, microseconds: UInt64, isUTC: Bool)
    /// A time of today.
    case time(hour: Int, minute: Int, second: Int, microseconds: UInt64)
    /// Microseconds from now.
    case relative(Int64)
    /// Midnight of a day, from today.
    case day(Int)
    /// Microseconds since 1970 UTC.
    case sinceEpoch(UInt64)

    /// Reads a moment.
    ///
    /// - Throws: ``UsageError`` that names what is accepted.
    package init(_ text: String) throws(UsageError) {
        let trimmed = text.split(separator: " ", omittingEmptySubsequences: true)
        guard let moment = Self.read(trimmed.joined(separator: " ")) else {
            throw UsageError(
                "\(JSONText.quote(text)) is no time, such as \"2026-11-30 18:25\", 18:25:49, "
                    + "today, yesterday, -2h, \"2h ago\" or @1796059759")
        }
        self = moment
    }

    /// The moment in microseconds since 1970 UTC; nil where the calendar does not have it.
    ///
    /// - Parameter now: In the same.
    package func microseconds(now: UInt64, calendar: LocalCalendar) -> UInt64? {
        switch self {
        case .relative(let distance):
            let (sum, isOver) = Int64(clamping: now).addingReportingOverflow(distance)
            return isOver || sum < 0 ? nil : UInt64(sum)
        case .sinceEpoch(let moment): return moment
        case .day(let days):
            return Self.microseconds(
                calendar.midnight(of: Int64(now / 1_000_000), plus: days), 0)
        case .time(let hour, let minute, let second, let microseconds):
            guard var local = calendar.local(Int64(now / 1_000_000)) else { return nil }
            (local.hour, local.minute, local.second) = (hour, minute, second)
            return Self.microseconds(calendar.seconds(local), microseconds)
        case .absolute(let local, let microseconds, let isUTC):
            let calendar = isUTC ? .utc : calendar
            guard let seconds = calendar.seconds(local), let found = calendar.local(seconds),
                // No calendar has the 30th of February.
                found.month == local.month, found.day == local.day
            else { return nil }
            return Self.microseconds(seconds, microseconds)
        }
    }

    private static func microseconds(_ seconds: Int64?, _ rest: UInt64) -> UInt64? {
        guard let seconds, seconds >= 0 else { return nil }
        return UInt64(seconds) * 1_000_000 + rest
    }

    private static func read(_ text: String) -> Moment? {
        switch text {
        case "now": return .relative(0)
        case "today": return .day(0)
        case "yesterday": return .day(-1)
        case "tomorrow": return .day(1)
        default: break
        }
        if text.hasPrefix("@") {
            // A number alone counts seconds.
            guard let moment = span(text.dropFirst()), text.dropFirst().allSatisfy(\.isNumberSign)
            else { return nil }
            return .sinceEpoch(UInt64(moment))
        }
        if text.hasPrefix("-") { return span(text.dropFirst()).map { .relative(-$0) } }
        if text.hasPrefix("+") { return span(text.dropFirst()).map { .relative($0) } }
        if text.hasSuffix(" ago") { return span(text.dropLast(4)).map { .relative(-$0) } }
        return readCalendar(text)
    }

    private static func readCalendar(_ text: String) -> Moment? {
        var parts = text.split(separator: " ")
        let isUTC = parts.last == "UTC"
        if isUTC { parts.removeLast() }
        // As in ISO 8601.
        parts = parts.flatMap { $0.split(separator: "T") }
        guard let last = parts.popLast() else { return nil }
        if parts.isEmpty, let date = date(last) {
            return .absolute(date, microseconds: 0, isUTC: isUTC)
        }
        guard let time = time(last) else { return nil }
        if parts.isEmpty, !isUTC {
            return .time(
                hour: time.hour, minute: time.minute, second: time.second,
                microseconds: time.microseconds)
        }
        guard parts.count == 1, var date = date(parts[0]) else { return nil }
        (date.hour, date.minute, date.second) = (time.hour, time.minute, time.second)
        return .absolute(date, microseconds: time.microseconds, isUTC: isUTC)
    }

    /// A day without its time.
    private static func date(_ text: Substring) -> LocalTime? {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/.asciiOnlyDigits()),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return LocalTime(year: year, month: month, day: day)
    }

    private static func time(
        _ text: Substring
    ) -> (hour: Int, minute: Int, second: Int, microseconds: UInt64)? {
        let form = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?/.asciiOnlyDigits()
        guard let match = text.wholeMatch(of: form),
            let hour = Int(match.1), let minute = Int(match.2),
            let second = Int(match.3 ?? "0"), hour < 24, minute < 60, second < 60
        else { return nil }
        let fraction = match.4.map(String.init) ?? ""
        let padded = fraction + String(repeating: "0", count: 6 - fraction.count)
        return (hour, minute, second, UInt64(padded) ?? 0)
    }

    /// A time span in microseconds; nil where it is none, or endless.
    private static func span(_ text: Substring) -> Int64? {
        guard case .finite(let span)? = try? TimeSpan.parse(Array(text.utf8)) else { return nil }
        let (seconds, attoseconds) = span.components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isSumOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isOver || isSumOver ? nil : sum
    }
}

extension Character {
    fileprivate var isNumberSign: Bool { self == "." || ("0"..."9").contains(self) }
}
