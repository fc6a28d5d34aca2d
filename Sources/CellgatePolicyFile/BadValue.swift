/// Why a value is not accepted.
struct BadValue: Error, Equatable {
    /// The value, or the part of it, that is wrong, ready to be shown.
    let shown: String
    /// What is wrong with it, as the end of a sentence that begins with the value.
    let problem: String
    /// What would be accepted, as the end of a sentence that begins with "write".
    let accepted: String

    init(
        _ value: some Collection<UInt8>, problem: String = "is not accepted", accepted: String
    ) {
        shown = value.shown()
        self.problem = problem
        self.accepted = accepted
    }
}
