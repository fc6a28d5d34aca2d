/// Tells the time and how people write it.
package struct Clock: Sendable {
    /// The time of day, in microseconds since 1970 UTC.
    package let now: @Sendable () -> UInt64
    /// A moment with its date, of seconds since 1970 UTC; nil where no calendar has it.
    package let dateAndTime: @Sendable (UInt64) -> String?
    /// The same without its date.
    package let time: @Sendable (UInt64) -> String?

    /// A clock that tells the time by these.
    package init(
        now: @escaping @Sendable () -> UInt64, dateAndTime: @escaping @Sendable (UInt64) -> String?,
        time: @escaping @Sendable (UInt64) -> String?
    ) {
        self.now = now
        self.dateAndTime = dateAndTime
        self.time = time
    }

    /// A moment as `Mon 2026-11-30 17:29:19 UTC; 5min ago`.
    ///
    /// - Parameter moment: In microseconds since 1970 UTC; 0 is not known.
    func text(_ moment: UInt64) -> String? {
        guard moment > 0, let text = dateAndTime(moment / 1_000_000) else { return nil }
        let now = now()
        let distance = Self.span(now > moment ? now - moment : moment - now)
        return "\(text); \(now >= moment ? "\(distance) ago" : "in \(distance)")"
    }

    /// The time of now, as it stands before a line.
    func stamp() -> String { time(now() / 1_000_000) ?? "-" }

    /// The two largest parts of a length of time, as the service manager's tools write them.
    static func span(_ microseconds: UInt64) -> String {
        let seconds = microseconds / 1_000_000
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days >= 2 { return "\(days) days" }
        if days == 1 { return "1 day" + (hours > 0 ? " \(hours)h" : "") }
        if hours > 0 { return "\(hours)h" + (minutes > 0 ? " \(minutes)min" : "") }
        if minutes > 0 { return "\(minutes)min" + (seconds % 60 > 0 ? " \(seconds % 60)s" : "") }
        return "\(seconds)s"
    }
}
