package import CellgateCore

/// Makes a timeline of entries, one after the other.
///
/// Each change is an entry, so a state holds until another one is told. That ends where the daemon
/// stops, where it is started without having stopped (from its last entry on), and where numbers of
/// entries are missing: then nothing is known of a subject until an entry tells of it.
package struct TimelineBuilder {
    private let since: UInt64?
    private let until: UInt64?
    private let app: AppID?
    private var drafts: [Timeline.Subject: Draft] = [:]
    /// What an interface that was never usable would have: known or unknown.
    private var unseen: Draft?
    /// The interfaces that have a row.
    private var links: Set<Timeline.Subject> = []
    private var marks: [Timeline.Mark] = []
    private var last: (time: UInt64, sequence: UInt64?, life: String?)?
    private var hasStopped = false

    /// Whether entries that come now are behind the end.
    package private(set) var isOver = false

    /// - Parameters:
    ///   - since: The begin; nil for the first entry's time.
    ///   - until: The end; nil for a little behind the last entry, so that its state is shown.
    ///   - app: The only app that has a row; nil for all.
    package init(since: UInt64?, until: UInt64?, app: AppID?) {
        self.since = since
        self.until = until
        self.app = app
    }

    /// Takes the next entry in.
    ///
    /// Where its time is before that of the one before, as when the clock was set, it counts as of
    /// the same time.
    package mutating func take(_ entry: TimelineEntry) {
        let time = max(entry.time, last?.time ?? 0)
        guard !isOver, time < until ?? .max else {
            isOver = true
            return
        }
        begin(at: time)
        noteLife(of: entry)
        last = (time, entry.sequence, entry.life)
        if let path = entry.path { take(path, entry.interfaces, at: time) }
        if let id = entry.app, let standing = entry.standing, isWanted(id) {
            set(.app(id), standing, at: time)
        }
        if entry.endsSimulation { endSimulation(at: time) }
        takeMark(entry, at: time)
        hasStopped = entry.event == .stopped
        if hasStopped { forget(.stopped, at: time) }
    }

    /// The timeline; nil where there was no entry before its end.
    package func timeline() -> Timeline? {
        guard let last, let unseen else { return nil }
        let start = unseen.start
        let length = last.time > start ? last.time - start : 0
        let end = until ?? start + length + max(1_000_000, length / 40)
        guard end > start else { return nil }
        let subjects = drafts.keys.sorted(by: Self.isBefore)
        return Timeline(
            range: start..<end,
            rows: subjects.compactMap { subject in
                guard let row = drafts[subject] else { return nil }
                let intervals = row.intervals(until: end)
                // An interface that went before the range has no row.
                if case .interface = subject, !intervals.contains(where: \.state.isUsable) {
                    return nil
                }
                return Timeline.Row(subject: subject, intervals: intervals)
            },
            marks: marks)
    }

    // MARK: What entries tell

    private mutating func begin(at time: UInt64) {
        guard unseen == nil else { return }
        unseen = Draft(start: since ?? time)
        drafts[.path] = unseen
        if let app { drafts[.app(app)] = unseen }
    }

    private mutating func noteLife(of entry: TimelineEntry) {
        guard let last else { return }
        var isNew = false
        if let life = entry.life, let lastLife = last.life {
            isNew = life != lastLife
        } else if let sequence = entry.sequence, let lastSequence = last.sequence {
            isNew = sequence <= lastSequence
        }
        if isNew {
            if !hasStopped { forget(.ended, at: last.time) }
        } else if let sequence = entry.sequence, let lastSequence = last.sequence,
            sequence > lastSequence, sequence - lastSequence > 1
        {
            forget(.missing, at: last.time)
        }
    }

    private mutating func take(
        _ path: Timeline.State, _ interfaces: [(name: String, state: Timeline.State)],
        at time: UInt64
    ) {
        set(.path, path, at: time)
        unseen?.set(.notUsable, at: time)
        for (name, state) in interfaces { set(.interface(name), state, at: time) }
        let usable = Set(interfaces.map { Timeline.Subject.interface($0.name) })
        for subject in links.subtracting(usable) { set(subject, .notUsable, at: time) }
        links.formUnion(usable)
    }

    private mutating func set(
        _ subject: Timeline.Subject, _ state: Timeline.State, at time: UInt64
    ) {
        guard let unseen else { return }
        if case .app = subject {
            drafts[subject, default: Draft(start: unseen.start)].set(state, at: time)
        } else {
            drafts[subject, default: unseen].set(state, at: time)
        }
    }

    private mutating func forget(_ ignorance: Timeline.Ignorance, at time: UInt64) {
        unseen?.set(.unknown(ignorance), at: time)
        for subject in drafts.keys { drafts[subject]?.set(.unknown(ignorance), at: time) }
    }

    /// What is told now is so, although the entries that told it still belong to the simulation.
    private mutating func endSimulation(at time: UInt64) {
        unseen?.endSimulation(at: time)
        for subject in drafts.keys { drafts[subject]?.endSimulation(at: time) }
    }

    private mutating func takeMark(_ entry: TimelineEntry, at time: UInt64) {
        guard let start = unseen?.start, time >= start, let event = entry.event, event.isMark
        else { return }
        if let id = entry.app, !isWanted(id) { return }
        marks.append(
            Timeline.Mark(
                time: time, event: event, app: entry.app, message: entry[.message] ?? "",
                isSimulated: entry.isSimulated))
    }

    private func isWanted(_ id: AppID) -> Bool { app == nil || app == id }

    private static func isBefore(_ left: Timeline.Subject, _ right: Timeline.Subject) -> Bool {
        switch (left, right) {
        case (.path, .path): false
        case (.path, _): true
        case (_, .path): false
        case (.interface(let left), .interface(let right)): left < right
        case (.interface, .app): true
        case (.app, .interface): false
        case (.app(let left), .app(let right)): left < right
        }
    }
}

