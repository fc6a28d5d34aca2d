package import CellgateCore

/// The calls that are not answered yet.
///
/// Some wait for a decision, which takes seconds. So only so many are open, of all users together
/// and of each, however many connections a user makes. Whoever may do everything is not bounded, nor
/// kept out by those who are.
package struct OpenCalls<Call> {
    /// How many may be open.
    package static var greatest: Int { 10_000 }
    /// How many of one user may be open.
    package static var greatestOfUser: Int { 1_000 }

    private struct Open {
        var call: Call
        let client: ClientID
        /// The user that it counts for; nil where it is not bounded.
        let userID: UInt32?
    }

    private var open: [RequestID: Open] = [:]
    private var countOfUser: [UInt32: Int] = [:]
    private var count = 0

    package init() {}

    /// Takes a call in; false where too many are open.
    ///
    /// - Parameters:
    ///   - id: One that no other has.
    ///   - userID: The user whose connection calls; nil for one who is not bounded.
    package mutating func add(
        _ id: RequestID, _ call: Call, of client: ClientID, userID: UInt32?
    ) -> Bool {
        if let userID {
            let ofUser = countOfUser[userID, default: 0]
            guard count < Self.greatest, ofUser < Self.greatestOfUser else { return false }
            countOfUser[userID] = ofUser + 1
            count += 1
        }
        open[id] = Open(call: call, client: client, userID: userID)
        return true
    }

    /// An open call; nil for one that is answered or was never taken.
    package subscript(_ id: RequestID) -> Call? { open[id]?.call }

    /// Changes an open call; nothing happens to one that is not.
    package mutating func change(_ id: RequestID, _ body: (inout Call) -> Void) {
        guard var found = open[id] else { return }
        body(&found.call)
        open[id] = found
    }

    /// Removes a call and returns it; nil where it is not open.
    package mutating func remove(_ id: RequestID) -> Call? {
        guard let found = open.removeValue(forKey: id) else { return nil }
        if let userID = found.userID, let ofUser = countOfUser[userID] {
            countOfUser[userID] = ofUser > 1 ? ofUser - 1 : nil
            count -= 1
        }
        return found.call
    }

    /// Forgets the calls of a client that is gone.
    package mutating func remove(_ client: ClientID) {
        for id in open.filter({ $0.value.client == client }).keys { _ = remove(id) }
    }
}
