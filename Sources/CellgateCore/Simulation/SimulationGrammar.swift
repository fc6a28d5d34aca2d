/// What is wrong with the words of a step, and what would be accepted.
package struct SimulationWordError: Error, Equatable, Sendable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}

/// The words that steps are read from.
package enum SimulationGrammar {
    /// One kind of step: its first word, and what follows it.
    package struct Form: Equatable, Sendable {
        package let word: String
        /// What follows, as a usage shows it; empty where nothing does.
        package let rest: String
        /// What it does, in a few words.
        package let summary: String

        /// How many words follow.
        var count: Int { rest.isEmpty ? 0 : rest.split(separator: " ").count }

        /// The whole, as a usage shows it.
        package var text: String { rest.isEmpty ? word : word + " " + rest }
    }

    fileprivate static let choices = Choice.allCases.map(\.fileValue)
    fileprivate static let answers = Choice.allCases.filter { $0 != .undecided }.map(\.fileValue)

    /// All of them, in the order of the documentation.
    package static let forms = [
        Form(
            word: "path", rest: SimulatedPath.allCases.map(\.rawValue).joined(separator: "|"),
            summary: "The device's path is this one"),
        Form(
            word: "handover", rest: "", summary: "The path moves from Wi-Fi to mobile data or back"),
        Form(word: "airplane-mode", rest: "on|off", summary: "The mobile radios are off or on"),
        Form(word: "sim", rest: "present|missing", summary: "A SIM is there or not"),
        Form(word: "modem", rest: "missing|failed", summary: "No modem is there, or it is silent"),
        Form(
            word: "choice", rest: "APP " + choices.joined(separator: "|"),
            summary: "The app has this choice"),
        Form(word: "launch", rest: "APP", summary: "The app's first use of the network"),
        Form(
            word: "answer", rest: "APP " + answers.joined(separator: "|"),
            summary: "The user answers the question about the app"),
        Form(word: "ignore", rest: "APP", summary: "The user leaves that question alone"),
        Form(word: "reinstall", rest: "APP", summary: "The app is new, and not asked about"),
        Form(word: "foreground", rest: "", summary: "The return to the foreground"),
        Form(word: "failure", rest: "APP CODE", summary: "A request of the app fails"),
        Form(word: "stop", rest: "", summary: "What is so counts again"),
    ]

    /// Reads one of a few words.
    fileprivate static func one<Value>(
        of words: [(String, Value)], _ text: String, _ kind: String
    ) throws(SimulationWordError) -> Value {
        if let found = words.first(where: { $0.0 == text }) { return found.1 }
        throw unknown(text, kind, words.map(\.0))
    }

    fileprivate static func unknown(
        _ text: String, _ kind: String, _ accepted: [String]
    ) -> SimulationWordError {
        let nearest = Spelling.nearest(to: text, among: accepted)
        return SimulationWordError(
            message: "\(JSONText.quote(text)) is no \(kind); accepted are "
                + accepted.joined(separator: ", ")
                + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }

    fileprivate static func app(_ text: String) throws(SimulationWordError) -> AppID {
        guard let app = AppID(fileName: Array((text + ".conf").utf8)) else {
            throw SimulationWordError(
                message: "\(JSONText.quote(text)) is no app's id: 1 to 255 bytes without control "
                    + "characters and line separators")
        }
        return app
    }

    fileprivate static func choice(
        _ text: String, _ accepted: [String]
    ) throws(SimulationWordError) -> Choice {
        let choice = Choice.allCases.first { [$0.fileValue, $0.rawValue].contains(text) }
        guard let choice, accepted.contains(choice.fileValue) else {
            throw unknown(text, "choice", accepted)
        }
        return choice
    }

    fileprivate static func code(_ text: String) throws(SimulationWordError) -> FailureCode {
        guard let code = Int32(text) else {
            throw SimulationWordError(
                message: "\(JSONText.quote(text)) is no code of a failure: an errno (positive) or "
                    + "one of NSURLErrorDomain (negative)")
        }
        return FailureCode(code)
    }
}

extension SimulationStep {
    /// Reads a step.
    ///
    /// - Throws: ``SimulationWordError`` that names the word and what would be accepted.
    package init(words: [String]) throws(SimulationWordError) {
        typealias Grammar = SimulationGrammar
        let first = words.first ?? ""
        let rest = Array(words.dropFirst())
        guard let form = Grammar.forms.first(where: { $0.word == first }) else {
            throw Grammar.unknown(first, "step of a simulation", Grammar.forms.map(\.word))
        }
        guard rest.count == form.count else {
            throw SimulationWordError(message: "the step is '\(form.text)'")
        }
        switch form.word {
        case "path":
            let paths = SimulatedPath.allCases.map { ($0.rawValue, $0) }
            self = .path(try Grammar.one(of: paths, rest[0], "path"))
        case "handover": self = .handover
        case "airplane-mode":
            self = .airplaneMode(
                try Grammar.one(of: [("on", true), ("off", false)], rest[0], "airplane mode"))
        case "sim":
            self = .modem(
                try Grammar.one(
                    of: [("present", .present), ("missing", .withoutSIM)], rest[0],
                    "state of a SIM"))
        case "modem":
            self = .modem(
                try Grammar.one(
                    of: [("missing", .absent), ("failed", .failed)], rest[0], "state of a modem"))
        case "choice":
            self = .choice(
                try Grammar.app(rest[0]), try Grammar.choice(rest[1], Grammar.choices))
        case "launch": self = .launch(try Grammar.app(rest[0]))
        case "answer":
            self = .answer(
                try Grammar.app(rest[0]), try Grammar.choice(rest[1], Grammar.answers))
        case "ignore": self = .ignore(try Grammar.app(rest[0]))
        case "reinstall": self = .reinstall(try Grammar.app(rest[0]))
        case "foreground": self = .foreground
        case "failure":
            self = .failure(try Grammar.app(rest[0]), try Grammar.code(rest[1]))
        default: self = .stop
        }
    }
}
