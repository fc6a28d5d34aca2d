package import CellgateCore

/// A line of a scenario that did not come out as it says.
package struct ScenarioFailure: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    /// The line.
    package let text: String
    package let expected: String
    package let got: String
    /// What was published since the last line that did something or let time pass.
    package let entries: [ScenarioRun.Publication]
    /// That line's number.
    package let since: Int

    /// Several lines, without the last one's end.
    package var description: String {
        var lines = [
            "\(file):\(line): failed: \(text)", "    expected: \(expected)", "         got: \(got)",
        ]
        if entries.isEmpty {
            lines.append("    no entry since line \(since)")
        } else {
            lines.append("    entries since line \(since):")
            let left = entries.count - Self.greatestCount
            if left > 0 { lines.append("      (\(left) more before)") }
            for publication in entries.suffix(Self.greatestCount) {
                let entry = publication.entry
                lines.append(
                    "      \(publication.moment.clock)  \(entry.event.rawValue)  \(entry.message)")
            }
        }
        return lines.map(\.asLine).joined(separator: "\n")
    }

    private static let greatestCount = 10
}

extension Instant {
    /// The time since the clock's zero in seconds, as in `61.500`: cut to milliseconds.
    package var clock: String {
        let (seconds, attoseconds) = sinceZero.components
        let fraction = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
