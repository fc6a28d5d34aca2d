internal import CellgateCore
internal import Posix
internal import Systemd

/// `timeline`: reads entries, and shows what held when.
struct TimelineRun {
    private let options: Options
    private let app: AppReference?
    private let output: Output
    private let calendar = LocalCalendar.system

    /// How far back it goes where nobody says how far.
    private static let usualLength: UInt64 = 86_400_000_000

    /// - Parameter app: The only one; nil for all.
    init(_ options: Options, _ app: AppReference?, _ output: Output) {
        self.options = options
        self.app = app
        self.output = output
    }

    /// Does it.
    ///
    /// - Returns: The exit code.
    func run() -> Int32 {
        do throws(Fault) {
            return show(try timeline()) ? 0 : 1
        } catch {
            let message = BusError.named(name: BusErrorName.failed, message: error.message)
            if options.isJSON { _ = output.say(JSONView.error(message) + "\n") }
            output.complain(["cellgatectl: " + ShownText.safe(error.message)] + error.advice)
            return 1
        }
    }

    /// Why there is no timeline.
    private struct Fault: Error {
        let message: String
        var advice: [String] = []
    }

    // MARK: From entries

    private func timeline() throws(Fault) -> Timeline {
        let now = output.screen.clock.now()
        let since = try moment(options.timeline.since, "--since", now)
        let until = try moment(options.timeline.until, "--until", now)
        guard let file = options.timeline.entries else {
            let end = until ?? now
            let begin = since ?? end - min(end, Self.usualLength)
            try refuseEmpty(begin, end)
            return try journalTimeline(since: begin, until: end)
        }
        if let since, let until { try refuseEmpty(since, until) }
        var builder = TimelineBuilder(since: since, until: until, app: app?.id)
        try read(file) { builder.take($0) }
        guard let timeline = builder.timeline() else {
            throw Fault(message: "there are no entries of cellgated in that file and time.")
        }
        return timeline
    }

    private func read(
        _ path: String, _ take: (TimelineEntry) -> Void
    ) throws(Fault) {
        let file: EntryFile
        do throws(SystemError) {
            file = try EntryFile(path: path)
        } catch {
            throw Fault(message: error.description)
        }
        do throws(EntryFile.Fault) {
            try file.read(take)
        } catch {
            throw Fault(message: error.message)
        }
    }

    private func journalTimeline(since: UInt64, until: UInt64) throws(Fault) -> Timeline {
        let place = options.timeline.directory.map { JournalReader.Place.directory($0) } ?? .local
        var builder = TimelineBuilder(since: since, until: until, app: app?.id)
        do throws(SystemError) {
            let entries = try JournalEntries(
                place, unit: options.timeline.unit, isUserUnit: options.isUserBus)
            try entries.read(since: since) { entry in
                builder.take(entry)
                return !builder.isOver
            }
        } catch {
            throw Fault(message: error.description)
        }
        guard let timeline = builder.timeline() else {
            throw Fault(
                message: "there are no entries of \(options.timeline.unit) in that time.",
                advice: [
                    "The journal is shown to root and to the groups systemd-journal and adm; "
                        + "--since goes further back."
                ])
        }
        return timeline
    }

    private func moment(
        _ moment: Moment?, _ option: String, _ now: UInt64
    ) throws(Fault) -> UInt64? {
        guard let moment else { return nil }
        guard let time = moment.microseconds(now: now, calendar: calendar),
            time < EntryFile.latestTime
        else { throw Fault(message: "no calendar has the time of \(option).") }
        return time
    }

    private func refuseEmpty(_ since: UInt64, _ until: UInt64) throws(Fault) {
        guard since < until else { throw Fault(message: "--since is not before --until.") }
    }

    // MARK: To people and files

    private func show(_ timeline: Timeline) -> Bool {
        let screen = output.screen
        if options.isJSON { return output.say(TimelineJSON.text(timeline) + "\n") }
        guard let file = options.timeline.drawing else {
            let lines = TimelineView.lines(timeline, on: screen, calendar: calendar)
            return output.say(lines.map { $0 + "\n" }.joined())
        }
        let drawing = TimelineDrawing.svg(
            timeline, width: options.timeline.width, clock: screen.clock, calendar: calendar)
        if file == "-" { return output.say(drawing) }
        do throws(SystemError) {
            try OutputFile.write(Array(drawing.utf8), path: file)
            return true
        } catch {
            output.complain(["cellgatectl: \(ShownText.safe(error.description))"])
            return false
        }
    }
}
