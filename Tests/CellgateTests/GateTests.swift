import CellgateBusInterface
import TestSupport
import Testing

@testable import Cellgate

@Suite("The gate")
struct GateTests {
    private let waiting = Snapshot(
        reading: .app(app { $0.reason = "cellularDenied" }), connection: .connected)
    private let open = Snapshot(
        reading: .app(app { $0.reason = "available" }), connection: .connected)

    private func lost(_ error: CellgateError) -> Snapshot {
        Snapshot(reading: open.reading, connection: .lost(error))
    }

    private var opened: Gate.Outcome? { open.reading.map(Gate.Outcome.open) }

    @Test("opens at the first change to available, and not again (R51, R52)")
    func opensOnce() {
        var gate = Gate(.available, timeout: nil, at: .zero)
        #expect(gate.handle(waiting, at: .seconds(1)) == nil)
        #expect(gate.handle(open, at: .seconds(2)) == opened)
        #expect(gate.handle(waiting, at: .seconds(3)) == nil)
        #expect(gate.handle(open, at: .seconds(4)) == nil)
        #expect(gate.deadline == nil)
        #expect(gate.handleTime(at: .seconds(100)) == nil)
    }

    @Test("waits for the network for ever where it has no timeout and the daemon is there")
    func noTimeout() {
        var gate = Gate(.available, timeout: nil, at: .zero)
        _ = gate.handle(waiting, at: .seconds(1))
        #expect(gate.deadline == nil)
    }

    @Test("fails at its timeout, with the reason where there is no daemon (R50)")
    func timeout() throws {
        var gate = Gate(.available, timeout: .seconds(5), at: .seconds(10))
        #expect(gate.deadline == .seconds(15))
        _ = gate.handle(waiting, at: .seconds(11))
        #expect(gate.handleTime(at: .seconds(14)) == nil)
        let reason = try #require(waiting.reading).availability
        #expect(gate.handleTime(at: .seconds(15)) == .failed(.unavailable(reason)))

        var alone = Gate(.available, timeout: .seconds(5), at: .zero)
        #expect(alone.handle(lost(.notRunning), at: .zero) == nil)
        #expect(alone.handleTime(at: .seconds(5)) == .failed(.notRunning))
    }

    @Test("does not open by what a daemon said that is away")
    func stale() {
        var gate = Gate(.available, timeout: .seconds(5), at: .zero)
        #expect(gate.handle(lost(.notRunning), at: .seconds(1)) == nil)
        #expect(gate.handle(open, at: .seconds(2)) == opened)
    }

    @Test("waits for a daemon that is away a while, and from its last absence on")
    func absence() {
        var gate = Gate(.available, timeout: nil, at: .zero)
        #expect(gate.deadline == Gate.patience)
        _ = gate.handle(lost(.notRunning), at: .seconds(1))
        #expect(gate.deadline == Gate.patience)
        _ = gate.handle(waiting, at: .seconds(2))
        #expect(gate.deadline == nil)
        _ = gate.handle(lost(.notRunning), at: .seconds(60))
        #expect(gate.deadline == .seconds(60) + Gate.patience)
        #expect(
            gate.handleTime(at: .seconds(60) + Gate.patience) == .failed(.notRunning))
    }

    @Test("a question fails at once where there is no daemon")
    func reading() {
        var gate = Gate(.reading, timeout: .seconds(5), at: .zero)
        #expect(gate.handle(Snapshot(), at: .zero) == nil)
        #expect(gate.handle(lost(.notRunning), at: .seconds(1)) == .failed(.notRunning))
        var other = Gate(.reading, timeout: .seconds(5), at: .zero)
        #expect(other.handle(waiting, at: .zero) == waiting.reading.map(Gate.Outcome.open))
    }

    @Test("has one outcome however often the state flips", arguments: 0..<200)
    func flips(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let timeout: Duration? = Bool.random(using: &generator) ? .seconds(20) : nil
        var gate = Gate(.available, timeout: timeout, at: .zero)
        var outcomes: [Gate.Outcome] = []
        for second in 0..<60 {
            let now = Duration.seconds(second)
            let snapshot = [Snapshot(), waiting, open, lost(.notRunning)]
                .randomElement(using: &generator)
            if let snapshot, let outcome = gate.handle(snapshot, at: now) {
                outcomes.append(outcome)
                #expect(snapshot == open)
            }
            if let outcome = gate.handleTime(at: now) { outcomes.append(outcome) }
        }
        #expect(outcomes.count == 1)
    }
}
