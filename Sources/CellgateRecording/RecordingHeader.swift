internal import CellgateCore
internal import JSON

/// The line that a recording begins with.
package struct RecordingHeader: Equatable, Sendable {
    /// The version of the form that this program writes and reads.
    package static let version: Int64 = 1

    /// The version of the program that wrote it; nil where it does not say so.
    package var program: String?
    /// The time of day at its begin, in microseconds since 1970 UTC; nil where it does not say so.
    package var recorded: Int64?
    /// What the engine's clock showed at its begin; the lines' times are counted from there.
    package var clock: Duration

    package init(program: String? = nil, recorded: Int64? = nil, clock: Duration = .zero) {
        self.program = program
        self.recorded = recorded
        self.clock = clock
    }

    /// The member that tells a header from other lines, and that has the version.
    static let mark: JSONName = "cellgate-recording"
}
