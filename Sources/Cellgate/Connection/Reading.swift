internal import CellgateBusInterface
internal import CellgateCore
internal import Systemd

/// What the daemon says of this process.
enum Reading: Equatable, Sendable {
    /// The state of the app that this process belongs to.
    case app(AppProperties)
    /// The device's, since this process belongs to no app.
    case device(ManagerProperties)

    /// The evaluation that it is of.
    var generation: UInt64 {
        switch self {
        case .app(let app): app.generation
        case .device(let device): device.generation
        }
    }
}

/// What is known at a moment.
struct Snapshot: Equatable, Sendable {
    /// What the daemon said last; nil before its first answer (R37).
    var reading: Reading?
    var connection = ConnectionState.connecting

    /// What the daemon says now; nil where it is not there.
    var current: Reading? { connection == .connected ? reading : nil }
}
