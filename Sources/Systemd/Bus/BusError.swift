package import Posix

/// Why something on the bus did not come about.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An error with a name, as a D-Bus error reply carries it: `name` such as
    /// `org.freedesktop.DBus.Error.NoReply`, and a message for people, which may be empty.
    ///
    /// A call that got no answer in time and one whose connection broke are both `NoReply`.
    case named(name: String, message: String)
    /// A call to the system or to libsystemd failed on this side.
    case system(SystemError)

    /// One line for people.
    package var description: String {
        switch self {
        case .named(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        case .system(let error): error.description
        }
    }

    /// The name of the error; for a system error that of a general failure.
    package var name: String {
        switch self {
        case .named(let name, _): name
        case .system: BusErrorName.failed
        }
    }

    /// The message for people, without the name.
    package var message: String {
        switch self {
        case .named(_, let message): message
        case .system(let error): error.description
        }
    }

    /// What is to be sent, or was received, does not fit its type or the rules of D-Bus.
    package static func invalidArguments(_ message: String) -> BusError {
        .named(name: BusErrorName.invalidArguments, message: message)
    }

    /// The connection is closed: by `close()`, or by the bus.
    package static let disconnected = BusError.named(
        name: BusErrorName.disconnected, message: "The connection to the bus is closed")
}
