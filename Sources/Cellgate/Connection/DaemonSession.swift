internal import CellgateBusInterface
internal import CellgateCore
internal import Systemd

/// How a program keeps up with the daemon: what comes of it, and what is to be asked next.
///
/// It subscribes, then reads its own app, then follows the changes that are not older than the
/// reading. What comes between subscription and reading is not kept: where it was newer than what
/// was read, the daemon is read again. Pure, so that every order of events can be tried.
struct DaemonSession {
    /// What has happened. Answers carry the number of the attempt that asked.
    enum Input: Equatable, Sendable {
        case event(ManagerClient.Event)
        /// The answer to `subscribe`; nil where it was done.
        case subscribed(attempt: Int, BusError?)
        case read(attempt: Int, Result<Reading, BusError>)
        /// The pause is over.
        case retry(attempt: Int)
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        case subscribe(attempt: Int)
        case readOwnApp(attempt: Int)
        case readDevice(attempt: Int)
        case retry(attempt: Int, after: Duration)
        /// Tell everybody what is known now; each time another value.
        case tell(Snapshot)
    }

    /// What is known.
    private(set) var snapshot = Snapshot()

    private var phase = Phase.absent
    /// Grows with each new beginning, so that answers to an earlier one are told apart.
    private var attempt = 0
    /// The newest evaluation of which a change came while the daemon was being read.
    private var missed: UInt64 = 0
    /// Whether a change of an app came while the daemon was being read.
    private var hasMissedApp = false
    private var pause = firstPause

    private enum Phase {
        case absent
        case subscribing
        case reading
        case following
    }

    static let firstPause = Duration.milliseconds(250)
    static let longestPause = Duration.seconds(5)

    /// Takes in what has happened.
    ///
    /// - Returns: What is to be done, in order.
    mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .event(.available): begin()
        case .event(.unavailable(let error)):
            lose(error)
        case .event(.app(let app, let changes)): take(changes, of: app)
        case .event(.manager(let changes)): take(changes, of: nil)
        case .event(.left): phase == .following ? read() : []
        case .retry(attempt): begin()
        case .subscribed(attempt, nil) where phase == .subscribing: read()
        case .subscribed(attempt, let error?) where phase == .subscribing: fail(error)
        case .read(attempt, .success(let reading)) where phase == .reading: accept(reading)
        case .read(attempt, .failure(let error)) where phase == .reading:
            if error.isNoApp { [.readDevice(attempt: attempt)] } else { fail(error) }
        case .subscribed, .read, .retry: []
        }
    }

    private mutating func begin() -> [Action] {
        attempt += 1
        phase = .subscribing
        return [.subscribe(attempt: attempt)]
    }

    private mutating func read() -> [Action] {
        phase = .reading
        missed = 0
        hasMissedApp = false
        return [.readOwnApp(attempt: attempt)]
    }

    private mutating func accept(_ reading: Reading) -> [Action] {
        if missed > reading.generation { return read() }
        // Between the two questions it came to belong to an app.
        if case .device = reading, hasMissedApp { return read() }
        phase = .following
        pause = Self.firstPause
        return tell(Snapshot(reading: reading, connection: .connected))
    }

    private mutating func lose(_ error: BusError) -> [Action] {
        attempt += 1
        phase = .absent
        return tell(
            Snapshot(reading: snapshot.reading, connection: .lost(CellgateError(error))))
    }

    /// The daemon is there, and does not answer as it should: it is asked again later.
    private mutating func fail(_ error: BusError) -> [Action] {
        let told = lose(error)
        let next = Action.retry(attempt: attempt, after: pause)
        pause = min(pause * 2, Self.longestPause)
        return told + [next]
    }

    private mutating func tell(_ new: Snapshot) -> [Action] {
        guard new != snapshot else { return [] }
        snapshot = new
        return [.tell(new)]
    }

    /// Takes in changes of an app, or of the device where that is nil.
    private mutating func take(_ changes: BusValue, of app: AppID?) -> [Action] {
        let generation = changes["Generation"]?.uint64 ?? 0
        guard phase == .following, let reading = snapshot.reading else {
            if phase == .reading {
                missed = max(missed, generation)
                hasMissedApp = hasMissedApp || app != nil
            }
            return []
        }
        // Other files may make this process another app's.
        if app == nil, changes["Cause"] == .string(Cause.reload.rawValue) { return read() }
        switch (reading, app) {
        case (.app(let own), let app?) where AppID(own.id) == app:
            return follow(own, changes, Reading.app)
        // Only changes of its own app are sent to this process: it belongs to another one now.
        case (.app, _?), (.device, _?): return read()
        case (.app, nil): return []
        case (.device(let device), nil):
            return follow(device, changes, Reading.device)
        }
    }

    private mutating func follow<Record: PropertyRecord>(
        _ record: Record, _ changes: BusValue, _ reading: (Record) -> Reading
    ) -> [Action] {
        var new = record
        do throws(BusError) {
            try new.take(changes)
        } catch {
            return read()
        }
        guard reading(new).generation >= reading(record).generation else { return [] }
        return tell(Snapshot(reading: reading(new), connection: .connected))
    }
}
