internal import CellgateBusInterface
internal import CellgateCore

/// What a probe of this app's permission, or a wait for a decision, came to.
public struct PermissionProbe: Hashable, Sendable {
    /// Undetermined where nobody had decided when the time was over: that alone is no refusal.
    public let result: CellularDataPermission
    /// How long the daemon has waited for it; at most its limit, by default 1.5 seconds for a probe
    /// and 5 for a decision.
    public let cost: Duration
    /// What the device's traffic used at its end.
    public let network: NetworkType

    /// A kind of network.
    public enum NetworkType: String, Hashable, CaseIterable, Sendable {
        case wifi
        case cellular
        /// Wired, or of a type that is not known.
        case wired
        /// There was no network.
        case none
    }
}

extension NetworkPermission {
    /// Asks for the permission of this app. Where nobody has decided yet, the user is asked if that
    /// is due, and this waits a short while for the answer (the daemon's `ProbeTimeoutSec=`).
    ///
    /// It completes once: with what is decided, or as undetermined when the time is over. For a
    /// process that belongs to no app, which nobody can decide about, it is undetermined at once.
    /// The cancellation of the task does not shorten it once the daemon is asked.
    ///
    /// - Throws: ``CellgateError``, at once where there is no daemon, such as
    ///   ``CellgateError/notRunning``, and as soon as a daemon that was asked is gone;
    ///   `CancellationError`.
    public func probe() async throws -> PermissionProbe {
        // The longest time that the daemon's files allow, and some for the way.
        try await ask(.probe, timeout: .seconds(65))
    }

    /// As ``probe()``, for a step that cannot go on without a decision: it waits longer (the
    /// daemon's `DecisionTimeoutSec=`), and then the journal explains once that a question may be
    /// on the screen.
    public func requestDecision() async throws -> PermissionProbe {
        try await ask(.requestDecision, timeout: .seconds(305))
    }

    private func ask(_ request: Request, timeout: Duration) async throws -> PermissionProbe {
        let reading = try await connection.wait(for: .reading, timeout: Self.searchTimeout)
        if case .device(let device) = reading {
            return PermissionProbe(
                result: .undetermined, cost: .zero, network: .init(interfaceType: device))
        }
        let reply = try await connection.call(.request(request), timeout: timeout)
        guard case .probe(let outcome) = reply else {
            throw CellgateError.failed(name: "", message: "it answered with something else")
        }
        let result: CellularDataPermission =
            switch outcome.result {
            case .granted: .granted
            case .denied: .denied
            case .undetermined: .undetermined
            }
        return PermissionProbe(
            result: result, cost: outcome.cost,
            network: .init(rawValue: outcome.network) ?? .none)
    }
}

extension PermissionProbe.NetworkType {
    fileprivate init(interfaceType device: ManagerProperties) {
        self =
            switch InterfaceType(rawValue: device.interfaceType) {
            case .wifi: .wifi
            case .cellular: .cellular
            case .wiredEthernet, .loopback, .other: .wired
            case nil: .none
            }
    }
}
