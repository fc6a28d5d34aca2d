/// A timeline on a terminal: a row for each subject, and a column for each slot of time.
package enum TimelineView {
    /// How many things that happened are listed.
    private static let happenings = 20
    /// Where no terminal says how wide it is.
    private static let usualWidth = 80
    private static let several: Character = "*"

    /// The chart, what its signs mean, and what happened last.
    package static func lines(
        _ timeline: Timeline, on screen: Screen, calendar: LocalCalendar
    ) -> [String] {
        let width = screen.width ?? usualWidth
        let names = timeline.rows.map { ShownText.safe($0.subject.name) }
        let widest = names.map { ShownText.width($0) }.max() ?? 0
        let margin = min(widest, max(width / 3, 8))
        let columns = max(width - margin - 2, 10)
        let charts = timeline.rows.map { ($0, $0.runs(count: columns)) }
        var lines = head(timeline, columns: columns, screen)
        for (name, chart) in zip(names, charts) {
            let text = ShownText.cut(name, to: margin)
            lines.append(
                text + spaces(margin + 2 - ShownText.width(text))
                    + chart.1.map { sign(of: $0, in: chart.0, screen) }.joined())
        }
        let gap = spaces(margin + 2)
        if let row = simulatedRow(charts.map(\.1), columns: columns) {
            lines.append(ShownText.cut("simulated", to: margin + 1).padded(to: margin + 2) + row)
        }
        lines += axis(timeline, columns: columns, calendar).map { gap + $0 } + [""]
        lines += legend(charts, screen)
        return lines + list(timeline, screen, calendar)
    }

    // MARK: The chart

    private static func head(
        _ timeline: Timeline, columns: Int, _ screen: Screen
    ) -> [String] {
        let times = [timeline.range.lowerBound, timeline.range.upperBound].map {
            screen.clock.dateAndTime($0 / 1_000_000) ?? "-"
        }
        let length = timeline.range.upperBound - timeline.range.lowerBound
        let column = length / UInt64(columns)
        let span = column < 1_000_000 ? "less than 1s" : Clock.span(column)
        return ShownText.wrap("\(times[0]) to \(times[1])", to: screen.width).map {
            screen.paint($0, .heading)
        } + [screen.paint("A column is \(span).", .faint), ""]
    }

    private static func sign(
        of run: Timeline.Run, in row: Timeline.Row, _ screen: Screen
    ) -> String {
        let sign = run.state.map { letter(of: $0) } ?? several
        let text = String(repeating: sign, count: run.slots.count)
        return screen.paint(text, run.state.map { style(of: $0.look) } ?? .doubtful)
    }

    /// Where anything simulated took part; nil where nowhere.
    private static func simulatedRow(_ charts: [[Timeline.Run]], columns: Int) -> String? {
        var signs = [Character](repeating: " ", count: columns)
        for run in charts.joined() where run.state?.isSimulated ?? false {
            for slot in run.slots { signs[slot] = "s" }
        }
        guard let last = signs.lastIndex(of: "s") else { return nil }
        return String(signs[...last])
    }

    /// Two lines: where the round times are, and what they are.
    private static func axis(
        _ timeline: Timeline, columns: Int, _ calendar: LocalCalendar
    ) -> [String] {
        let ticks = TimeAxis(timeline.range, atMost: max(columns / 12, 1), calendar: calendar)
        var (marks, labels) = ("", "")
        for tick in ticks.ticks {
            let slot = Timeline.slot(of: tick.time, in: timeline.range, count: columns)
            guard slot >= labels.count, slot + tick.label.count <= columns else { continue }
            marks = marks.padded(to: slot) + "|"
            labels = labels.padded(to: slot) + tick.label + " "
        }
        return [marks, String(labels.dropLast())]
    }

    private static func letter(of state: Timeline.State) -> Character {
        let isFallback = state["preferred"] == "no"
        switch state.look {
        case .wifi: return isFallback ? "w" : "W"
        case .cellular: return isFallback ? "c" : "C"
        case .wiredEthernet: return isFallback ? "e" : "E"
        case .other: return isFallback ? "o" : "O"
        case .unusable, .notAvailable: return "-"
        case .available: return "+"
        case .cellularDenied: return "M"
        case .wifiDenied: return "X"
        case .undecided: return "?"
        case .invalid: return "!"
        case .unknown: return "."
        }
    }

    private static func style(of look: Timeline.Look) -> Screen.Style {
        switch look {
        case .wifi, .wiredEthernet, .available: .good
        case .cellular, .other, .undecided: .doubtful
        case .unusable, .notAvailable, .unknown: .faint
        case .cellularDenied, .wifiDenied, .invalid: .bad
        }
    }

    // MARK: Below it

    /// What the signs mean that are there.
    private static func legend(
        _ charts: [(Timeline.Row, [Timeline.Run])], _ screen: Screen
    ) -> [String] {
        let states = charts.flatMap { $0.1.compactMap(\.state) }
        let hasSeveral = charts.contains { $0.1.contains { $0.state == nil } }
        var parts: [String] = []
        for look in Timeline.Look.allCases {
            // What has one sign has one entry.
            if look == .notAvailable, states.contains(where: { $0.look == .unusable }) { continue }
            guard let sample = states.first(where: { $0.look == look }) else { continue }
            var words = look.legend
            if look == .unusable { words = "no network, or not usable" }
            if sample["preferred"] != nil || sample["interfaceType"] != nil, look != .unusable {
                let letters = String(letter(of: Timeline.State(look)))
                let hasFallback = states.contains { $0.look == look && $0["preferred"] == "no" }
                parts.append(
                    "\(letters) \(words)"
                        + (hasFallback ? " (\(letters.lowercased()): not preferred)" : ""))
            } else {
                parts.append("\(letter(of: sample)) \(words)")
            }
        }
        if hasSeveral { parts.append("\(several) more states than one") }
        if states.contains(where: \.isSimulated) { parts.append("s simulated") }
        // A sign and its words stay on one line.
        let text = parts.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: "; ")
        return ShownText.wrap(text, to: screen.width).map {
            screen.paint($0.replacing("\u{A0}", with: " "), .faint)
        }
    }

    private static func list(
        _ timeline: Timeline, _ screen: Screen, _ calendar: LocalCalendar
    ) -> [String] {
        let (shown, leftOut) = timeline.happenings(atMost: happenings)
        let stamp = TimelineStamp(timeline.range, calendar: calendar)
        var lines = [""]
        if leftOut > 0 { lines.append("… and \(leftOut) before; --json has all") }
        return lines
            + shown.map { happening in
                let time = stamp.text(happening.time)
                let text = ShownText.safe(happening.text)
                let room = screen.width.map { max($0 - time.count - 1, 10) }
                return screen.paint(time, .faint) + " "
                    + (room.map { ShownText.cut(text, to: $0) } ?? text)
            }
    }

    private static func spaces(_ count: Int) -> String {
        String(repeating: " ", count: max(count, 0))
    }
}

extension String {
    /// With spaces behind it up to a length.
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 0))
    }
}
