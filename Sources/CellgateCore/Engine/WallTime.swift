/// A time of day and date, told by the caller; for people only, since it may jump.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01 00:00 UTC, as sd-bus and the journal tell times
    /// (`CLOCK_REALTIME`).
    package let microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.microseconds < right.microseconds
    }
}
