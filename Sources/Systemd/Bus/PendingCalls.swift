internal import Posix

/// The calls of a connection that are not completed yet; each is completed exactly once.
final class PendingCalls {
    /// A call that was sent and not answered yet.
    private struct Call {
        let slot: BusSlot
        let completion: BusConnection.Completion
    }

    private let loop: EventLoop
    private var sent: [UInt64: Call] = [:]
    private var lastNumber: UInt64 = 0
    /// What could not even be sent, for the next turn of the loop.
    private var refused: [(completion: BusConnection.Completion, error: BusError)] = []
    private var timer: TimerSource?

    /// - Throws: the error of sd_event_add_time(3): `EMFILE`, `ENOMEM`.
    init(_ loop: EventLoop) throws(SystemError) {
        self.loop = loop
        timer = try TimerSource(loop) { [weak self] in self?.completeRefused() }
    }

    /// Sends a call and keeps its completion.
    ///
    /// - Parameter send: makes the slot of the call; it is given what to call with the answer.
    /// - Throws: what `send` does; then the completion is not kept.
    func add(
        _ completion: @escaping BusConnection.Completion,
        send: (@escaping BusConnection.Completion) throws(BusError) -> BusSlot
    ) throws(BusError) {
        lastNumber += 1
        let number = lastNumber
        let slot = try send { [weak self] answer in
            self?.sent.removeValue(forKey: number)?.completion(answer)
        }
        sent[number] = Call(slot: slot, completion: completion)
    }

    /// Completes a call that could not be sent, in the next turn of the loop.
    func refuse(_ completion: @escaping BusConnection.Completion, _ error: BusError) {
        refused.append((completion, error))
        timer?.arm(at: loop.now)
    }

    /// Completes all at once, those that were sent with `disconnected`; a completion may call
    /// again.
    func completeAll() {
        let calls = sent.sorted { $0.key < $1.key }
        sent = [:]
        for call in calls { call.value.completion(.failure(.disconnected)) }
        completeRefused()
    }

    private func completeRefused() {
        let calls = refused
        refused = []
        for call in calls { call.completion(.failure(call.error)) }
    }
}
