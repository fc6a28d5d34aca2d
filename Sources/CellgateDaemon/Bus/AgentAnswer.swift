package import CellgateCore
internal import Glibc
internal import Posix
package import Systemd

extension PromptAnswer {
    /// Reads what an agent returned.
    package init(_ result: Result<BusMessage, BusError>) {
        switch result {
        case .failure(let error):
            self =
                error.isOfTheWay
                ? .undelivered(reason: error.description) : .failed(reason: error.description)
        case .success(let message):
            self.init(signature: message.signature, body: message.body)
        }
    }

    /// Reads what an agent returned, where it is no error.
    package init(signature: String, body: [BusValue]) {
        guard signature == "s", let text = body.first?.string else {
            self = .failed(
                reason: "the agent's answer has the signature \(signature.debugDescription), "
                    + "not \"s\"")
            return
        }
        guard let choice = Choice(rawValue: text), choice != .undecided else {
            self = .failed(reason: "the agent's answer is no choice: \(text.debugDescription)")
            return
        }
        self = .choice(choice)
    }
}

extension BusError {
    /// Whether it tells of the way to the callee and back, and nothing of the callee: the bus has too
    /// much to do, or one of both connections has ended.
    ///
    /// Source: dbus-daemon(1) and the limits of its configuration; `LimitsExceeded` is also what a
    /// callee says that has too much to do itself.
    fileprivate var isOfTheWay: Bool {
        switch self {
        case .named(let name, message: _):
            [
                BusErrorName.limitsExceeded, BusErrorName.noReply, BusErrorName.noMemory,
                BusErrorName.timeout, BusErrorName.disconnected, BusErrorName.serviceUnknown,
                BusErrorName.nameHasNoOwner,
            ].contains(name)
        // This side's own connection takes nothing more for now.
        case .system(let error): error.code == ENOBUFS
        }
    }
}
