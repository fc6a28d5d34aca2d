package import CellgateCore
package import Systemd

extension Reply {
    /// The values that a method returns.
    ///
    /// - Parameter wallTime: The time of day of a moment of the daemon's.
    /// - Throws: The error of a refusal.
    package func values(wallTime: (Instant) -> WallTime) throws(BusError) -> [BusValue] {
        switch self {
        case .device(let report):
            return [ManagerProperties(report, wallTime: wallTime).dictionary]
        case .apps(let reports):
            return [
                .array(of: AppSummary.signature, reports.map { AppSummary($0).value })
            ]
        case .names(let apps): return [.strings(apps.map(\.rawValue))]
        case .app(let report): return [AppProperties(report, wallTime: wallTime).dictionary]
        case .explanation(let explanation):
            return [
                AppProperties(explanation.report, wallTime: wallTime).dictionary,
                .string(explanation.reason),
                .array(
                    of: "(ss)",
                    explanation.remedies.map {
                        .structure([.string($0.rawValue), .string($0.sentence)])
                    }),
            ]
        case .failure(let failure): return [.string(failure.rawValue)]
        case .probe(let outcome):
            let (seconds, attoseconds) = outcome.cost.components
            let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            return [
                .string(outcome.result.rawValue), .uint64(UInt64(clamping: microseconds)),
                .string(outcome.networkName),
            ]
        case .done: return []
        case .refused(let refusal): throw refusal.error
        }
    }
}

extension Refusal {
    /// As an error of D-Bus.
    package var error: BusError { .named(name: errorName, message: message) }

    private var errorName: String {
        switch self {
        case .accessDenied: BusErrorName.accessDenied
        case .authenticationRequired: BusErrorName.interactiveAuthorizationRequired
        case .limitsExceeded: BusErrorName.limitsExceeded
        case .authorizationFailed: ServiceName.errorPrefix + "AuthorizationFailed"
        case .noApp: ServiceName.errorPrefix + "NoApp"
        case .unknownApp: ServiceName.errorPrefix + "UnknownApp"
        case .locked: ServiceName.errorPrefix + "Locked"
        case .invalidFile: ServiceName.errorPrefix + "InvalidFile"
        case .agentExists: ServiceName.errorPrefix + "AgentExists"
        case .storageFailed: ServiceName.errorPrefix + "StorageFailed"
        case .notReady: ServiceName.errorPrefix + "NotReady"
        }
    }
}
