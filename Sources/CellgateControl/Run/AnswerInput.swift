internal import Glibc
internal import Posix
internal import Systemd

/// The lines of standard input that answer prompts.
///
/// At a terminal a line answers the prompt that is shown, and what is typed before is no answer. Of
/// a pipe or a file the lines answer one prompt each, in their order, and no more is read than
/// needed.
final class AnswerInput {
    private let session: Session
    /// Called when there is a line, or the input has ended.
    private let handler: () -> Void
    private let isTerminal = Terminal.isTerminal(0)
    /// Whether it tells when it can be read; a file does not, and never has to be waited for.
    private var isPolled = true
    private var source: DescriptorSource?
    private var buffer = LineBuffer()
    private var lines: [String] = []
    private var isAtEnd = false

    /// Begins to read.
    ///
    /// - Parameter handler: Never called before this returns.
    /// - Throws: ``BusError`` where it cannot be read by the loop.
    init(_ session: Session, handler: @escaping () -> Void) throws(BusError) {
        self.session = session
        self.handler = handler
        do throws(BusError) {
            try watch()
        } catch {
            // A regular file and /dev/null: epoll_ctl(2).
            guard case .system(let refusal) = error, refusal.code == EPERM else { throw error }
            isPolled = false
        }
    }

    /// The next line; nil while there is none.
    func next() -> String? {
        readFile()
        guard !lines.isEmpty else { return nil }
        let line = lines.removeFirst()
        // Where the loop has no memory for it, there is nobody to wait for either.
        do throws(BusError) { try watch() } catch { isAtEnd = true }
        return line
    }

    /// Whether no line will come any more.
    var hasEnded: Bool {
        readFile()
        return isAtEnd && lines.isEmpty
    }

    /// Drops what was typed while nothing was asked.
    func dropTyped() {
        if isTerminal { while next() != nil {} }
    }

    /// Waits for more, where that is needed.
    private func watch() throws(BusError) {
        guard isPolled, source == nil, lines.isEmpty, !isAtEnd else { return }
        source = try session.watch(descriptor: 0) { [unowned self] in
            read()
            // What follows stays where it is, for the next prompt.
            if isAtEnd || !lines.isEmpty { source = nil }
            handler()
        }
    }

    private func read() {
        if let bytes = StandardStreams.readAvailable() {
            lines += buffer.add(bytes)
        } else {
            isAtEnd = true
            if let last = buffer.finish() { lines.append(last) }
        }
    }

    /// Reads on in a file, up to a line. A device that has no lines would be read for ever.
    private func readFile() {
        guard !isPolled else { return }
        for _ in 0..<Self.greatestReads where lines.isEmpty && !isAtEnd { read() }
        if lines.isEmpty { isAtEnd = true }
    }

    private static let greatestReads = 64
}
