internal import CellgateCore

/// A timeline as SVG: one file without scripts, fonts or anything from elsewhere.
///
/// Positions along the time are per cent of the width and everything else is in pixels, so text has
/// the same size on a phone and on a desktop. States differ by colour and by pattern.
package struct TimelineDrawing {
    private let timeline: Timeline
    private let calendar: LocalCalendar
    private let clock: Clock
    /// In pixels; nil where it fills what it is shown in.
    private let width: Int?
    private var body = ""
    /// How far down the next thing stands.
    private var y = 16

    /// The widths of windows from which on there is more text, and its style; the first is the
    /// narrowest that everything fits.
    private static let windows = [
        (width: 360, style: "s0"), (width: 720, style: "s1"), (width: 1_100, style: "s2"),
    ]
    /// The chart's part of the width, in per cent.
    private static let chart = 92
    /// How many columns of text fit a narrow window.
    private static let columns = 46
    /// A slot is three pixels on a wide screen, and at least one on a narrow one.
    private static let slots = 400
    private static let markSlots = 30
    private static let listedMarks = 20
    /// More apps would be a file that nothing shows.
    private static let greatestApps = 100
    private static let greatestInterfaces = 30

    private init(_ timeline: Timeline, width: Int?, clock: Clock, calendar: LocalCalendar) {
        self.timeline = timeline
        self.width = width
        self.clock = clock
        self.calendar = calendar
    }

    /// The file's text.
    ///
    /// - Parameter width: In pixels; nil for one that fills the page or the element that shows it.
    package static func svg(
        _ timeline: Timeline, width: Int?, clock: Clock, calendar: LocalCalendar
    ) -> String {
        var drawing = TimelineDrawing(timeline, width: width, clock: clock, calendar: calendar)
        return drawing.draw()
    }

    // MARK: The whole

    private mutating func draw() -> String {
        let times = [timeline.range.lowerBound, timeline.range.upperBound].map {
            clock.dateAndTime($0 / 1_000_000) ?? "-"
        }
        text("Cellgate timeline", y: y + 16, "h")
        text("from \(times[0])", y: y + 38)
        text("to \(times[1])", y: y + 56)
        y += 72
        let axis = y
        y += 28
        let (rows, leftOut) = selection()
        for row in rows { draw(row) }
        if !leftOut.isEmpty { paragraph(leftOut) }
        let end = y
        drawLegend(rows)
        drawAxis(labels: axis, from: axis + 20, to: end)
        let description =
            rows.first.map {
                "The path and what each app can reach, in "
                    + "\(rows.count) rows; at the end the path is: \(endWords(of: $0))."
            } ?? ""
        return head(from: times[0], to: times[1], description) + body + "</svg>\n</svg>\n"
    }

    private func head(from: String, to: String, _ description: String) -> String {
        let size = width.map { "width=\"\($0)\"" } ?? "width=\"100%\""
        let margin = (100 - Self.chart) / 2
        let rules =
            width == nil
            ? "@media(max-width:1099px){.s2{display:none}}@media(max-width:719px){.s1{display:none}}"
                + "@media(min-width:720px){.narrow{display:none}}" : ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" \(size) height="\(y)" role="img" \
            aria-labelledby="title description" lang="en">
            <title id="title">Cellgate timeline from \(XMLText.escape(from)) to \
            \(XMLText.escape(to))</title>
            <desc id="description">\(XMLText.escape(description))</desc>
            <style>text{font:13px system-ui,sans-serif;fill:#1b1b1b}\
            .h{font-size:18px;font-weight:600}.n{font-size:14px;font-weight:600}\
            .l{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}\
            .m{text-anchor:middle;font-weight:600}\(rules)</style>
            <defs>\(TimelinePattern.definitions)</defs>
            <rect width="100%" height="100%" fill="#fff"/>
            <svg x="\(margin)%" width="\(Self.chart)%" height="\(y)" overflow="visible">

            """
    }

    /// The rows that are drawn, and what is said of the others.
    private func selection() -> (rows: [Timeline.Row], leftOut: String) {
        var groups: (interfaces: [Timeline.Row], apps: [Timeline.Row]) = ([], [])
        for row in timeline.rows {
            switch row.subject {
            case .path: break
            case .interface: groups.interfaces.append(row)
            case .app: groups.apps.append(row)
            }
        }
        let kept = [
            Self.busiest(groups.interfaces, Self.greatestInterfaces),
            Self.busiest(groups.apps, Self.greatestApps),
        ]
        let missing = groups.interfaces.count + groups.apps.count - kept.joined().count
        let path = timeline.rows.filter { $0.subject == .path }
        return (
            path + kept.joined(),
            missing == 0
                ? ""
                : "\(missing) more rows, with fewer changes, are left out: name an app to see it."
        )
    }

    /// Those that changed most, in their order.
    private static func busiest(_ rows: [Timeline.Row], _ limit: Int) -> [Timeline.Row] {
        guard rows.count > limit else { return rows }
        let chosen = rows.indices.sorted {
            rows[$0].changes == rows[$1].changes ? $0 < $1 : rows[$0].changes > rows[$1].changes
        }.prefix(limit)
        return chosen.sorted().map { rows[$0] }
    }

    // MARK: A row

    private mutating func draw(_ row: Timeline.Row) {
        y += 14
        let name = row.subject.name
        body += "<g><title>\(XMLText.escape(name))</title>\n"
        text(ShownText.cut(ShownText.safe(name), to: 38), y: y + 14, "n")
        y += 20
        let changes = row.changes == 1 ? "1 change" : "\(row.changes) changes"
        paragraph("at the end \(endWords(of: row)); \(changes)")
        let runs = row.runs(count: Self.slots)
        for run in runs { draw(run, of: row) }
        for run in runs { label(run) }
        y += 24
        drawMarks(of: row)
        y += 6
        body += "</g>\n"
    }

    private func endWords(of row: Timeline.Row) -> String {
        row.intervals.last?.state.words ?? ""
    }

    private mutating func draw(_ run: Timeline.Run, of row: Timeline.Row) {
        let stamp = TimelineStamp(timeline.range, calendar: calendar)
        let begin = Timeline.begin(of: run.slots.lowerBound, in: timeline.range, count: Self.slots)
        let end = Timeline.begin(of: run.slots.upperBound, in: timeline.range, count: Self.slots)
        var span = begin..<max(end, begin + 1)
        // The state's own time, which slots only come near to.
        if run.state != nil, let interval = row.interval(at: span.upperBound - 1) {
            span = interval.range
        }
        let words = run.state?.words ?? "changes, too short to be drawn: \(run.changes)"
        let isLow = run.state?["preferred"] == "no" && run.state?.look != .unusable
        let pattern = run.state.map { TimelinePattern.name(of: $0.look) } ?? TimelinePattern.several
        let frame =
            run.state?.isSimulated ?? false
            ? " stroke=\"#1b1b1b\" stroke-width=\"2\" stroke-dasharray=\"4 3\"" : ""
        body += """
            <rect x="\(percent(run.slots.lowerBound, of: Self.slots))" y="\(isLow ? y + 12 : y)" \
            width="\(percent(run.slots.count, of: Self.slots))" height="\(isLow ? 10 : 22)" \
            fill="url(#\(pattern))"\(frame)><title>\(stamp.text(span.lowerBound)) to \
            \(stamp.text(span.upperBound)): \(XMLText.escape(words))</title></rect>

            """
    }

    /// Names a run where there is room for that.
    private mutating func label(_ run: Timeline.Run) {
        guard let state = run.state, state["preferred"] != "no" || state.look == .unusable else {
            return
        }
        guard state.look != .unusable || state["preferred"] == nil else { return }
        var words = state.look.legend
        if let interface = state["interface"] { words += " " + interface }
        // Some 7 pixels a sign, and those at the ends.
        let needed = ShownText.width(words) * 7 + 12
        let share = run.slots.count * Self.chart
        let fits = { (width: Int) in needed <= width * share / Self.slots / 100 }
        let style: String
        if let width {
            guard fits(width) else { return }
            style = "l"
        } else {
            guard let window = Self.windows.first(where: { fits($0.width) }) else { return }
            style = "l \(window.style)"
        }
        text(words, x: percent(run.slots.lowerBound, of: Self.slots), dx: 6, y: y + 16, style)
    }

    private func isMark(_ mark: Timeline.Mark, of row: Timeline.Row) -> Bool {
        switch row.subject {
        case .path:
            mark.app == nil
        case .interface: false
        case .app(let app): mark.app == app
        }
    }

    private mutating func drawMarks(of row: Timeline.Row) {
        let marks = timeline.marks.filter { isMark($0, of: row) }
        guard !marks.isEmpty else { return }
        let stamp = TimelineStamp(timeline.range, calendar: calendar)
        let slots = Dictionary(grouping: marks) {
            Timeline.slot(of: $0.time, in: timeline.range, count: Self.markSlots)
        }
        for (slot, marks) in slots.sorted(by: { $0.key < $1.key }) {
            let sign =
                marks.count == 1
                ? String(marks[0].event.letter)
                : marks.count < 10 ? "\(marks.count)" : "…"
            let words =
                marks.prefix(5).map { "\(stamp.text($0.time)) \($0.message)" }
                + (marks.count > 5 ? ["and \(marks.count - 5) more"] : [])
            // In the middle of its slot.
            let x = percent(2 * slot + 1, of: 2 * Self.markSlots)
            body += """
                <text class="m" x="\(x)" y="\(y + 13)">\(sign)<title>\
                \(XMLText.escape(words.joined(separator: "; ")))</title></text>

                """
        }
        y += 16
    }

    // MARK: Around the rows

    private mutating func drawAxis(labels: Int, from top: Int, to bottom: Int) {
        let sets =
            width.map { [(count: $0 < 720 ? 5 : 10, style: "")] }
            ?? [(count: 5, style: "narrow"), (count: 10, style: "s1")]
        for (count, style) in sets {
            let ticks = TimeAxis(timeline.range, atMost: count, calendar: calendar).ticks
            for tick in ticks {
                let slot = Timeline.slot(of: tick.time, in: timeline.range, count: 10_000)
                let x = percent(slot, of: 10_000)
                body +=
                    "<line class=\"\(style)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(top)\" "
                    + "y2=\"\(bottom)\" stroke=\"#1b1b1b\" stroke-opacity=\".25\"/>\n"
                let isLast = slot > 9_000
                body +=
                    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(labels + 14)\""
                    + (isLast ? " text-anchor=\"end\"" : "") + ">\(tick.label)</text>\n"
            }
        }
    }

    private mutating func drawLegend(_ rows: [Timeline.Row]) {
        let runs = rows.flatMap { $0.runs(count: Self.slots) }
        var swatches = Timeline.Look.allCases.filter { look in
            runs.contains { $0.state?.look == look }
        }.map { (TimelinePattern.name(of: $0), $0.legend, "") }
        if runs.contains(where: { $0.state == nil }) {
            swatches.append((TimelinePattern.several, "more states than one", ""))
        }
        if runs.contains(where: { $0.state?.isSimulated ?? false }) {
            swatches.append(
                (
                    "none", "simulated",
                    " stroke=\"#1b1b1b\" stroke-width=\"2\" "
                        + "stroke-dasharray=\"4 3\""
                ))
        }
        y += 12
        for (number, swatch) in swatches.enumerated() {
            let x = number % 2 == 0 ? "0" : "50%"
            let fill = swatch.0 == "none" ? "none" : "url(#\(swatch.0))"
            body +=
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"22\" height=\"16\" fill=\"\(fill)\""
                + "\(swatch.2)/>\n"
            text(swatch.1, x: x, dx: 28, y: y + 13)
            if number % 2 == 1 || number == swatches.count - 1 { y += 24 }
        }
        let events = EntryEvent.allCases.filter { event in
            timeline.marks.contains { $0.event == event }
        }
        if !events.isEmpty {
            let parts = events.map { "\($0.letter)=\($0.rawValue)" }
            paragraph(parts.joined(separator: ", ") + "; a number: so many of these")
        }
        if rows.contains(where: { if case .interface = $0.subject { true } else { false } }) {
            paragraph("A low bar: usable, but not preferred")
        }
        drawLastMarks()
        y += 12
    }

    /// The last things that happened, for those who cannot point at a letter.
    private mutating func drawLastMarks() {
        guard !timeline.marks.isEmpty else { return }
        let stamp = TimelineStamp(timeline.range, calendar: calendar)
        y += 16
        text("What happened last", y: y + 12, "n")
        y += 22
        for mark in timeline.marks.suffix(Self.listedMarks) {
            let tail = mark.isSimulated ? " (simulated)" : ""
            paragraph("\(stamp.text(mark.time)) \(mark.event.letter) \(mark.message)\(tail)")
        }
    }

    // MARK: Pieces

    /// Text in lines that fit a narrow window.
    private mutating func paragraph(_ words: String) {
        for line in ShownText.wrap(ShownText.safe(words), to: Self.columns) {
            text(ShownText.cut(line, to: Self.columns), y: y + 12)
            y += 17
        }
        y += 3
    }

    private mutating func text(
        _ words: String, x: String = "0", dx: Int = 0, y: Int, _ style: String = ""
    ) {
        body +=
            "<text x=\"\(x)\"" + (dx > 0 ? " dx=\"\(dx)\"" : "") + " y=\"\(y)\""
            + (style.isEmpty ? "" : " class=\"\(style)\"") + ">\(XMLText.escape(words))</text>\n"
    }

    /// A part of the width, with three decimals.
    private func percent(_ part: Int, of whole: Int) -> String {
        let thousandths = part * 100_000 / whole
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)%"
    }
}
