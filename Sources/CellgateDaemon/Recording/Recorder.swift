package import CellgateCore
internal import CellgateRecording
package import Posix
internal import Synchronization

/// Writes everything that is handed to the engine into a file, for a loop that must not wait for the
/// disk: a thread of its own does it.
///
/// The file is bounded: when it is full another one begins, and the full one is kept as `NAME.1`. What
/// an engine has to know to go on in the middle of a life is asked for with ``takeNeed()`` and written
/// with ``recap(_:at:)``: at the begin of such a file, and where inputs were lost.
package final class Recorder {
    private let desk: Desk
    private let thread: WriterThread<Desk.Job>

    /// How many bytes a file has when the next one begins, where nobody says another number.
    package static let usualLimit = 16 << 20
    /// How many inputs may wait for the disk.
    private static let capacity = 4_096

    /// Begins the file; one that is there is kept as `NAME.1`.
    ///
    /// - Parameters:
    ///   - now: the moment from which the times in the file are counted.
    ///   - limit: how many bytes a file has when the next one begins.
    ///   - losses: told of inputs that could not be written.
    /// - Throws: the error of rename(2), open(2), write(2), pipe(2) or pthread_create(3).
    package init(
        path: String, at now: Instant, limit: Int = usualLimit, losses: LossReport<EntryReader>
    ) throws(SystemError) {
        let desk = try Desk(path: path, at: now, limit: limit, losses: losses)
        thread = try WriterThread(capacity: Self.capacity) { count in
            .lost(count)
        } write: { job in
            desk.write(job)
        }
        self.desk = desk
    }

    /// Queues an input; never blocks.
    package func record(_ input: Input, at now: Instant) {
        thread.enqueue(.input(input, now))
    }

    /// Whether a recap is wanted; true once for each.
    package func takeNeed() -> Bool {
        desk.isRecapWanted.exchange(false, ordering: .relaxed)
    }

    /// Queues what an engine has to know to go on from here; the network is to be read anew behind
    /// it.
    package func recap(_ inputs: [Input], at now: Instant) {
        thread.enqueue(.recap(inputs, now))
    }

    /// Waits until everything is written; false where that takes longer.
    package func drain(timeout: Duration) -> Bool {
        thread.drain(timeout: timeout)
    }
}

/// What the thread does.
private final class Desk: Sendable {
    enum Job: Sendable {
        case input(Input, Instant)
        case recap([Input], Instant)
        /// So many jobs were lost, since the disk did not keep up.
        case lost(Int)
    }

    private struct State: ~Copyable {
        var file: RotatedFile
        /// What the times in the file are counted from.
        var clock: Instant
        /// The time of the last line.
        var last = Duration.zero
        /// How many inputs are missing since the last line.
        var missing = 0
        /// How many of them were not told of yet.
        var untold = 0
        /// Whether the last line could not be written.
        var isFailing = false
        /// Whether the file is full and no other could be begun.
        var isStuck = false

        init(_ file: consuming RotatedFile, clock: Instant) {
            self.file = file
            self.clock = clock
        }
    }

    let isRecapWanted = Atomic(false)
    private let state: Mutex<State>
    private let limit: Int
    private let losses: LossReport<EntryReader>

    init(
        path: String, at now: Instant, limit: Int, losses: LossReport<EntryReader>
    ) throws(SystemError) {
        var file = try RotatedFile(path: path)
        try file.append(Self.header(now))
        state = Mutex(State(file, clock: now))
        self.limit = limit
        self.losses = losses
    }

    func write(_ job: Job) {
        state.withLock { state in
            switch job {
            case .input(let input, let instant):
                write([input], at: instant, to: &state, isRecap: false)
            case .recap(let inputs, let instant):
                write(inputs, at: instant, to: &state, isRecap: true)
            case .lost(let count):
                lose(count, &state)
                isRecapWanted.store(true, ordering: .relaxed)
            }
        }
    }

    private func write(
        _ inputs: [Input], at instant: Instant, to state: inout State, isRecap: Bool
    ) {
        do throws(SystemError) {
            if state.file.size >= limit, isRecap || state.isStuck {
                state.isStuck = true
                try state.file.rotate()
                state.isStuck = false
                state.clock = instant
                state.last = .zero
            }
            let time = max(state.last, instant.since(state.clock))
            guard var lines = lines(inputs, at: time, after: state.missing) else {
                // What cannot be written now cannot later, in a recap, either.
                return lose(isRecap ? 0 : 1, &state)
            }
            let wasBelow = state.file.size < limit
            if state.file.size == 0 { lines = Self.header(state.clock) + lines }
            try state.file.append(lines)
            state.last = time
            state.missing = 0
            if state.isFailing || wasBelow && state.file.size >= limit {
                isRecapWanted.store(true, ordering: .relaxed)
            }
            state.isFailing = false
            tell(&state)
        } catch {
            lose(isRecap ? 0 : 1, &state)
            state.isFailing = true
        }
    }

    /// Nil where one of them cannot be written as JSON.
    private func lines(_ inputs: [Input], at time: Duration, after missing: Int) -> [UInt8]? {
        let lost = missing > 0 ? [RecordingLine.lost(missing, at: time)] : []
        let lines = lost + inputs.map { .input($0, at: time) }
        return try? lines.flatMap { try $0.bytes() }
    }

    /// Counts inputs that are lost. The first are told at once, and the rest when it is over: that they
    /// are told is an input, too.
    private func lose(_ count: Int, _ state: inout State) {
        state.missing += count
        state.untold += count
        if !state.isFailing { tell(&state) }
    }

    private func tell(_ state: inout State) {
        if state.untold > 0 { losses.add(state.untold, of: .recording) }
        state.untold = 0
    }

    private static func header(_ now: Instant) -> [UInt8] {
        let header = RecordingHeader(
            program: version, recorded: Int64(clamping: CalendarTime.now), clock: now.sinceZero)
        // A header holds nothing that JSON cannot say.
        return (try? RecordingLine.header(header).bytes()) ?? []
    }
}
