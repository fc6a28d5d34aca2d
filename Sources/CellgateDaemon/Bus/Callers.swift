internal import CellgateCore
internal import Glibc
internal import Posix
internal import Systemd

/// Who is behind each connection that has called.
///
/// The bus says which process and user a connection is of, and is asked once for each connection;
/// where the process stands is read anew at each call.
final class Callers {
    private let connection: BusConnection
    /// Called when a connection that has called is gone.
    private let gone: (ClientID) -> Void
    private var known: [ClientID: Known] = [:]
    private var waiting: [ClientID: [(Caller?) -> Void]] = [:]
    /// What tells of the end of single connections.
    private var matches: [ClientID: BusMatch] = [:]
    /// What tells of the end of all connections, where there are too many for a match each.
    private var matchOfAll: BusMatch?

    /// What stays the same of a connection.
    private struct Known {
        let credentials: BusCredentials
        /// The start time of its process when it called first; nil where that was gone by then.
        let startTime: UInt64?
    }

    init(_ connection: BusConnection, gone: @escaping (ClientID) -> Void) {
        self.connection = connection
        self.gone = gone
    }

    /// Finds out who a connection is.
    ///
    /// - Parameters:
    ///   - usesNames: Whether the user's name is wanted, too.
    ///   - completion: Called once: at once for a connection that called before, else when the bus
    ///     has answered; with nil where the connection is gone by then or has too many calls open.
    func find(
        _ client: ClientID, usesNames: Bool, completion: @escaping (Caller?) -> Void
    ) {
        if let known = known[client] {
            completion(caller(client, known, usesNames: usesNames))
            return
        }
        let isFirst = waiting[client] == nil
        guard (waiting[client]?.count ?? 0) < Self.greatestWaiting else {
            completion(nil)
            return
        }
        waiting[client, default: []].append(completion)
        if isFirst { ask(client, usesNames: usesNames) }
    }

    /// Where the user of a client that has called sits; nil for one that has not.
    func seat(of client: ClientID) -> AgentSeat? {
        guard let known = known[client] else { return nil }
        let user = known.credentials.userID
        // What the user's service manager runs belongs to no session, but is shown in one.
        let session =
            LoginSession.of(processID: known.credentials.processID)
            ?? LoginSession.display(ofUser: user)
        return session.map { AgentSeat(name: "session \($0.name)", isActive: $0.isActive) }
            ?? AgentSeat(name: "user \(user)", isActive: false)
    }

    /// The user of a connection that was found; nil where it was not, or is gone.
    func userID(of client: ClientID) -> UInt32? {
        known[client]?.credentials.userID
    }

    private func ask(_ client: ClientID, usesNames: Bool) {
        // Before the question, so that its end is not missed after the answer.
        guard watch(client) else {
            let completions = waiting.removeValue(forKey: client) ?? []
            for completion in completions { completion(nil) }
            return
        }
        connection.credentials(of: client.rawValue) { [weak self] result in
            guard let self else { return }
            let completions = waiting.removeValue(forKey: client) ?? []
            if let credentials = try? result.get() {
                known[client] = Known(
                    credentials: credentials,
                    startTime: try? ProcessOrigin.startTime(of: credentials.processID))
            } else {
                matches[client] = nil
            }
            for completion in completions {
                let found = self.known[client]
                completion(found.map { caller(client, $0, usesNames: usesNames) })
            }
        }
    }

    /// Has the end of a connection told; false where that is impossible.
    private func watch(_ client: ClientID) -> Bool {
        if matchOfAll == nil, matches.count >= Self.greatestMatches {
            matchOfAll = endMatch(nil)
        }
        if matchOfAll != nil { return true }
        matches[client] = endMatch(client.rawValue)
        return matches[client] != nil
    }

    /// Matches the end of a connection, or of all.
    private func endMatch(_ name: String?) -> BusMatch? {
        try? connection.match(.nameOwnerChanged(name)) { [weak self] message in
            // Its new owner: a unique name never has one again.
            guard let name = message.body.first?.string, message.body.last?.string == "" else {
                return
            }
            self?.forget(ClientID(name))
        }
    }

    private func forget(_ client: ClientID) {
        matches[client] = nil
        guard known.removeValue(forKey: client) != nil else { return }
        if waiting.isEmpty, matches.count == known.count { matchOfAll = nil }
        gone(client)
    }

    private func caller(_ client: ClientID, _ known: Known, usesNames: Bool) -> Caller {
        let user = known.credentials.userID
        var process: ProcessIdentity?
        if let startTime = known.startTime,
            let origin = try? ProcessOrigin.read(processID: known.credentials.processID),
            origin.startTime == startTime
        {
            process = ProcessIdentity(origin, userID: user, usesNames: usesNames)
        }
        return Caller(
            client: client, process: process, isPrivileged: user == 0 || user == geteuid())
    }

    private static let greatestWaiting = 100
    /// A bus takes 512 matches of a connection, where its configuration does not say otherwise.
    private static let greatestMatches = 256
}

extension ProcessIdentity {
    /// - Parameters:
    ///   - userID: The process's user, who may be known better than `origin` says it.
    ///   - usesNames: Whether the user's name is looked up, which may ask a directory service.
    init(_ origin: ProcessOrigin, userID: UInt32, usesNames: Bool) {
        self.init(
            unit: UnitName(origin.unit ?? ""), cgroup: origin.cgroup, userID: userID,
            userName: usesNames ? UserDatabase.name(of: userID) : nil)
    }
}

extension ProcessOrigin {
    /// The user of the process, also where the daemon runs in a user namespace (`PrivateUsers=`):
    /// there /proc has nobody in place of every other user, and the slice of a user's processes,
    /// `/user.slice/user-1000.slice/`, still says whose they are. Source: user_namespaces(7).
    var knownUserID: UInt32 {
        let elements = cgroup.utf8.split(separator: UInt8(ascii: "/"))
        guard userID == Self.overflowUserID, elements.count > 1,
            elements[0].elementsEqual("user.slice".utf8), let slice = String(elements[1]),
            slice.hasPrefix("user-"), slice.hasSuffix(".slice")
        else { return userID }
        return UInt32(slice.dropFirst("user-".utf8.count).dropLast(".slice".utf8.count)) ?? userID
    }

    /// /proc/sys/kernel/overflowuid, where nobody has changed it.
    private static let overflowUserID: UInt32 = 65_534
}
