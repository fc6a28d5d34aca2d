internal import Systemd

/// A job's attempts to learn the daemon's state: one at a time, and after one that failed, another
/// when a pause is over.
final class Attempts {
    private var pauses = Pauses()
    private var timer: TimerSource?
    private var number = 0
    /// What was complained of last; nil while all is well.
    private var complaint: String?

    /// Begins a new one; what was under way is void.
    ///
    /// - Returns: Its number, by which answers to earlier ones are told apart.
    func begin() -> Int {
        timer = nil
        number += 1
        return number
    }

    /// Whether an answer to this attempt still counts.
    func isCurrent(_ attempt: Int) -> Bool { attempt == number }

    /// Gives up what is under way: the daemon has gone, and its coming is told.
    func cancel() {
        _ = begin()
        pauses = Pauses()
        complaint = nil
    }

    /// The state is known.
    func succeed() {
        pauses = Pauses()
        complaint = nil
    }

    /// Says why the attempt failed, unless it was said before, and has another one made later.
    ///
    /// - Parameter handler: Called when the pause is over and nothing else has begun.
    func pause(
        in session: Session, because error: BusError, handler: @escaping () -> Void
    ) {
        _ = begin()
        let reason = Complaint.clause(error)
        if complaint != reason {
            complaint = reason
            session.output.complain(["cellgatectl: \(reason); asking again."])
        }
        do throws(BusError) {
            timer = try session.timer(after: pauses.next(), handler: handler)
        } catch {
            session.fail(error)
        }
    }
}

/// The pauses between attempts: 1 s, doubling to 5 s.
struct Pauses {
    private var upcoming = Duration.seconds(1)

    /// How long to pause now.
    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, .seconds(5)) }
        return upcoming
    }
}
