/// Decides when links and addresses are dumped anew because messages were lost, and when that is
/// told: a storm must lead neither to dump after dump nor to a flood of entries.
struct ResyncThrottle: Equatable, Sendable {
    /// What happened since the last entry.
    struct Losses: Equatable, Sendable {
        var overruns = 0
        var undecodable = 0
        var failure: String?

        var isEmpty: Bool { self == Losses() }
    }

    /// What is due now.
    struct Step: Equatable, Sendable {
        var isDumpDue = false
        /// What an entry has to tell; nil for no entry.
        var report: Losses?
        /// When to look again; nil where nothing is outstanding.
        var next: Instant?
    }

    private var losses = Losses()
    private var dumpAt: Instant?
    private var lastDump: Instant?
    private var lastReport: Instant?
    private var interruptions = 0

    /// Messages were lost or could not be decoded.
    mutating func lose(overruns: Int, undecodable: Int, at now: Instant) -> Step {
        losses.overruns += overruns
        losses.undecodable += undecodable
        requestDump(at: (lastDump.map { $0 + Self.dumpInterval } ?? now))
        return step(at: now)
    }

    /// The kernel could not be asked.
    mutating func fail(_ reason: String, at now: Instant) -> Step {
        losses.failure = reason
        requestDump(at: now + Self.dumpInterval)
        return step(at: now)
    }

    /// A dump came.
    ///
    /// One that was interrupted may lack something, so another one is due: soon, and later each
    /// time, for an endless churn is no reason to dump for ever. What it held that could not be
    /// decoded is told; the next one would hold it again.
    mutating func finish(_ dump: NetworkDump, at now: Instant) -> Step {
        lastDump = now
        losses.undecodable += dump.undecodable
        interruptions = dump.isInterrupted ? min(interruptions + 1, 6) : 0
        if dump.isInterrupted {
            requestDump(at: now + Self.dumpInterval * (1 << (interruptions - 1)))
        }
        return step(at: now)
    }

    /// What is due at `now`.
    mutating func step(at now: Instant) -> Step {
        var step = Step()
        if let due = dumpAt, due <= now {
            step.isDumpDue = true
            dumpAt = nil
            lastDump = now
        }
        var reportAt: Instant?
        if !losses.isEmpty {
            let due = lastReport.map { $0 + Self.reportInterval } ?? now
            if due <= now {
                step.report = losses
                losses = Losses()
                lastReport = now
            } else {
                reportAt = due
            }
        }
        step.next = [dumpAt, reportAt].compactMap(\.self).min()
        return step
    }

    private mutating func requestDump(at instant: Instant) {
        dumpAt = min(dumpAt ?? instant, instant)
    }

    private static let dumpInterval = Duration.seconds(1)
    private static let reportInterval = Duration.seconds(5)
}
