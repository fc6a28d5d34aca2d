internal import CellgateCore
internal import CellgatePolicyFile

/// An option: a row of the table of options.
struct Option: Sendable {
    /// With its dashes.
    let name: String
    /// The one-letter form; nil where there is none.
    let letter: Character?
    /// How the usage calls the value; nil where it takes none.
    let value: String?
    /// A value that it takes; empty where it takes none.
    let example: String
    /// The verbs that it is for; nil for all.
    let verbs: Set<String>?
    /// What it does, in a few words.
    let summary: String
    /// What it does to the invocation.
    let effect: Effect

    /// What it does to the invocation.
    enum Effect: Sendable {
        /// Shows something instead of following the verb.
        case instead(Command)
        case set(@Sendable (inout Options) -> Void)
        case take(@Sendable (inout Options, String) throws(UsageError) -> Void)
    }

    private init(
        _ name: String, letter: Character? = nil, value: String? = nil,
        example: String = "", for verbs: Set<String>? = nil,
        _ summary: String, _ effect: Effect
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.example = example
        self.verbs = verbs
        self.summary = summary
        self.effect = effect
    }

    /// The table, in the order of the usage.
    static let all: [Option] = [
        Option("--json", letter: "j", "Write JSON", .set { $0.isJSON = true }),
        Option("--user", "Ask on the user's bus", .set { $0.isUserBus = true }),
        Option(
            "--no-legend", for: ["list"], "Leave headings and sums away",
            .set { $0.hasLegend = false }),
        Option(
            "--new", for: ["set"], "The app may be one that is not known yet",
            .set { $0.allowsNewApp = true }),
        Option(
            "--timeout", letter: "t", value: "SPAN", example: "5s", for: ["wait"],
            "How long to wait, such as 5s or 1min 30s", .take(timeout)),
        Option(
            "--decision", for: ["probe"], "Wait for a decision, not for a moment only",
            .set { $0.waitsForDecision = true }),
        Option(
            "--answer", value: "CHOICE", example: Choice.wifiOnly.fileValue, for: ["agent"],
            "Answer every question so, for scripts",
            .take { (options, text) throws(UsageError) in
                options.answer = try ChoiceWord.answer(text)
            }),
        Option(
            "--prometheus", for: ["statistics"], "Write the text format of Prometheus",
            .set { $0.isPrometheus = true }),
        Option(
            "--since", value: "TIME", example: "yesterday", for: ["timeline"],
            "Begin there: \"18:25\", -2h, yesterday",
            .take { (options, text) throws(UsageError) in
                options.timeline.since = try Moment(text)
            }),
        Option(
            "--until", value: "TIME", example: "-2h", for: ["timeline"], "End there",
            .take { (options, text) throws(UsageError) in
                options.timeline.until = try Moment(text)
            }),
        Option(
            "--svg", value: "FILE", example: "day.svg", for: ["timeline"], "Draw it, into a file",
            .take { options, text in options.timeline.drawing = text }),
        Option(
            "--width", value: "PIXELS", example: "800", for: ["timeline"],
            "How wide the drawing is",
            .take(width)),
        Option(
            "--entries", value: "FILE", example: "day.json", for: ["timeline"],
            "Take entries from a file, as JSON lines",
            .take { options, text in options.timeline.entries = text }),
        Option(
            "--directory", value: "DIR", example: "/var/log/journal", for: ["timeline"],
            "Take entries from the journal there",
            .take { options, text in options.timeline.directory = text }),
        Option(
            "--unit", value: "UNIT", example: "cellgated.service", for: ["timeline"],
            "Whose entries, if not cellgated.service",
            .take { options, text in options.timeline.unit = text }),
        Option("--no-pager", "Accepted; there is no pager", .set { _ in }),
        Option("--help", letter: "h", "Show this help", .instead(.help(verb: nil))),
        Option("--version", "Show the version", .instead(.version)),
    ]

    /// The option of a name, which may be shortened to what is unmistakable.
    ///
    /// - Throws: ``UsageError`` with the names that it may be.
    static func named(_ name: String) throws(UsageError) -> Option {
        if let exact = all.first(where: { $0.name == name }) { return exact }
        let fitting = all.filter { $0.name.hasPrefix(name) }
        if fitting.count == 1 { return fitting[0] }
        guard fitting.isEmpty else {
            let names = fitting.map(\.name).joined(separator: " or ")
            throw UsageError("'\(name)' may be \(names)")
        }
        throw UsageError(
            "there is no option \(JSONText.quote(name))"
                + Suggestion.text(for: name, among: all.map(\.name)))
    }

    /// The option of a letter.
    ///
    /// - Throws: ``UsageError`` where there is none.
    static func lettered(_ letter: Character) throws(UsageError) -> Option {
        guard let option = all.first(where: { $0.letter == letter }) else {
            throw UsageError("there is no option \(JSONText.quote("-\(letter)"))")
        }
        return option
    }

    @Sendable private static func width(
        _ options: inout Options, _ text: String
    ) throws(UsageError) {
        guard let width = Int(text), (240...10_000).contains(width) else {
            throw UsageError("\(JSONText.quote(text)) is no width, from 240 to 10000 pixels")
        }
        options.timeline.width = width
    }

    @Sendable private static func timeout(
        _ options: inout Options, _ text: String
    ) throws(UsageError) {
        do throws(TimeSpan.Fault) {
            options.timeout =
                switch try TimeSpan.parse(Array(text.utf8)) {
                case .finite(let duration): duration
                case .infinity: nil
                }
        } catch {
            throw UsageError(
                "\(JSONText.quote(text)) is no time span, such as 5s, 1.5s, 2min or infinity")
        }
    }
}
