internal import Posix

/// Where the answers go, and the words about what went wrong.
struct Output {
    /// What standard output leads to.
    let screen: Screen
    /// Nil where the program was started with standard output closed.
    private let standardOutput: StreamWriter?
    private let standardError = StreamWriter(descriptor: 2)

    /// For the streams that the program was started with.
    ///
    /// - Parameter hasStandardOutput: Whether standard output was open.
    init(hasStandardOutput: Bool) {
        standardOutput = hasStandardOutput ? StreamWriter(descriptor: 1) : nil
        let isTerminal = Terminal.isTerminal(1)
        let terminal = Environment.value("TERM") ?? ""
        screen = Screen(
            width: isTerminal ? Terminal.width(1) ?? 80 : nil,
            isColoured: isTerminal && (Environment.value("NO_COLOR") ?? "").isEmpty
                && !["", "dumb"].contains(terminal),
            clock: Clock(
                now: { CalendarTime.now }, dateAndTime: { CalendarTime.dateAndTime($0) },
                time: { CalendarTime.time($0) }))
    }

    /// Writes to standard output, and where that fails says so on standard error.
    ///
    /// - Parameter deed: What is done all the same, to be said with the failure; empty for nothing.
    /// - Returns: Whether all of it was taken.
    func say(_ text: String, deed: String = "") -> Bool {
        guard !text.isEmpty else { return true }
        guard let standardOutput else {
            complain([Complaint.unwritten("standard output is closed", deed: deed)])
            return false
        }
        do throws(SystemError) {
            try standardOutput.write(Array(text.utf8))
            return true
        } catch {
            complain([Complaint.unwritten(error.reason, deed: deed)])
            return false
        }
    }

    /// Writes lines to standard error; that it is closed is nobody's loss.
    func complain(_ lines: [String]) {
        try? standardError.write(Array(lines.map { $0 + "\n" }.joined().utf8))
    }
}
