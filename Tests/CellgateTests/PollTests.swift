import Synchronization
import Testing

@testable import Cellgate

/// A clock on which a sleep takes no time but its own.
private final class SteppingClock: Clock {
    struct Instant: InstantProtocol {
        var sinceStart = Duration.zero

        func advanced(by duration: Duration) -> Instant {
            Instant(sinceStart: sinceStart + duration)
        }
        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        static func < (left: Instant, right: Instant) -> Bool {
            left.sinceStart < right.sinceStart
        }
    }

    private let time = Mutex(Instant())
    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
    }
}

/// What was called, and when.
private final class Calls: Sendable {
    private let instants = Mutex<[Duration]>([])
    var all: [Duration] { instants.withLock { $0 } }

    func note(_ clock: SteppingClock) -> Int {
        instants.withLock {
            $0.append(clock.now.sinceStart)
            return $0.count
        }
    }
}

@Suite("R36: a poll")
struct PollTests {
    private let clock = SteppingClock()
    private let checks = Calls()
    private let runs = Calls()

    private func poll(
        timeout: Duration? = nil, holdsAt: Int, pause: Duration = .seconds(1)
    ) async throws -> String {
        try await NetworkPermission.poll(
            every: pause, timeout: timeout, on: clock,
            until: { checks.note(clock) == holdsAt },
            then: {
                _ = runs.note(clock)
                return "done"
            })
    }

    @Test("asks once a second, stops at the first success and runs its action once")
    func success() async throws {
        #expect(try await poll(holdsAt: 3) == "done")
        #expect(checks.all == [.zero, .seconds(1), .seconds(2)])
        #expect(runs.all == [.seconds(2)])
    }

    @Test("asks nothing more where the first check holds")
    func immediately() async throws {
        #expect(try await poll(timeout: .zero, holdsAt: 1) == "done")
        #expect(checks.all == [.zero])
    }

    @Test("asks a last time when the time is over, and does not run its action")
    func timeout() async {
        await #expect(throws: CellgateError.timedOut) {
            try await poll(timeout: .milliseconds(2500), holdsAt: 9)
        }
        #expect(checks.all == [.zero, .seconds(1), .seconds(2), .milliseconds(2500)])
        #expect(runs.all == [])
    }

    @Test("ends where its task is cancelled, without its action")
    func cancellation() async {
        let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in cancelled {}
            return try await poll(holdsAt: 1)
        }
        task.cancel()
        cancel.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(checks.all == [])
        #expect(runs.all == [])
    }

    @Test("ends with what its check throws")
    func failure() async {
        await #expect(throws: CellgateError.notRunning) {
            try await NetworkPermission.poll(
                every: .seconds(1), timeout: nil, on: clock,
                until: { throw CellgateError.notRunning },
                then: { _ = runs.note(clock) })
        }
        #expect(runs.all == [])
    }
}
