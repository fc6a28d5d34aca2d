/// A moment, told by the caller: the core knows no clock.
///
/// In the daemon it is `CLOCK_BOOTTIME`, which goes on while the machine sleeps; in a test or a
/// simulation it is whatever virtual time says.
package struct Instant: Hashable, Comparable, Sendable {
    /// The time since the clock's zero.
    package let sinceZero: Duration

    package init(sinceZero: Duration) {
        self.sinceZero = sinceZero
    }

    /// The clock's zero.
    package static let zero = Instant(sinceZero: .zero)

    package static func < (left: Instant, right: Instant) -> Bool {
        left.sinceZero < right.sinceZero
    }

    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(sinceZero: instant.sinceZero + duration)
    }

    /// The time from `earlier` to this moment.
    package func since(_ earlier: Instant) -> Duration {
        sinceZero - earlier.sinceZero
    }
}
