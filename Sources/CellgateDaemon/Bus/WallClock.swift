internal import CellgateCore
internal import Systemd

/// Tells the time of day of the engine's moments.
///
/// One and the same moment has one and the same time of day as long as nobody sets the clock: the
/// difference of the two clocks is taken anew only where it is another by a second.
final class WallClock {
    private let loop: EventLoop
    /// What `CLOCK_REALTIME` is ahead of `CLOCK_BOOTTIME`.
    private var offset: Duration

    init(_ loop: EventLoop) {
        self.loop = loop
        offset = loop.wallTime - loop.now
    }

    /// The time of day now.
    var now: WallTime { wallTime(of: Instant(sinceZero: loop.now)) }

    /// The time of day of a moment.
    func wallTime(of moment: Instant) -> WallTime {
        let present = loop.wallTime - loop.now
        let difference = present - offset
        if difference > .seconds(1) || difference < .seconds(-1) { offset = present }
        let (seconds, attoseconds) = (moment.sinceZero + offset).components
        return WallTime(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
