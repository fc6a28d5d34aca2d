import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

@testable import Cellgate

@Suite("The session with the daemon")
struct DaemonSessionTests {
    private typealias Action = DaemonSession.Action

    /// A session that has read this app.
    private func session(following app: AppProperties) -> DaemonSession {
        var session = DaemonSession()
        _ = session.handle(.event(.available))
        _ = session.handle(.subscribed(attempt: 1, nil))
        _ = session.handle(.read(attempt: 1, .success(.app(app))))
        return session
    }

    private func connected(_ reading: Reading) -> Action {
        .tell(Snapshot(reading: reading, connection: .connected))
    }

    private let noApp = BusError.named(name: ServiceName.errorPrefix + "NoApp", message: "")

    @Test("subscribes before it reads, and tells what it has read")
    func order() {
        var session = DaemonSession()
        #expect(session.snapshot == Snapshot(reading: nil, connection: .connecting))
        #expect(session.handle(.event(.available)) == [.subscribe(attempt: 1)])
        #expect(session.handle(.subscribed(attempt: 1, nil)) == [.readOwnApp(attempt: 1)])
        #expect(
            session.handle(.read(attempt: 1, .success(.app(app())))) == [connected(.app(app()))])
    }

    @Test("reads the device where the process belongs to no app")
    func processOfNoApp() {
        var session = DaemonSession()
        _ = session.handle(.event(.available))
        _ = session.handle(.subscribed(attempt: 1, nil))
        #expect(
            session.handle(.read(attempt: 1, .failure(noApp))) == [.readDevice(attempt: 1)])
        let read = device()
        #expect(
            session.handle(.read(attempt: 1, .success(.device(read)))) == [
                connected(.device(read))
            ])
        let changed = device(generation: 2) { $0.pathStatus = "satisfied" }
        #expect(
            session.handle(.event(.manager(changes: changes(from: read, to: changed)))) == [
                connected(.device(changed))
            ])
        #expect(
            session.handle(.event(.app(AppID("x"), changes: .dictionary([])))) == [
                .readOwnApp(attempt: 1)
            ])
    }

    @Test("follows changes, but not those that are older than what it knows")
    func changesInOrder() {
        let old = app(generation: 5)
        let new = app(generation: 6) { $0.restrictedState = "restricted" }
        var session = session(following: old)
        let id = AppID(old.id)
        #expect(
            session.handle(.event(.app(id, changes: changes(from: old, to: new)))) == [
                connected(.app(new))
            ])
        let older = app(generation: 4) { $0.restrictedState = "notRestricted" }
        #expect(session.handle(.event(.app(id, changes: changes(from: old, to: older)))) == [])
        #expect(session.snapshot.reading == .app(new))
    }

    @Test("reads again where a change came between subscription and reading that was newer")
    func missedChange() {
        var session = DaemonSession()
        _ = session.handle(.event(.available))
        _ = session.handle(.subscribed(attempt: 1, nil))
        let newer = app(generation: 8) { $0.restrictedState = "restricted" }
        #expect(
            session.handle(
                .event(.app(AppID(newer.id), changes: changes(from: app(), to: newer)))) == [])
        #expect(
            session.handle(.read(attempt: 1, .success(.app(app(generation: 7))))) == [
                .readOwnApp(attempt: 1)
            ])
        #expect(
            session.handle(.read(attempt: 1, .success(.app(newer)))) == [connected(.app(newer))])
    }

    @Test("asks again which app it is where another one's change is sent to it")
    func movedProcess() {
        var session = session(following: app())
        #expect(
            session.handle(.event(.app(AppID("other"), changes: .dictionary([])))) == [
                .readOwnApp(attempt: 1)
            ])
        let other = app("other", generation: 2)
        #expect(
            session.handle(.read(attempt: 1, .success(.app(other)))) == [connected(.app(other))])
    }

    @Test("asks again which app it is when the files were read anew")
    func reload() {
        var session = session(following: app())
        let reloaded = device(generation: 2) { $0.cause = "reload" }
        #expect(
            session.handle(
                .event(.manager(changes: changes(from: device(), to: reloaded))))
                == [.readOwnApp(attempt: 1)])
    }

    @Test("keeps what it knows while the daemon is away, and tells only the loss")
    func loss() {
        var session = session(following: app())
        let lost = Snapshot(reading: .app(app()), connection: .lost(.notRunning))
        #expect(
            session.handle(.event(.unavailable(ManagerClient.notRunning))) == [.tell(lost)])
        #expect(session.handle(.event(.available)) == [.subscribe(attempt: 3)])
        #expect(session.handle(.subscribed(attempt: 3, nil)) == [.readOwnApp(attempt: 3)])
        // A new daemon counts its evaluations anew.
        #expect(
            session.handle(.read(attempt: 3, .success(.app(app(generation: 0))))) == [
                connected(.app(app(generation: 0)))
            ])
    }

    @Test("leaves answers to an earlier attempt out of account")
    func staleAnswers() {
        var session = DaemonSession()
        _ = session.handle(.event(.available))
        _ = session.handle(.event(.unavailable(ManagerClient.notRunning)))
        _ = session.handle(.event(.available))
        #expect(session.handle(.subscribed(attempt: 1, nil)) == [])
        #expect(session.handle(.read(attempt: 1, .success(.app(app())))) == [])
        #expect(session.handle(.retry(attempt: 1)) == [])
        #expect(session.handle(.subscribed(attempt: 3, nil)) == [.readOwnApp(attempt: 3)])
    }

    @Test("asks a daemon that answers with errors again, ever more seldom")
    func retries() {
        var session = DaemonSession()
        var pauses: [Duration] = []
        var actions = session.handle(.event(.available))
        for _ in 0..<8 {
            guard case .subscribe(let attempt)? = actions.first else {
                Issue.record("\(actions)")
                return
            }
            actions = session.handle(
                .subscribed(
                    attempt: attempt,
                    .named(name: ServiceName.errorPrefix + "NotReady", message: "")))
            guard case .retry(let next, let pause)? = actions.last else {
                Issue.record("\(actions)")
                return
            }
            pauses.append(pause)
            actions = session.handle(.retry(attempt: next))
        }
        #expect(session.snapshot.connection == .lost(.notReady))
        #expect(
            pauses == [250, 500, 1000, 2000, 4000, 5000, 5000, 5000].map(Duration.milliseconds))
    }

    @Test("reads again where a change cannot be understood")
    func wrongType() {
        var session = session(following: app())
        let changes = BusValue.dictionary([("Reason", .boolean(true))])
        #expect(
            session.handle(.event(.app(AppID("org.example.Maps"), changes: changes))) == [
                .readOwnApp(attempt: 1)
            ])
    }

    /// A daemon that restarts, changes its state, and answers and signals in order, but late; what
    /// a session does with it, in any interleaving, has to end in the daemon's state, and no two
    /// values in a row may be equal.
    @Test("ends with what the daemon says, in every interleaving", arguments: 0..<400)
    func interleavings(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var world = SimulatedDaemon()
        for _ in 0..<60 { world.step(using: &generator) }
        world.settle()
        #expect(world.session.snapshot == world.expected)
        #expect(world.told.last == world.expected)
        #expect(zip(world.told, world.told.dropFirst()).allSatisfy { $0 != $1 })
        let readings = world.told.compactMap(\.reading)
        #expect(readings.allSatisfy(world.everTrue.contains))
    }
}

