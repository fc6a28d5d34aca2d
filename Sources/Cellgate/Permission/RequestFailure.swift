internal import CellgateBusInterface
internal import CellgateCore

/// What a failed network request of this app means, as the daemon judges it by the app's path and
/// permission at that moment.
public enum RequestFailure: String, Hashable, CaseIterable, Sendable {
    /// This app may not use mobile data: do not retry before that has changed.
    case permission
    /// Nobody has decided yet whether this app may use this network.
    case undecided
    /// There is no network.
    case offline
    /// Something else: the network is there, and this app may use it.
    case other

    /// Asks what a failure means, without any effect.
    ///
    /// - Parameter code: A code of `NSURLErrorDomain`, which is negative, or an errno, which is
    ///   positive. Others read as ``offline`` without a network, else as ``other``.
    /// - Throws: ``CellgateError`` within 10 seconds, at once where there is no daemon;
    ///   `CancellationError`.
    public static func classify(code: Int) async throws -> RequestFailure {
        try await classify(code: code, on: .shared())
    }

    /// As ``classify(code:)``, for an error of `NSURLErrorDomain` or `NSPOSIXErrorDomain`, such as
    /// `URLError`. Errors of other domains have no code that would say more. (Foundation's
    /// `POSIXError` does not tell its domain on Linux: give its code.)
    public static func classify(_ error: any Error) async throws -> RequestFailure {
        try await classify(code: code(of: error))
    }

    /// As ``classify(code:)``, and has the journal tell of a missing permission (once, until what
    /// the app can reach changes).
    public static func report(code: Int) async throws -> RequestFailure {
        try await report(code: code, on: .shared())
    }

    /// As ``report(code:)``, for an error as ``classify(_:)`` takes it.
    public static func report(_ error: any Error) async throws -> RequestFailure {
        try await report(code: code(of: error))
    }

    /// How long the daemon may take to be found, and then for its answer.
    private static let timeout = Duration.seconds(5)

    static func classify(
        code: Int, on connection: DaemonConnection
    ) async throws -> RequestFailure {
        try await ask(on: connection) { .request(.classify($0, failureCode(code))) }
    }

    static func report(code: Int, on connection: DaemonConnection) async throws -> RequestFailure {
        try await ask(on: connection) { _ in .request(.reportFailure(failureCode(code))) }
    }

    private static func ask(
        on connection: DaemonConnection, _ call: (AppID) -> ManagerCall
    ) async throws -> RequestFailure {
        let reading = try await connection.wait(for: .reading, timeout: timeout)
        guard case .app(let app) = reading else {
            // Nobody has refused anything to a process that belongs to no app.
            return reading.availability == .available ? .other : .offline
        }
        let reply = try await connection.call(call(AppID(app.id)), timeout: timeout)
        guard case .failure(let failure) = reply else { return .other }
        return switch failure {
        case .permission: .permission
        case .undecided: .undecided
        case .offline: .offline
        case .other: .other
        }
    }

    /// A code that the bus has no room for is none that is known.
    private static func failureCode(_ code: Int) -> FailureCode {
        FailureCode(Int32(exactly: code) ?? 0)
    }

    /// The code of an error of a domain that has codes; else 0. `Error` has both without Foundation.
    static func code(of error: any Error) -> Int {
        switch error._domain {
        case "NSURLErrorDomain", "NSPOSIXErrorDomain": error._code
        default: 0
        }
    }
}
