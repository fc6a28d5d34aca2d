/// What can be measured, in the order in which it is: what leaves the machine busy for a while goes
/// last.
package enum Part: String, CaseIterable, Sendable {
    case latency
    case start
    case idle
    case throughput
    case evaluation
    case replay
    case scale

    /// For the help.
    package var summary: String {
        switch self {
        case .latency: "kernel change to journal entry, beside what could be used instead"
        case .start: "start until the daemon is ready, beside an empty C program"
        case .idle: "wake-ups with nothing to do, and what foreign routes cost"
        case .throughput: "entries into the journal's socket, and calls on a bus"
        case .evaluation: "the engine alone, at up to 100,000 apps"
        case .replay: "inputs of a recording a second"
        case .scale: "memory and CPU at up to 10,000 links and 1,000,000 routes"
        }
    }

    /// Whether it takes namespaces, which only root may make.
    package var needsRoot: Bool {
        switch self {
        case .evaluation, .replay: false
        case .latency, .start, .idle, .throughput, .scale: true
        }
    }
}
