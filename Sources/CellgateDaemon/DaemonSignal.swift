package import CellgateCore
internal import Glibc

/// The signals that the daemon reads.
package enum DaemonSignal: CaseIterable {
    case refresh
    case publishState
    case reload
    case terminate
    case interrupt

    /// The signal's number. Source: signal(7).
    package var number: Int32 {
        switch self {
        case .refresh: SIGUSR1
        case .publishState: SIGUSR2
        case .reload: SIGHUP
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        }
    }

    /// What the signal asks for.
    package var input: Input {
        switch self {
        case .refresh: .refresh
        case .publishState: .publishState
        case .reload: .reload
        case .terminate: .stop(signal: "SIGTERM")
        case .interrupt: .stop(signal: "SIGINT")
        }
    }
}