/// A daemon with a bus that keeps the order of what the daemon sends and delivers it late.
private struct SimulatedDaemon {
    var session = DaemonSession()
    /// What the session told, in order.
    private(set) var told: [Snapshot] = []
    /// Everything that was true at some time.
    private(set) var everTrue: [Reading] = []
    private var state = app(generation: 0)
    private var isRunning = false
    /// Whether it, or the bus, stands still: questions are given up, and nothing tells of its end.
    private var isFrozen = false
    private var isSubscribed = false
    private var requests: [DaemonSession.Action] = []
    private var inbox: [DaemonSession.Input] = []
    private var retry: DaemonSession.Input?

    var expected: Snapshot { Snapshot(reading: .app(state), connection: .connected) }

    mutating func step(using generator: inout SeededGenerator) {
        switch Int.random(in: 0..<13, using: &generator) {
        case 0 where isRunning: stop()
        case 0, 1: start()
        case 2...4: change(using: &generator)
        case 5, 6: answer()
        case 7: pauseEnds()
        case 8: isFrozen = true
        case 9: isFrozen = false
        case 10 where isFrozen: giveUp()
        default: deliver()
        }
    }

    /// Lets everything that is under way arrive.
    mutating func settle() {
        giveUp()
        isFrozen = false
        start()
        while !requests.isEmpty || !inbox.isEmpty || retry != nil {
            answer()
            deliver()
            pauseEnds()
        }
    }

    private mutating func start() {
        guard !isRunning else { return }
        isRunning = true
        isSubscribed = false
        state.generation = 1
        everTrue.append(.app(state))
        inbox.append(.event(.available))
    }

    private mutating func stop() {
        isRunning = false
        // What was asked is never answered but with an error.
        giveUp()
        inbox.append(.event(.unavailable(ManagerClient.notRunning)))
    }

    private mutating func giveUp() {
        for request in requests { refuse(request) }
        requests = []
    }

    private mutating func change(using generator: inout SeededGenerator) {
        guard isRunning, !isFrozen else { return }
        let old = state
        state.generation += 1
        state.restrictedState =
            ["unknown", "restricted", "notRestricted"].randomElement(using: &generator) ?? ""
        // As the daemon does it, an evaluation without a change is not told.
        let changes = changes(from: old, to: state)
        guard changes.elements?.isEmpty == false else {
            state = old
            return
        }
        everTrue.append(.app(state))
        if isSubscribed {
            inbox.append(.event(.app(AppID(state.id), changes: changes)))
        }
    }

    private mutating func answer() {
        guard !isFrozen, !requests.isEmpty else { return }
        switch requests.removeFirst() {
        case .subscribe(let attempt):
            isSubscribed = true
            inbox.append(.subscribed(attempt: attempt, nil))
        case .readOwnApp(let attempt):
            inbox.append(.read(attempt: attempt, .success(.app(state))))
        case .readDevice, .retry, .tell: break
        }
    }

    private mutating func refuse(_ request: DaemonSession.Action) {
        let error = BusError.named(name: BusErrorName.noReply, message: "")
        switch request {
        case .subscribe(let attempt): inbox.append(.subscribed(attempt: attempt, error))
        case .readOwnApp(let attempt): inbox.append(.read(attempt: attempt, .failure(error)))
        case .readDevice, .retry, .tell: break
        }
    }

    private mutating func deliver() {
        guard !inbox.isEmpty else { return }
        perform(session.handle(inbox.removeFirst()))
    }

    private mutating func pauseEnds() {
        guard let input = retry else { return }
        retry = nil
        perform(session.handle(input))
    }

    private mutating func perform(_ actions: [DaemonSession.Action]) {
        for action in actions {
            switch action {
            case .tell(let snapshot): told.append(snapshot)
            case .retry(let attempt, after: _): retry = .retry(attempt: attempt)
            case .subscribe, .readOwnApp, .readDevice:
                if isRunning { requests.append(action) } else { refuse(action) }
            }
        }
    }
}
