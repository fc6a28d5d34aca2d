internal import CellgateCore
internal import CellgateRecording
internal import Posix

/// Prints on standard output what a recording leads to, as the daemon would: readable lines, or JSON.
struct ReplayPrinter {
    private let text: ReadableText?

    /// What is to be said beside the entries.
    struct Report: Equatable {
        /// Lines for people.
        var messages: [String] = []
        /// Whether everything was replayed and printed.
        var isComplete = true
    }

    init(writesJSON: Bool) {
        text =
            writesJSON
            ? nil
            : ReadableText(
                isColoured: Terminal.isTerminal(1)
                    && (Environment.value("NO_COLOR") ?? "").isEmpty)
    }

    /// Replays a file as far as it can be read.
    func replay(_ path: String) -> Report {
        var report = Report()
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try TextFile.read(argument: path, limit: Self.greatestSize)
        } catch {
            return Report(messages: ["cellgated: \(error)".asLine], isComplete: false)
        }
        var reader = RecordingReader(bytes, file: path)
        var replay = Replay()
        var output: [UInt8] = []
        var isAtEnd = false
        while !isAtEnd {
            do throws(RecordingError) {
                if let line = try reader.next() {
                    for entry in replay.take(line) {
                        output += (text?.line(for: entry) ?? entry.json).utf8
                        output.append(UInt8(ascii: "\n"))
                    }
                } else {
                    isAtEnd = true
                }
            } catch {
                report.messages.append(error.diagnostic.description)
                report.isComplete = false
                isAtEnd = true
            }
            guard output.count >= Self.chunk || isAtEnd else { continue }
            do throws(SystemError) {
                try StreamWriter(descriptor: 1).write(output)
                output.removeAll(keepingCapacity: true)
            } catch {
                // Whoever reads has seen enough, or the disk is full.
                if !error.isBrokenPipe { report.messages.append("cellgated: \(error)") }
                report.isComplete = false
                isAtEnd = true
            }
        }
        report.messages = reader.warnings.map(\.description) + report.messages
        return report
    }

    /// 1 GiB; all of it is read at once.
    static let greatestSize = 1 << 30
    /// How much is printed at once.
    private static let chunk = 1 << 16
}
