internal import Synchronization

/// Which probe of the network is on the way in this process, and what the last came to: one for
/// each cause, and never two at a time (R29).
final class NetworkProbeSchedule: Sendable {
    /// What a probe asks for, and by which way.
    struct Target: Hashable, Sendable {
        let url: String
        /// Nil for the kernel's choice.
        let interface: String?
    }

    /// The one of the process.
    static let shared = NetworkProbeSchedule()

    private let state = Mutex(State())

    private struct State {
        /// What is on the way; nil while nothing is.
        var current: Probe?
        /// What was made for each cause.
        var last: [NetworkProbe.Cause: Past] = [:]
    }

    private struct Probe {
        let target: Target
        let task: Task<NetworkProbe.Result, Never>
    }

    private struct Past {
        let target: Target
        let generation: UInt64
        let task: Task<NetworkProbe.Result, Never>
    }

    private enum Step {
        case take(Task<NetworkProbe.Result, Never>)
        /// Something else is on the way.
        case waitFor(Task<NetworkProbe.Result, Never>)
    }

    /// Has a probe made, or finds the one that answers for it.
    ///
    /// - Parameters:
    ///   - generation: The daemon's evaluation that is known; nil where none is, and then nothing
    ///     tells that the network is the same as before.
    ///   - probe: Makes it.
    func run(
        _ target: Target, _ cause: NetworkProbe.Cause, generation: UInt64?,
        _ probe: @escaping @Sendable () async -> NetworkProbe.Result
    ) async -> NetworkProbe.Result {
        while true {
            switch step(target, cause, generation, probe) {
            case .take(let task): return await task.value
            case .waitFor(let task): _ = await task.value
            }
        }
    }

    private func step(
        _ target: Target, _ cause: NetworkProbe.Cause, _ generation: UInt64?,
        _ probe: @escaping @Sendable () async -> NetworkProbe.Result
    ) -> Step {
        state.withLock { state in
            if let past = state.last[cause], past.target == target, past.generation == generation {
                return .take(past.task)
            }
            if let current = state.current, current.target != target {
                return .waitFor(current.task)
            }
            let task =
                state.current?.task
                ?? Task {
                    let result = await probe()
                    self.state.withLock { $0.current = nil }
                    return result
                }
            state.current = Probe(target: target, task: task)
            if cause != .request, let generation {
                state.last[cause] = Past(target: target, generation: generation, task: task)
            }
            return .take(task)
        }
    }
}
