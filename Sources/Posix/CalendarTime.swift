internal import Glibc

/// Moments as people write them, in the local time zone.
package enum CalendarTime {
    /// The time of day, in microseconds since 1970 UTC. Source: clock_gettime(2).
    package static var now: UInt64 {
        var time = timespec()
        // Fails only where there is no such clock.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(time.tv_nsec) / 1_000
    }

    /// A moment such as `Mon 2026-11-30 17:29:19 UTC`.
    ///
    /// - Parameter seconds: Since 1970 UTC.
    /// - Returns: Nil where the calendar does not reach that far.
    package static func dateAndTime(_ seconds: UInt64) -> String? {
        text(seconds, "%a %Y-%m-%d %H:%M:%S %Z")
    }

    /// The time alone, such as `17:29:19`.
    ///
    /// - Returns: Nil where the calendar does not reach that far.
    package static func time(_ seconds: UInt64) -> String? { text(seconds, "%H:%M:%S") }

    /// Source: localtime_r(3), strftime(3); without setlocale(3) the names are English.
    private static func text(_ seconds: UInt64, _ format: String) -> String? {
        guard var moment = time_t(exactly: seconds) else { return nil }
        var fields = unsafe tm()
        let filled = unsafe localtime_r(&moment, &fields)
        guard unsafe filled != nil else { return nil }
        var buffer = [CChar](repeating: 0, count: 128)
        let count = unsafe strftime(&buffer, buffer.count, format, &fields)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
