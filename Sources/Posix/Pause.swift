internal import Glibc

/// Waiting for time to pass.
package enum Pause {
    /// Has the calling thread sleep that long; not at all where it is negative. Source:
    /// clock_nanosleep(2), `CLOCK_MONOTONIC`.
    package static func last(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &rest) == EINTR { left = rest }
    }
}
