internal import CellgateCore

/// What comes first on the command line: a row of the table of verbs.
package struct Verb: Sendable {
    /// As it is typed.
    package let name: String
    /// Its arguments, as the usage shows them.
    package let synopsis: String
    /// What it does, in a few words.
    package let summary: String
    /// How many arguments it takes.
    let counts: ClosedRange<Int>
    /// Reads that many arguments.
    let command: @Sendable ([String]) throws(UsageError) -> Command

    private init(
        _ name: String, _ synopsis: String, _ counts: ClosedRange<Int>, _ summary: String,
        command: @escaping @Sendable ([String]) throws(UsageError) -> Command
    ) {
        self.name = name
        self.synopsis = synopsis
        self.summary = summary
        self.counts = counts
        self.command = command
    }

    /// The table, in the order of the usage.
    package static let all: [Verb] = [
        Verb("status", "", 0...0, "Show the device's path and what the apps can reach") {
            _ throws(UsageError) in .status
        },
        Verb("list", "", 0...0, "List all apps") { _ throws(UsageError) in .list },
        Verb("show", "APP", 1...1, "Show everything that is known of an app") {
            arguments throws(UsageError) in .show(try AppReference(arguments[0]))
        },
        Verb("why", "APP", 1...1, "Say why an app can or cannot reach the network") {
            arguments throws(UsageError) in .why(try AppReference(arguments[0]))
        },
        Verb(
            "set", "APP " + ChoiceWord.settable.joined(separator: "|"), 2...2,
            "Choose for an app, as its user"
        ) { arguments throws(UsageError) in
            .set(try AppReference(arguments[0]), try ChoiceWord.choice(arguments[1]))
        },
        Verb("clear", "APP", 1...1, "Forget the user's choice for an app") {
            arguments throws(UsageError) in .clear(try AppReference(arguments[0]))
        },
        Verb("watch", "[APP]", 0...1, "Show the state, then each change, until interrupted") {
            arguments throws(UsageError) in
            guard let app = arguments.first else { return .watch(nil) }
            return .watch(try AppReference(app))
        },
        Verb("wait", "APP", 1...1, "Wait until an app can reach the network") {
            arguments throws(UsageError) in .wait(try AppReference(arguments[0]))
        },
        Verb("refresh", "", 0...0, "Have files and network read again") {
            _ throws(UsageError) in .refresh
        },
        Verb("classify-error", "APP CODE", 2...2, "Say what a failed request of an app means") {
            arguments throws(UsageError) in
            .classify(try AppReference(arguments[0]), try FailureName.code(arguments[1]))
        },
        Verb("probe", "", 0...0, "Ask whether the caller's app may use mobile data") {
            _ throws(UsageError) in .probe
        },
        Verb("agent", "", 0...0, "Show the daemon's questions here, until interrupted") {
            _ throws(UsageError) in .agent
        },
        Verb("timeline", "[APP]", 0...1, "Show what held when, from the journal or a file") {
            arguments throws(UsageError) in
            guard let app = arguments.first else { return .timeline(nil) }
            return .timeline(try AppReference(app))
        },
        Verb("simulate", "STEP...", 1...3, "Simulate a state, by hand") {
            arguments throws(UsageError) in .simulate(try SimulationWords.step(arguments))
        },
        Verb("statistics", "", 0...0, "Show what the daemon has counted") {
            _ throws(UsageError) in .statistics
        },
        Verb("check", "", 0...0, "Check the configuration files") {
            _ throws(UsageError) in .check
        },
        Verb("help", "[VERB]", 0...1, "Show help") { arguments throws(UsageError) in
            guard let name = arguments.first else { return .help(verb: nil) }
            return .help(verb: try named(name).name)
        },
    ]

    /// The verb of that name.
    ///
    /// - Throws: ``UsageError`` with the name that is nearest.
    package static func named(_ name: String) throws(UsageError) -> Verb {
        guard let verb = all.first(where: { $0.name == name }) else {
            throw UsageError(
                "there is no verb \(JSONText.quote(name))"
                    + Suggestion.text(for: name, among: all.map(\.name)))
        }
        return verb
    }
}
