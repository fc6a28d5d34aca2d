package import CellgateCore

/// Which authorizations are asked for now, and which later.
///
/// A question may stay open for minutes, and a bus bounds how many calls of a connection wait for
/// their reply (128, where its configuration does not say otherwise). So only so many are open at
/// once, of all users together and of each; the others wait, each user's in their order, and the
/// users take turns. Nobody can keep the others from asking, however many connections they make.
package struct AuthorizationQueue: Sendable {
    /// How many may be open at once.
    package static let greatestOpen = 64
    /// How many of one user may be open at once.
    package static let greatestOpenOfUser = 16
    /// How many may wait.
    package static let greatestWaiting = 1_000
    /// How many of one user may wait.
    package static let greatestWaitingOfUser = 100

    /// Who asks.
    private struct Asker {
        let client: ClientID
        /// The user, as the bus knows them.
        let userID: UInt32
    }

    private var open: [RequestID: Asker] = [:]
    private var openOfUser: [UInt32: Int] = [:]
    /// Those that wait, in their order; no user's is empty.
    private var waiting: [UInt32: [(id: RequestID, client: ClientID)]] = [:]
    /// The users of whom some wait, whose turn is next first.
    private var turns: [UInt32] = []
    private var waitingCount = 0

    package init() {}

    /// Takes a question in, which waits until ``next()`` returns it.
    ///
    /// - Parameter userID: The user whose connection asks.
    /// - Returns: Whether it is taken; false where too many wait.
    package mutating func add(_ id: RequestID, of client: ClientID, userID: UInt32) -> Bool {
        let ofUser = waiting[userID]?.count ?? 0
        guard waitingCount < Self.greatestWaiting, ofUser < Self.greatestWaitingOfUser else {
            return false
        }
        if ofUser == 0 { turns.append(userID) }
        waiting[userID, default: []].append((id, client))
        waitingCount += 1
        return true
    }

    /// The question to ask now, which is open from here on; nil where none is to be asked now.
    package mutating func next() -> RequestID? {
        guard open.count < Self.greatestOpen,
            let turn = turns.firstIndex(where: { mayOpen($0) })
        else { return nil }
        let userID = turns.remove(at: turn)
        guard var ofUser = waiting[userID], !ofUser.isEmpty else { return nil }
        let question = ofUser.removeFirst()
        waitingCount -= 1
        if ofUser.isEmpty {
            waiting[userID] = nil
        } else {
            waiting[userID] = ofUser
            turns.append(userID)
        }
        open[question.id] = Asker(client: question.client, userID: userID)
        openOfUser[userID, default: 0] += 1
        return question.id
    }

    /// Closes a question that is answered; one that is not open changes nothing.
    package mutating func finish(_ id: RequestID) {
        guard let asker = open.removeValue(forKey: id), let count = openOfUser[asker.userID] else {
            return
        }
        openOfUser[asker.userID] = count > 1 ? count - 1 : nil
    }

    /// Forgets what waits of a client that is gone.
    ///
    /// - Returns: Its open questions, in their order. They are to be called off, and stay open until
    ///   they are finished: the bus counts them until then.
    package mutating func remove(_ client: ClientID) -> [RequestID] {
        for (userID, questions) in waiting {
            let left = questions.filter { $0.client != client }
            guard left.count < questions.count else { continue }
            waitingCount -= questions.count - left.count
            if left.isEmpty {
                waiting[userID] = nil
                turns.removeAll { $0 == userID }
            } else {
                waiting[userID] = left
            }
        }
        return open.filter { $0.value.client == client }.keys.sorted()
    }

    private func mayOpen(_ userID: UInt32) -> Bool {
        openOfUser[userID, default: 0] < Self.greatestOpenOfUser
    }
}
