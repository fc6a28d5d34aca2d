internal import CellgateCore

/// A timeline as JSON.
package enum TimelineJSON {
    /// One object, on one line.
    package static func text(_ timeline: Timeline) -> String {
        JSONView.object([
            ("since", String(timeline.range.lowerBound)),
            ("until", String(timeline.range.upperBound)),
            ("rows", JSONView.array(timeline.rows.map(text))),
            ("marks", JSONView.array(timeline.marks.map(text))),
        ])
    }

    private static func text(_ row: Timeline.Row) -> String {
        let subject =
            switch row.subject {
            case .path: "path"
            case .interface: "interface"
            case .app: "app"
            }
        return JSONView.object([
            ("subject", JSONText.quote(subject)), ("name", JSONText.quote(row.subject.name)),
            ("intervals", JSONView.array(row.intervals.map(text))),
        ])
    }

    private static func text(_ interval: Timeline.Interval) -> String {
        JSONView.object(
            [
                ("since", String(interval.range.lowerBound)),
                ("until", String(interval.range.upperBound)),
                ("state", JSONText.quote(interval.state.look.rawValue)),
            ] + interval.state.details.map { ($0.name, JSONText.quote($0.value)) }
                + [("simulated", String(interval.state.isSimulated))])
    }

    private static func text(_ mark: Timeline.Mark) -> String {
        var members = [
            ("time", String(mark.time)), ("event", JSONText.quote(mark.event.rawValue)),
        ]
        if let app = mark.app { members.append(("app", JSONText.quote(app.rawValue))) }
        members += [
            ("message", JSONText.quote(mark.message)), ("simulated", String(mark.isSimulated)),
        ]
        return JSONView.object(members)
    }
}
