internal import CellgateBusInterface
internal import Posix
internal import Synchronization
internal import Systemd

/// The private thread in which the connection's loop runs, seen from the other threads.
final class ConnectionThread: Sendable {
    /// What the thread is asked to do.
    enum Command: Sendable {
        case observe(UInt64, @Sendable (Snapshot) -> Void)
        case forget(UInt64)
        /// Tells the outcome of a gate, or nil where it was abandoned.
        case wait(UInt64, Gate.Goal, timeout: Duration?, @Sendable (Gate.Outcome?) -> Void)
        case abandon(UInt64)
        case call(
            ManagerCall, timeout: Duration, @Sendable (Result<ManagerReply, BusError>) -> Void)
        /// Reads what the daemon says of the device.
        case readDevice(timeout: Duration, @Sendable (Result<ManagerProperties, BusError>) -> Void)
        case end
    }

    private struct State {
        var snapshot = Snapshot()
        var commands: [Command] = []
    }

    private let state = Mutex(State())
    private let wakePipe: WakePipe

    /// Starts it; it runs until `end` is sent.
    ///
    /// - Throws: `EMFILE`, `ENFILE`; `EAGAIN` where there may be no more threads.
    init(to address: BusAddress) throws(SystemError) {
        wakePipe = try WakePipe()
        try DetachedThread.start { [self] in run(to: address) }
    }

    /// What was told last.
    var snapshot: Snapshot { state.withLock { $0.snapshot } }

    /// Hands a command to the thread; they are followed in order.
    func send(_ command: Command) {
        state.withLock { $0.commands.append(command) }
        wakePipe.wake()
    }

    /// Readable while commands wait.
    var descriptor: Int32 { wakePipe.descriptor }

    /// The commands that wait, in order.
    func takeCommands() -> [Command] {
        _ = wakePipe.wait(timeout: .zero)
        return state.withLock { state in
            let commands = state.commands
            state.commands = []
            return commands
        }
    }

    /// Keeps what all may read.
    func keep(_ snapshot: Snapshot) {
        state.withLock { $0.snapshot = snapshot }
    }

    private func run(to address: BusAddress) {
        do throws(SystemError) {
            let loop = try ConnectionLoop(of: self, to: address)
            try loop.run()
        } catch {
            refuseAll(for: error)
        }
    }

    /// Answers each command with the reason that there is no loop.
    private func refuseAll(for error: SystemError) {
        let reason = CellgateError.noResources(error.description)
        let snapshot = Snapshot(connection: .lost(reason))
        keep(snapshot)
        while true {
            for command in takeCommands() {
                switch command {
                case .observe(_, let observer): observer(snapshot)
                case .wait(_, _, _, let completion): completion(.failed(reason))
                case .call(_, _, let completion): completion(.failure(.system(error)))
                case .readDevice(_, let completion): completion(.failure(.system(error)))
                case .forget, .abandon: break
                case .end: return
                }
            }
            awaitCommand()
        }
    }

    /// Waits until a command is there.
    private func awaitCommand() {
        while state.withLock({ $0.commands.isEmpty }) { _ = wakePipe.wait() }
    }
}
