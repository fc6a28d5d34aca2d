package import CellgateCore

/// What a command line asks for.
package struct Invocation: Equatable, Sendable {
    /// What to do.
    package var command: Command
    /// How to do it.
    package var options: Options

    /// A command, without options unless there are any.
    package init(_ command: Command, _ options: Options = Options()) {
        self.command = command
        self.options = options
    }
}

/// What `cellgatectl` is to do.
package enum Command: Equatable, Sendable {
    /// The device on one screen.
    case status
    /// All apps, briefly.
    case list
    /// Everything that is known of an app.
    case show(AppReference)
    /// Why an app can or cannot reach the network.
    case why(AppReference)
    /// The user chooses for an app.
    case set(AppReference, Choice)
    /// Forget the user's choice for an app.
    case clear(AppReference)
    /// Nil watches the device and all apps.
    case watch(AppReference?)
    /// Have files and network read again.
    case refresh
    /// Wait until an app can reach the network.
    case wait(AppReference)
    /// What a failed request of an app means.
    case classify(AppReference, FailureCode)
    /// Whether this program's own app may use mobile data; `--decision` waits longer.
    case probe
    /// Show prompts in this terminal.
    case agent
    /// What held when; nil is all apps.
    case timeline(AppReference?)
    /// Simulate something, or end that. An app is one as people name it.
    case simulate(SimulationStep)
    /// What the daemon has counted.
    case statistics
    /// Check the configuration files.
    case check
    /// Nil is the program as a whole.
    case help(verb: String?)
    /// `--version`.
    case version
}

/// The values of the options.
package struct Options: Equatable, Sendable {
    /// `--json`: JSON instead of text for people.
    package var isJSON = false
    /// `--user`: the user's bus instead of the system's.
    package var isUserBus = false
    /// Not `--no-legend`: headings and sums around tables.
    package var hasLegend = true
    /// `--new`: `set` may name an app that the daemon does not know.
    package var allowsNewApp = false
    /// `--prometheus`: statistics in the text format of Prometheus.
    package var isPrometheus = false
    /// `--decision`: `probe` waits as for a step that cannot go on without.
    package var waitsForDecision = false
    /// `--answer CHOICE`: what `agent` answers; nil where the user does.
    package var answer: Choice?
    /// `--timeout SPAN`: how long `wait` waits; nil for ever.
    package var timeout: Duration?

    /// What `timeline` shows, and how.
    package var timeline = TimelineOptions()

    /// No option given.
    package init() {}
}

/// The values of the options that only `timeline` has.
package struct TimelineOptions: Equatable, Sendable {
    /// `--since TIME`: nil for a day before the end, or for the begin of a file.
    package var since: Moment?
    /// `--until TIME`: nil for now, or for the end of a file.
    package var until: Moment?
    /// `--svg FILE`: a drawing in this file, `-` for standard output; nil for text.
    package var drawing: String?
    /// `--width PIXELS`: how wide the drawing is; nil for as wide as what it is shown in.
    package var width: Int?
    /// `--entries FILE`: entries from this file, `-` for standard input; nil for the journal.
    package var entries: String?
    /// `--directory DIR`: the journal in this folder; nil for the system's.
    package var directory: String?
    /// `--unit UNIT`: whose entries.
    package var unit = "cellgated.service"

    /// No option given.
    package init() {}
}
