/// One way to follow the kernel that is compared with the others.
struct Contender: Sendable {
    /// For tables.
    let name: String
    /// What is started, in order; the last one says when all are ready.
    let steps: [Step]
    /// What the entry that tells that the path is gone holds, and the one that tells that it is
    /// back: all of it.
    let downMarks: [String]
    let upMarks: [String]
    /// Why it cannot be measured here; nil where it can.
    var absence: String?

    /// A program to be started.
    struct Step: Sendable {
        let arguments: [String]
        var environment: [String: String] = [:]
        /// The socket that shows that it runs; nil where nothing is waited for.
        var socket: String?
    }

    /// Whether an entry tells of the path what is asked.
    func tells(_ entry: [UInt8], isUp: Bool) -> Bool {
        (isUp ? upMarks : downMarks).allSatisfy { entry.contains(Array($0.utf8)) }
    }
}
