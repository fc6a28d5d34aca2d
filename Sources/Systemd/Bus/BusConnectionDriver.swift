internal import Posix

/// What a connection asks the bus itself. Source: D-Bus specification, "Message Bus Messages".
extension BusConnection {
    /// Asks for a well-known name: not queued for it, and not given up to others.
    ///
    /// - Parameter completion: called once, as that of `call`: with success where the name is ours,
    ///   with `NameExists` where another has it, and else with the error of the bus, such as
    ///   `AccessDenied`.
    package func requestName(
        _ name: String, completion: @escaping (Result<Void, BusError>) -> Void
    ) {
        callDriver("RequestName", [.string(name), .uint32(NameRequest.doNotQueue)]) { result in
            completion(
                result.flatMap { (message) -> Result<Void, BusError> in
                    switch message.body.first?.uint32 {
                    case NameRequest.primaryOwner, NameRequest.alreadyOwner: .success(())
                    default:
                        .failure(
                            .named(
                                name: BusErrorName.nameExists,
                                message: "The name \(name) belongs to another connection"))
                    }
                })
        }
    }

    /// Asks the bus who a connection is.
    ///
    /// - Parameters:
    ///   - name: a unique name, such as a message's sender; a well-known name's owner may change.
    ///   - completion: called once, as that of `call`: `NameHasNoOwner` where the connection is
    ///     gone, `UnixProcessIdUnknown` where the bus does not know its process or user.
    package func credentials(
        of name: String, completion: @escaping (Result<BusCredentials, BusError>) -> Void
    ) {
        callDriver("GetConnectionCredentials", [.string(name)]) { result in
            completion(result.flatMap { BusCredentials.read($0.body, of: name) })
        }
    }

    /// Asks the bus for the unique name of a well-known name's owner.
    ///
    /// - Parameter completion: called once, as that of `call`: `NameHasNoOwner` where there is none.
    package func owner(
        of name: String, completion: @escaping (Result<String, BusError>) -> Void
    ) {
        callDriver("GetNameOwner", [.string(name)]) { result in
            completion(
                result.flatMap { (message) -> Result<String, BusError> in
                    guard let owner = message.body.first?.string else {
                        return .failure(.invalidArguments("the bus names no owner of \(name)"))
                    }
                    return .success(owner)
                })
        }
    }

    private func callDriver(
        _ member: String, _ arguments: [BusValue], completion: @escaping Completion
    ) {
        call(
            destination: BusName.driver, path: BusName.driverPath, interface: BusName.driver,
            member: member, arguments: arguments, completion: completion)
    }
}

/// The numbers of RequestName. libsystemd's header has other ones for the flag, and none for the
/// results. Source: D-Bus specification, `org.freedesktop.DBus.RequestName`.
private enum NameRequest {
    static let doNotQueue: UInt32 = 4
    static let primaryOwner: UInt32 = 1
    static let alreadyOwner: UInt32 = 4
}

/// Who a connection is, as the kernel told the bus when it connected.
package struct BusCredentials: Hashable, Sendable {
    /// The process that connected; it may have ended since, and its number been given anew.
    package let processID: Int32
    /// The user that the process was of.
    package let userID: UInt32

    package init(processID: Int32, userID: UInt32) {
        self.processID = processID
        self.userID = userID
    }

    /// Reads the answer of GetConnectionCredentials about a connection.
    fileprivate static func read(
        _ body: [BusValue], of name: String
    ) -> Result<BusCredentials, BusError> {
        guard let process = body.first?["ProcessID"]?.uint32, process > 0,
            let processID = Int32(exactly: process),
            let userID = body.first?["UnixUserID"]?.uint32
        else {
            return .failure(
                .named(
                    name: BusErrorName.processUnknown,
                    message: "The bus does not know the process and user of \(name)"))
        }
        return .success(BusCredentials(processID: processID, userID: userID))
    }
}
