internal import CellgateBusInterface
internal import Posix
internal import Systemd

/// Why the daemon did not answer, and what to do about it.
public indirect enum CellgateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no system bus, or it cannot be reached, for this reason.
    case noBus(String)
    /// The bus is there, and cellgated is not.
    case notRunning
    /// cellgated, or the bus, does not let this process ask, for this reason.
    case accessDenied(String)
    /// The time was over before there was an answer.
    case timedOut
    /// The time was over, and this app could not reach the network, for this reason.
    case unavailable(NetworkAvailability)
    /// This process asks too often, or for too much at once.
    case tooManyRequests
    /// cellgated has just started, or is ending.
    case notReady
    /// This process has no file descriptor or thread left for the connection.
    case noResources(String)
    /// Anything else: the name of a D-Bus error, and what it says.
    case failed(name: String, message: String)

    /// A sentence for people: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .noBus(let reason):
            "The system bus cannot be reached (\(reason)); "
                + "start it, or set DBUS_SYSTEM_BUS_ADDRESS to where it is"
        case .notRunning: "cellgated is not running; start it with: systemctl start cellgated"
        case .accessDenied(let reason):
            "cellgated does not answer this process: \(reason)"
        case .timedOut: "The time was over before there was an answer; try again later"
        case .unavailable(let availability):
            "This app could not reach the network in time: \(availability)"
        case .tooManyRequests: "Too many requests at once; wait a little and try again"
        case .notReady: "cellgated is starting or ending; try again in a moment"
        case .noResources(let reason):
            "This process cannot connect to the system bus (\(reason)); "
                + "close files or raise its limits"
        case .failed(let name, let message):
            message.isEmpty
                ? "cellgated answered with the error \(name)"
                : "cellgated answered with an error: \(message) (\(name))"
        }
    }

    init(_ error: BusError) {
        switch error {
        case .system(let error): self = .noBus(error.description)
        case .named(let name, let message):
            switch name {
            case BusErrorName.serviceUnknown, BusErrorName.nameHasNoOwner: self = .notRunning
            case BusErrorName.accessDenied, BusErrorName.interactiveAuthorizationRequired,
                ServiceName.errorPrefix + "AuthorizationFailed":
                self = .accessDenied(message)
            case BusErrorName.noReply: self = .timedOut
            case BusErrorName.disconnected: self = .noBus("the connection was lost")
            case BusErrorName.limitsExceeded: self = .tooManyRequests
            case ServiceName.errorPrefix + "NotReady": self = .notReady
            default: self = .failed(name: name, message: message)
            }
        }
    }
}

extension BusError {
    /// Whether the daemon says that this process belongs to no app.
    var isNoApp: Bool { name == ServiceName.errorPrefix + "NoApp" }
}
