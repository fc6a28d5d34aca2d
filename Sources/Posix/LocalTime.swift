internal import Glibc

/// A moment by the calendar and the clock on the wall.
package struct LocalTime: Hashable, Sendable {
    package var year: Int
    /// From 1.
    package var month: Int
    /// From 1.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}

extension CalendarTime {
    /// A moment in the local time zone; nil where the calendar does not reach that far.
    ///
    /// - Parameter seconds: Since 1970 UTC. Source: localtime_r(3).
    package static func local(_ seconds: Int64) -> LocalTime? {
        var moment = time_t(seconds)
        var fields = unsafe tm()
        let filled = unsafe localtime_r(&moment, &fields)
        guard unsafe filled != nil else { return nil }
        return unsafe LocalTime(
            year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1,
            day: Int(fields.tm_mday), hour: Int(fields.tm_hour), minute: Int(fields.tm_min),
            second: Int(fields.tm_sec))
    }

    /// The seconds since 1970 UTC of a moment in the local time zone; nil where there are none.
    ///
    /// Fields may be beyond their ranges, as the 32nd of a month, which is one of the next. Of a
    /// time that a change of the clocks makes twice it is one, and of one that is left out a moment
    /// beside. Source: mktime(3).
    package static func seconds(_ local: LocalTime) -> Int64? {
        guard
            let year = Int32(exactly: local.year - 1900),
            let month = Int32(exactly: local.month - 1), let day = Int32(exactly: local.day),
            let hour = Int32(exactly: local.hour), let minute = Int32(exactly: local.minute),
            let second = Int32(exactly: local.second)
        else { return nil }
        var fields = unsafe tm()
        unsafe fields.tm_year = year
        unsafe fields.tm_mon = month
        unsafe fields.tm_mday = day
        unsafe fields.tm_hour = hour
        unsafe fields.tm_min = minute
        unsafe fields.tm_sec = second
        unsafe fields.tm_isdst = -1
        // -1 is a moment, too, and an error where the weekday stays what no calendar has.
        unsafe fields.tm_wday = -1
        let seconds = unsafe mktime(&fields)
        return unsafe fields.tm_wday == -1 ? nil : Int64(seconds)
    }
}
