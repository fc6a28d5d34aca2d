import Synchronization

/// What a handler was called with, and a way to wait for more.
final class Record<Value: Equatable & Sendable>: Sendable {
    private let state = Mutex(State())

    private struct State {
        var values: [Value] = []
        var waiters: [Waiter] = []
        var isGivenUp = false
    }

    private struct Waiter {
        let fits: @Sendable ([Value]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    var values: [Value] { state.withLock { $0.values } }

    func append(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            let values = state.values
            let ready = state.waiters.filter { $0.fits(values) }
            state.waiters.removeAll { $0.fits(values) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns once the values fit, or once the test is given up for its time limit.
    func awaitValues(where fits: @escaping @Sendable ([Value]) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isGivenUp || fits(state.values) { return true }
                    state.waiters.append(Waiter(fits: fits, continuation: continuation))
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            giveUp()
        }
    }

    /// Returns once the last value is this one.
    func awaitLast(_ value: Value) async {
        await awaitValues { $0.last == value }
    }

    private func giveUp() {
        let waiters = state.withLock { state in
            state.isGivenUp = true
            let waiters = state.waiters
            state.waiters = []
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume() }
    }
}
