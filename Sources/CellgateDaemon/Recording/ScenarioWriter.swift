internal import CellgateCore
internal import CellgateRecording
internal import CellgateSimulation
internal import Posix

/// `cellgated --replay FILE --scenario`: makes a scenario of a recording: its inputs, each with the
/// entries that it leads to as expectations, to be cut, edited and kept as a test.
struct ScenarioWriter {
    private var run = EngineRun()
    /// The moment of the last line that was written, and what the times of this life are counted from.
    private var moment = Duration.zero
    private var begin = Duration.zero
    /// Whether this life has no line yet.
    private var isNew = true
    private var output = ""

    /// Writes it to standard output; what is wrong with the recording, to standard error.
    ///
    /// - Returns: 0 where all of the recording was read, 1 where not or the output is gone.
    consuming func write(_ file: String) -> Int32 {
        var messages: [String] = []
        var isComplete = true
        do throws(SystemError) {
            let bytes = try TextFile.read(argument: file, limit: ReplayPrinter.greatestSize)
            var reader = RecordingReader(bytes, file: file)
            do throws(RecordingError) {
                try take(&reader, file)
            } catch {
                messages.append(error.diagnostic.description)
                isComplete = false
            }
            messages = reader.warnings.map(\.description) + messages
            try StreamWriter(descriptor: 1).write(Array(output.utf8))
        } catch {
            if !error.isBrokenPipe { messages.append("cellgated: \(error)".asLine) }
            isComplete = false
        }
        let text = messages.map { $0 + "\n" }.joined()
        try? StreamWriter(descriptor: 2).write(Array(text.utf8))
        return isComplete ? 0 : 1
    }

    private mutating func take(
        _ reader: inout RecordingReader, _ file: String
    ) throws(RecordingError) {
        var replay = Replay()
        while let line = try reader.next() {
            _ = replay.take(line)
            switch line {
            case .header(let header):
                isNew = true
                let program = header.program.map { " of cellgated \($0)" } ?? ""
                output += "# From a recording\(program); see cellgate.scenario(5).\n"
            case .lost(let count, at: _):
                output +=
                    count == 1
                    ? "# 1 input is missing here.\n" : "# \(count) inputs are missing here.\n"
            case .input(_, let time):
                // A life goes on where the one before ended: nothing has a time before the first.
                if isNew { begin = moment - time }
                isNew = false
                guard begin + time <= Scenario.greatestTime else {
                    throw Self.fault(file, "a scenario has 366 days at most, and this goes on")
                }
                for told in replay.told { write(told, at: begin + time) }
            }
        }
        if isNew { throw Self.fault(file, "it holds no input of which a scenario could be made") }
    }

    private static func fault(_ file: String, _ message: String) -> RecordingError {
        RecordingError(
            diagnostic: Diagnostic(severity: .error, file: file, line: nil, message: message))
    }

    private mutating func write(_ told: Replay.Told, at time: Duration) {
        guard let text = try? InputText.write(told.input) else { return }
        // As it will be read: what the text does not say, no expectation may depend on.
        let before = run.entries.count
        run.replay(told.input, at: Instant(sinceZero: time), isKnown: told.isKnown)
        output +=
            (time > moment ? "at \(Self.seconds(time)) " : "")
            + (told.isKnown ? "known" : "input") + " \(text)\n"
        moment = time
        for entry in run.entries[before...] {
            let words = entry.asSimulated.expectation.map { " " + $0 }
            output += "expect entry \(entry.event.rawValue)\(words.joined())\n"
        }
        if run.entries.count > before { output += "expect nothing\n" }
    }

    /// A time span of systemd.time(7) in one word, to the microsecond: `12.000250s`.
    private static func seconds(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let fraction = String(attoseconds / 1_000_000_000_000)
        return "\(seconds)." + String(repeating: "0", count: 6 - fraction.count) + fraction + "s"
    }
}

extension Entry {
    /// The fields as `expect entry` has them, those left out that an edited recording changes, and
    /// those whose values cannot be written there.
    fileprivate var expectation: [String] {
        fields.filter { !Self.left.contains($0.name) && $0.value.isPlain }
            .map { "\($0.name.rawValue.dropFirst("CELLGATE_".count))=\($0.value)" }
    }

    private static let left: Set<EntryField> = [
        .message, .messageID, .priority, .syslogIdentifier, .event, .sequence, .generation,
        .simulated,
    ]
}

extension String {
    /// Whether it is read again as the value of one field: words with single spaces between, none of
    /// which begins a comment or another field.
    fileprivate var isPlain: Bool {
        let words = unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1 else { return true }
        return words.allSatisfy { word in
            !word.isEmpty && word.first != "#" && !word.contains("=")
        }
    }
}
