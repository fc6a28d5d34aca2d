internal import Posix

/// Round moments in a range, to stand at a timeline.
package struct TimeAxis: Equatable, Sendable {
    /// In order.
    package let ticks: [Tick]

    /// A moment and its name.
    package struct Tick: Equatable, Sendable {
        /// In microseconds since 1970 UTC.
        package let time: UInt64
        /// Such as `18:25`, and at midnight the day.
        package let label: String

        package init(time: UInt64, label: String) {
            self.time = time
            self.label = label
        }
    }

    /// At most so many moments, each a whole number of steps from midnight.
    ///
    /// - Parameter range: In microseconds since 1970 UTC.
    package init(_ range: Range<UInt64>, atMost limit: Int, calendar: LocalCalendar) {
        let first = Int64(range.lowerBound / 1_000_000)
        let last = Int64(range.upperBound / 1_000_000)
        let step = Self.step(for: last - first, atMost: max(limit, 1))
        var ticks: [Tick] = []
        for seconds in Self.moments(from: first, to: last, step: step, calendar) {
            let time = UInt64(max(seconds, 0)) * 1_000_000
            guard range.contains(time), let local = calendar.local(seconds) else { continue }
            ticks.append(Tick(time: time, label: Self.label(local, step: step)))
        }
        self.ticks = ticks
    }

    private static let day: Int64 = 86_400

    private static func step(for length: Int64, atMost limit: Int) -> Int64 {
        let steps: [Int64] = [
            1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600,
            43_200, day, 2 * day, 7 * day, 14 * day, 28 * day,
        ]
        if let step = steps.first(where: { length / $0 < limit }) { return step }
        return (length / Int64(limit) / day + 1) * day
    }

    private static func moments(
        from first: Int64, to last: Int64, step: Int64, _ calendar: LocalCalendar
    ) -> [Int64] {
        guard let midnight = calendar.midnight(of: first) else { return [] }
        if step >= day {
            // By the calendar, since days of 23 and 25 hours would shift it.
            let count = Int((last - first) / day) + 2
            return stride(from: 0, to: count, by: Int(step / day)).compactMap {
                calendar.midnight(of: midnight, plus: $0)
            }
        }
        let skipped = (first - midnight + step - 1) / step
        return Array(stride(from: midnight + skipped * step, to: last + 1, by: Int(step)))
    }

    private static func label(_ time: LocalTime, step: Int64) -> String {
        if time.hour == 0, time.minute == 0, time.second == 0 {
            return "\(two(time.month))-\(two(time.day))"
        }
        let minutes = "\(two(time.hour)):\(two(time.minute))"
        return step % 60 == 0 ? minutes : minutes + ":" + two(time.second)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