/// A row that goes on.
private struct Draft {
    /// The begin of the range.
    let start: UInt64
    private var intervals: [Timeline.Interval] = []
    private var state = Timeline.State.unknown(.untold)
    private var since: UInt64

    init(start: UInt64) {
        self.start = start
        since = start
    }

    /// The state is another one from a moment on, which is not before that of the last.
    mutating func set(_ new: Timeline.State, at time: UInt64) {
        guard new != state else { return }
        close(at: time)
        state = new
    }

    /// From a moment on the state is no simulated one.
    mutating func endSimulation(at time: UInt64) {
        set(Timeline.State(state.look, state.details), at: time)
    }

    /// All up to the end of the range.
    func intervals(until end: UInt64) -> [Timeline.Interval] {
        var copy = self
        copy.close(at: end)
        return copy.intervals
    }

    private mutating func close(at time: UInt64) {
        // What was over before the range began, or in the moment that it began, is nothing.
        guard time > since else { return }
        if let before = intervals.last, before.state == state {
            intervals[intervals.count - 1] = Timeline.Interval(
                range: before.range.lowerBound..<time, state: state)
        } else {
            intervals.append(Timeline.Interval(range: since..<time, state: state))
        }
        since = time
    }
}

extension Timeline.State {
    /// Of an interface.
    fileprivate static let notUsable = Timeline.State(
        .unusable, [Timeline.Detail("preferred", "no")])

    fileprivate var isUsable: Bool { look != .unusable && look != .unknown }
}

extension EntryEvent {
    /// Whether it is a moment of its own, and not the begin of a state.
    fileprivate var isMark: Bool {
        switch self {
        case .promptRequested, .promptAnswered, .promptWaiting, .guidanceChanged, .probeFinished,
            .permissionRequired, .refresh, .netlinkResync, .entriesLost, .started, .stopped,
            .configError, .interfaceHint, .measuresWarning, .simulationChanged:
            true
        case .pathChanged, .appChanged, .restrictionChanged, .snapshot, .configLoaded, .busChanged:
            false
        }
    }
}
