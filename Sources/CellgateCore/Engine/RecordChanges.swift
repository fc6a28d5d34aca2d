/// The changes of records on their way to the disk: nothing counts before it is stored, and one
/// table is written at a time.
struct RecordChanges: Equatable, Sendable {
    /// One app's new record.
    struct Change: Equatable, Sendable {
        let app: AppID
        /// Nil where it is cleared.
        let record: Record?
        /// The request to answer when it is stored or has failed; nil where nobody waits.
        let request: RequestID?
        /// Whether it was told already that it could not be stored.
        var isRetry = false
    }

    /// What is being written; none while nothing is.
    private(set) var underWay: [Change] = []
    /// The table that is being written.
    private var table = RecordTable()
    /// What came meanwhile.
    private var waiting: [Change] = []

    /// How many changes are not stored yet.
    var count: Int { underWay.count + waiting.count }

    mutating func add(_ change: Change) {
        waiting.append(change)
    }

    /// The table to write next: `table` with all that waits; nil where nothing does, or while
    /// another is written.
    mutating func begin(on table: RecordTable) -> RecordTable? {
        guard underWay.isEmpty, !waiting.isEmpty else { return nil }
        underWay = waiting
        waiting = []
        self.table = table
        self.table.apply(underWay)
        return self.table
    }

    /// Ends the writing, and returns what was written or could not be, and the whole table.
    mutating func end() -> (changes: [Change], table: RecordTable) {
        defer { underWay = [] }
        return (underWay, table)
    }

    /// Gives up all that is not stored yet, and returns it in order.
    mutating func giveUp() -> [Change] {
        defer { self = RecordChanges() }
        return underWay + waiting
    }

    /// Whether a change of an app's record is not stored yet.
    func concern(_ app: AppID) -> Bool { (underWay + waiting).contains { $0.app == app } }

    /// An app's record as it will be when all is stored; `record` is the one in force.
    func latest(of app: AppID, else record: Record?) -> Record? {
        guard let change = (underWay + waiting).last(where: { $0.app == app }) else {
            return record
        }
        return change.record
    }
}

extension RecordTable {
    /// Makes the changes, in order.
    mutating func apply(_ changes: [RecordChanges.Change]) {
        for change in changes { apps[change.app] = change.record }
    }
}

/// What became of a table that was to be stored.
package enum RecordOutcome: Codable, Equatable, Sendable {
    /// It is where no power cut loses it; and what is to be said of what was in its place.
    case stored([Diagnostic])
    /// The old one is still there.
    case failed(reason: String)
}
