package import CellgateCore

/// An engine that is told what a recording holds, in place of a daemon.
///
/// Where the beginning of a recording was cut off, the engine knows nothing of what was before; so
/// it is started here. Answers that were given to another engine's questions may then end it before
/// the recording does: another takes its place, with what it knew of files and records. So after
/// everything was read anew, as on SIGUSR1, it has the state that the daemon had.
package struct Replay: Sendable {
    package private(set) var engine = Engine()
    /// What engines were told by the last line, in order; `start` begins with a new one.
    package private(set) var told: [Told] = []
    private var clock = Duration.zero
    private var hasBegun = false
    /// Whether the recording has no begin of its own.
    private var isCut = false
    /// How many turns have ended since the engine did; nil while it goes on.
    private var turnsSinceEnd: Int?

    package init() {}

    /// What an engine was told.
    package struct Told: Sendable {
        package let input: Input
        /// Whether it was known before, so that nothing of it is published.
        package let isKnown: Bool
    }

    /// Takes a line, and returns what the engine publishes.
    package mutating func take(_ line: RecordingLine) -> [Entry] {
        told = []
        switch line {
        case .header(let header):
            self = Replay()
            clock = header.clock
            return []
        case .lost:
            return []
        case .input(let input, let time):
            let now = Instant(sinceZero: clock + time)
            var entries: [Entry] = []
            if !hasBegun {
                hasBegun = true
                if input != .start {
                    isCut = true
                    entries += handle(.start, at: now)
                }
            }
            return entries + handle(input, at: now)
        }
    }

    private mutating func handle(_ input: Input, at now: Instant) -> [Entry] {
        if goesOn(with: input) { begin(engine.recap, at: now) }
        var entries: [Entry] = []
        var hasFailed = false
        told.append(Told(input: input, isKnown: false))
        for directive in engine.handle(input, at: now) {
            switch directive {
            case .publish(let entry): entries.append(entry)
            case .exit(let code): hasFailed = code != 0
            case .readPolicy, .readRecords, .readResolver, .dumpNetwork, .ask, .serve, .authorize,
                .reply, .signal, .prompt, .cancelPrompt, .guide, .withdrawGuidance, .storeRecords,
                .arm, .disarm, .notify:
                break
            }
        }
        if hasFailed, isCut {
            begin(engine.recap, at: now)
        } else if hasFailed {
            turnsSinceEnd = 0
        }
        return entries
    }

    /// Whether the recording goes on after the engine's end, which a daemon's does not: behind that
    /// stand only what was under way in the same turn, and what readers lost.
    private mutating func goesOn(with input: Input) -> Bool {
        guard let turns = turnsSinceEnd else { return false }
        if case .entriesLost = input { return false }
        if input == .endOfTurn, turns == 0 {
            turnsSinceEnd = 1
            return false
        }
        return turns > 0
    }

    /// Begins anew; nothing of what was known before is published again.
    private mutating func begin(_ recap: [Input], at now: Instant) {
        engine = Engine()
        turnsSinceEnd = nil
        for input in [.start] + recap {
            told.append(Told(input: input, isKnown: true))
            _ = engine.handle(input, at: now)
        }
    }
}
