/// How much is measured.
package struct Extent: Equatable, Sendable {
    /// How often everything that is compared takes its turn.
    package var rounds: Int
    /// How many times a round takes the link down and up. The daemon tells 16 changes at once and
    /// then four a second, so that more would measure how it waits: 12, and 2 to warm up.
    package var changesInRound = 6
    /// How long idleness is watched, in seconds.
    package var idleSeconds: Int
    package var linkCounts: [Int]
    package var routeCounts: [UInt32]
    package var appCounts: [Int]
    /// How many inputs the greatest recording has.
    package var inputCounts: [Int]

    /// What `make bench` measures.
    package static let full = Extent(
        rounds: 40, idleSeconds: 30, linkCounts: [10, 1_000, 10_000],
        routeCounts: [10, 10_000, 1_000_000], appCounts: [10, 1_000, 100_000],
        inputCounts: [1_000, 10_000, 100_000])

    /// What shows in a minute or two that everything works.
    package static let quick = Extent(
        rounds: 3, idleSeconds: 3, linkCounts: [10, 1_000], routeCounts: [10, 10_000],
        appCounts: [10, 1_000], inputCounts: [1_000, 10_000])

    package init(
        rounds: Int, idleSeconds: Int, linkCounts: [Int], routeCounts: [UInt32], appCounts: [Int],
        inputCounts: [Int]
    ) {
        self.rounds = rounds
        self.idleSeconds = idleSeconds
        self.linkCounts = linkCounts
        self.routeCounts = routeCounts
        self.appCounts = appCounts
        self.inputCounts = inputCounts
    }
}
