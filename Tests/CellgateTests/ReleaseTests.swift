import Dispatch
import FoundationEssentials
import Synchronization
import Systemd
import TestSupport
import Testing

@testable import Cellgate

@Suite("Releasing", .serialized, .timeLimit(.minutes(10)))
struct ReleaseTests {
    private let address: BusAddress = .address("unix:path=/nonexistent/bus")

    @Test("a handler may release and cancel its monitor, and none comes after that")
    func releaseInHandler() async {
        let calls = Record<ConnectionState>()
        let connection = DaemonConnection(to: address)
        let queue = DispatchQueue(label: "handlers")
        let holder = Holder()
        // On the queue, so that the handler finds it.
        queue.sync {
            holder.subscription = Subscription(
                to: connection, on: queue, value: { $0.connection },
                handler: { state in
                    holder.subscription = nil
                    calls.append(state)
                })
        }
        await calls.awaitValues { !$0.isEmpty }
        let failure = Record<ConnectionState>()
        let other = Subscription(
            to: connection, on: queue, value: { $0.connection }, handler: { failure.append($0) })
        await failure.awaitValues { $0.last?.error != nil }
        other.cancel()
        #expect(calls.values.count == 1)
    }

    @Test("no handler is called after cancel returned on a serial queue of the caller's")
    func cancelOnQueue() async {
        for _ in 0..<100 {
            let connection = DaemonConnection(to: address)
            let queue = DispatchQueue(label: "handlers")
            let events = Record<String>()
            let subscription = Subscription(
                to: connection, on: queue, value: { $0.connection },
                handler: { _ in events.append("called") })
            queue.async {
                subscription.cancel()
                events.append("cancelled")
            }
            await events.awaitLast("cancelled")
            // What was under way on the queue has passed.
            await withCheckedContinuation { done in queue.async { done.resume() } }
            #expect(events.values.last == "cancelled")
        }
    }

    @Test("two users share one connection, and the last one ends it")
    func sharing() {
        let first = DaemonConnection.shared()
        #expect(DaemonConnection.shared() === first)
    }

    @Test("threads and descriptors are given back")
    func rounds() async throws {
        let before = try Resources.current()
        for _ in 0..<200 {
            let connection = DaemonConnection(to: address)
            let cellular = CellularData(connection: connection)
            let states = Record<CellularDataRestrictedState>()
            cellular.cellularDataRestrictionDidUpdateNotifier = { states.append($0) }
            let monitor = PathMonitor(.none, connection: connection)
            monitor.pathUpdateHandler = { [weak monitor] _ in monitor?.cancel() }
            monitor.start(queue: .global())
            let loop = Task { for await _ in monitor {} }
            for await state in NetworkPermission(connection: connection).connectionStates {
                #expect(state != .connected)
                break
            }
            await #expect(throws: CellgateError.self) {
                try await RequestFailure.classify(code: -1009, on: connection)
            }
            monitor.cancel()
            await loop.value
        }
        // A thread that was told to end does so soon, and nobody waits for it.
        let deadline = ContinuousClock.now + .seconds(60)
        var after = try Resources.current()
        while after.descriptors > before.descriptors + 20 || after.threads > before.threads + 20,
            ContinuousClock.now < deadline
        {
            await Task.yield()
            after = try Resources.current()
        }
        #expect(after.descriptors <= before.descriptors + 20)
        #expect(after.threads <= before.threads + 20)
    }

    /// What a round may not keep; other tests of this process use some meanwhile.
    private struct Resources {
        let descriptors: Int
        let threads: Int

        static func current() throws -> Resources {
            Resources(
                descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                    .count,
                threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                    .count)
        }
    }

    private final class Holder: Sendable {
        private let content = Mutex<Subscription<ConnectionState>?>(nil)

        var subscription: Subscription<ConnectionState>? {
            get { content.withLock { $0 } }
            set { content.withLock { $0 = newValue } }
        }
    }
}
