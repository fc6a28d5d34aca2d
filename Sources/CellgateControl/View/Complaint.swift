internal import CellgateBusInterface
internal import CellgateCore
package import Systemd

/// What went wrong, for people, and what can be done about it.
package enum Complaint {
    /// - Parameters:
    ///   - command: What was asked for.
    ///   - isUserBus: Whether it was asked on the user's bus.
    package static func lines(
        _ error: BusError, of command: Command, isUserBus: Bool = false
    ) -> [String] {
        ["cellgatectl: " + ShownText.safe(message(error))] + advice(error, command, isUserBus)
    }

    /// What goes wrong while something is waited for, as part of a sentence.
    package static func clause(_ error: BusError) -> String {
        let text = message(error)
        return ShownText.safe(text.hasSuffix(".") ? String(text.dropLast()) : text)
    }

    /// That the answer cannot be written.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - deed: What is done all the same; empty for nothing.
    package static func unwritten(_ reason: String, deed: String) -> String {
        "cellgatectl: cannot write the answer: " + reason + (deed.isEmpty ? "" : "; " + deed)
    }

    private static func message(_ error: BusError) -> String {
        switch error.name {
        case BusErrorName.serviceUnknown, BusErrorName.nameHasNoOwner: "cellgated is not running."
        case BusErrorName.noReply: "cellgated gave no answer in time."
        default: sentence(error.message.isEmpty ? error.name : error.message)
        }
    }

    /// With a full stop, where no other sign ends it.
    private static func sentence(_ text: String) -> String {
        text.hasSuffix("?") || text.hasSuffix(".") ? text : text + "."
    }

    private static func advice(
        _ error: BusError, _ command: Command, _ isUserBus: Bool
    ) -> [String] {
        if case .system = error {
            return command == .check
                ? ["'cellgatectl check' runs 'cellgated --check', which is not installed here."]
                : ["Is the bus running? cellgated runs without it; its entries tell the same."]
        }
        switch error.name {
        case BusErrorName.serviceUnknown, BusErrorName.nameHasNoOwner:
            guard !isUserBus else {
                return ["On the user's bus it is there while 'cellgated --user' runs."]
            }
            return [
                "Start it with 'systemctl start cellgated', or run 'cellgated' in the foreground."
            ]
        case BusErrorName.accessDenied, BusErrorName.interactiveAuthorizationRequired,
            ErrorName.authorizationFailed:
            return ["Try it as root: sudo cellgatectl …"]
        case ErrorName.unknownApp:
            let advice = ["'cellgatectl list' names all apps."]
            guard case .set = command else { return advice }
            return advice + ["To choose for an app that is not known yet, add --new."]
        case ErrorName.locked:
            return ["Only the administrator can change it, in the app's file: cellgated.conf(5)."]
        default: return []
        }
    }
}
