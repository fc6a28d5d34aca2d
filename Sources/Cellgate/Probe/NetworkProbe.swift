internal import CellgateBusInterface
internal import CellgateCore

/// Tries whether the Internet can be reached, with one HTTP HEAD request to a well-known host, from
/// this process: as an app's first traffic it shows what the app would meet.
///
/// It takes 3 seconds at most in all. It keeps no state, follows no redirect and uses no proxy, not
/// even one that the environment names. What it comes to decides no permission; the daemon is told
/// that it has ended, and looks at the network again half a second later.
///
/// A process never has two on the way at a time: who asks meanwhile gets the result of the one that
/// is, or where that asks another host or leaves by another interface, waits for its end first.
public struct NetworkProbe: Sendable {
    private let url: String?
    private let interface: String?
    private let schedule: NetworkProbeSchedule
    private let connection: DaemonConnection

    /// What a probe is made for.
    public enum Cause: Hashable, CaseIterable, Sendable {
        /// The app starts.
        case start
        /// The path has changed.
        case pathChange
        /// The app returns to the foreground.
        case refresh
        /// The user, or the app, wants to know now.
        case request
    }

    /// What a probe came to.
    public struct Result: Hashable, Sendable {
        /// What came of the request.
        public let outcome: Outcome
        /// How long the request took; at most about 3 seconds.
        public let cost: Duration
    }

    /// What came of the request.
    public enum Outcome: Hashable, Sendable {
        /// The host answered, with this status of HTTP, from 200 to 299.
        case success(status: Int)
        /// What answered wants something of the user first: it redirects to this address, or says
        /// so with the status 511 without one.
        case captivePortal(location: String?)
        /// There was no answer, or none that says that the host is reached; and the reason in words.
        case failure(Failure, description: String)
        /// The time was over.
        case timeout
    }

    /// Why a probe failed.
    public enum Failure: Hashable, Sendable {
        /// The URL is none, or its scheme is not http or https.
        case url
        /// The host's name has no address.
        case resolution
        /// No connection: it was refused, or there is no route.
        case connection
        /// The connection broke before there was an answer.
        case connectionLost
        /// The interface is not there, or has no address.
        case interface
        /// The host could not prove who it is.
        case security
        /// The host answered with another status of HTTP.
        case status(Int)
        case other
    }

    /// - Parameters:
    ///   - url: What is asked for, of the scheme http or https; nil for what the daemon's
    ///     `NetworkProbeURL=` says, or while there is no daemon, that setting's default.
    ///   - interface: The name of the interface that it is to leave by, such as `wwan0`; nil for
    ///     the kernel's choice. Where this process may not bind sockets to interfaces (before Linux
    ///     5.7 that takes a privilege), they are bound to the interface's address, and routes and
    ///     rules decide.
    public init(url: String? = nil, interface: String? = nil) {
        self.init(
            url: url, interface: interface, schedule: .shared, connection: .shared())
    }

    init(
        url: String?, interface: String?, schedule: NetworkProbeSchedule,
        connection: DaemonConnection
    ) {
        self.url = url
        self.interface = interface
        self.schedule = schedule
        self.connection = connection
    }

    /// How long a probe takes at most.
    static let timeout = Duration.seconds(3)

    /// Probes, or returns what the last probe for the same cause came to while the daemon has told
    /// of no other state of the network since. A ``Cause/request`` is always a cause of its own.
    ///
    /// The cancellation of the task does not shorten it.
    public func run(_ cause: Cause = .request) async -> Result {
        // Where there is no daemon that is known at once. It is not waited for longer than a probe.
        let reading = try? await connection.wait(for: .reading, timeout: .seconds(1))
        let target = NetworkProbeSchedule.Target(
            url: await address(isDaemonThere: reading != nil), interface: interface)
        return await schedule.run(target, cause, generation: reading?.generation) {
            let result = await Self.perform(target)
            // Nobody waits for the daemon to hear it.
            Task { try? await tell(result) }
            return result
        }
    }

    private func address(isDaemonThere: Bool) async -> String {
        if let url { return url }
        guard isDaemonThere, let device = try? await connection.readDevice(timeout: .seconds(1))
        else { return FirstUseConfiguration().networkProbeURL }
        return device.networkProbeURL
    }

    private func tell(_ result: Result) async throws {
        guard case .app = try await connection.wait(for: .reading, timeout: .seconds(5)) else {
            return
        }
        let outcome: NetworkProbeOutcome =
            switch result.outcome {
            case .success: .success
            case .captivePortal: .captivePortal
            case .failure: .failure
            case .timeout: .timeout
            }
        _ = try await connection.call(
            .request(.networkProbeFinished(outcome)), timeout: .seconds(5))
    }
}
