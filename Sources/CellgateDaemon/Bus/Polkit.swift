internal import CellgateCore
internal import Systemd

/// Asks polkit whether a caller has a right.
///
/// Source: the D-Bus interface org.freedesktop.PolicyKit1.Authority.
enum Polkit {
    private static let service = "org.freedesktop.PolicyKit1"
    private static let path = "/org/freedesktop/PolicyKit1/Authority"
    private static let interface = "org.freedesktop.PolicyKit1.Authority"
    /// The flag `AllowUserInteraction` of CheckAuthorization.
    private static let allowUserInteraction: UInt32 = 1

    /// Asks.
    ///
    /// - Parameters:
    ///   - id: The request that waits for it, by which it can be called off.
    ///   - isInteractive: Whether the user may be asked for a password; then it may take minutes.
    ///   - completion: Called once.
    static func check(
        _ id: RequestID, _ right: Right, of client: ClientID, isInteractive: Bool,
        on connection: BusConnection, completion: @escaping (Authorization) -> Void
    ) {
        let subject = BusValue.structure([
            .string("system-bus-name"), .dictionary([("name", .string(client.rawValue))]),
        ])
        connection.call(
            destination: service, path: path, interface: interface, member: "CheckAuthorization",
            arguments: [
                subject, .string(right.action), .array(of: "{ss}", []),
                .uint32(isInteractive ? allowUserInteraction : 0),
                .string(cancellation(of: id)),
            ],
            timeout: isInteractive ? .seconds(300) : .seconds(25)
        ) { [weak connection] result in
            // Given up here, it would still be open there, and count at the bus.
            if case .failure = result, let connection { cancel(id, on: connection) }
            completion(authorization(result))
        }
    }

    /// Calls a question off, so that polkit answers it and takes its dialog away; one that is
    /// answered already is left alone.
    static func cancel(_ id: RequestID, on connection: BusConnection) {
        // One that cannot be sent has a connection or a bus that keeps no question open for long.
        try? connection.callWithoutAnswer(
            destination: service, path: path, interface: interface,
            member: "CancelCheckAuthorization", arguments: [.string(cancellation(of: id))])
    }

    /// Which question it is, among those of this connection.
    private static func cancellation(of id: RequestID) -> String { String(id.rawValue) }

    /// Reads `(bba{ss})`: whether it is authorized, whether it would be after a question, details.
    static func authorization(_ result: Result<BusMessage, BusError>) -> Authorization {
        switch result {
        case .failure(let error): return .failed(reason: error.message)
        case .success(let message):
            guard message.signature == "(bba{ss})", let fields = message.body[0].fields,
                let isAuthorized = fields[0].boolean, let wouldAsk = fields[1].boolean
            else { return .failed(reason: "polkit answered with \(message.signature)") }
            if isAuthorized { return .granted }
            return wouldAsk ? .questionNeeded : .refused
        }
    }
}
