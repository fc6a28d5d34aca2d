/// What the command line asks `cellgated` to do.
package struct Invocation: Equatable, Sendable {
    /// What to do instead of running, where that is asked for.
    package enum Action: Equatable, Sendable {
        case run
        /// `--check`: read the configuration and say what is wrong with it.
        case check
        /// `--replay`: publish what a recording leads to.
        case replay
        /// `--simulate FILE...`: run scenarios in virtual time.
        case simulate
        /// `--help`.
        case help
        /// `--version`.
        case version
    }

    package var action = Action.run
    /// `--config DIR`: stands for all three configuration roots; nil for the usual ones.
    package var configurationDirectory: String?
    /// `--state DIR`: where the records are; nil for the usual place.
    package var stateDirectory: String?
    /// `--journal`: write to the journal although the service manager did not start it.
    package var writesJournal = false
    /// `--user`: be found on the user's bus, not on the system's.
    package var usesUserBus = false
    /// `--json`: write each entry as a JSON line to standard output, too.
    package var writesJSON = false
    /// `--record FILE`: write all inputs there; nil for nowhere.
    package var recordFile: String?
    /// `--replay FILE`: the recording, `-` for standard input; nil where there is none to replay.
    package var replayFile: String?
    /// `--scenario`: write the scenario that a recording makes, in place of its entries.
    package var writesScenario = false

    /// Whether `--check` was given.
    private var checks = false
    /// `--simulate FILE...`: the scenarios, in order; `-` for standard input.
    package var scenarios: [String] = []

    package init() {}

    /// Reads the arguments by the rules of getopt_long(3): `--name value`, `--name=value`, and
    /// `--` before what is no option. Options may be shortened to what is unmistakable.
    ///
    /// - Parameter arguments: Without the program's name.
    package static func parse(_ arguments: [String]) -> Result<Invocation, UsageError> {
        var invocation = Invocation()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { break }
            // By scalars: a directory may begin with one that would join the sign before it.
            let scalars = argument.unicodeScalars
            guard scalars.first == "-", scalars.count > 1 else {
                if !invocation.scenarios.isEmpty, !argument.isEmpty {
                    invocation.scenarios.append(argument)
                    continue
                }
                return .failure(UsageError("unexpected argument '\(argument)'"))
            }
            let parts = scalars.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option: Option
            switch Option.named(String(parts[0])) {
            case .success(let named): option = named
            case .failure(let error): return .failure(error)
            }
            var value = parts.count == 2 ? String(parts[1]) : nil
            if let noun = option.valueNoun {
                value = value ?? rest.popFirst()
                guard let value, !value.isEmpty else {
                    return .failure(UsageError("\(option.rawValue) wants \(noun)"))
                }
                invocation.set(option, value)
            } else if value != nil {
                return .failure(UsageError("\(option.rawValue) takes no value"))
            } else {
                invocation.set(option, "")
            }
        }
        if !invocation.scenarios.isEmpty, !rest.contains("") {
            invocation.scenarios += rest
            rest = []
        }
        if let extra = rest.first {
            return .failure(UsageError("unexpected argument '\(extra)'"))
        }
        if invocation.action == .simulate, !invocation.isAlone || invocation.replayFile != nil {
            return .failure(UsageError("--simulate goes together with --json only"))
        }
        if invocation.action == .replay, !invocation.isAlone || !invocation.scenarios.isEmpty {
            return .failure(UsageError("--replay goes together with --json or --scenario only"))
        }
        if invocation.writesScenario, invocation.writesJSON || invocation.replayFile == nil {
            return .failure(
                UsageError("--scenario goes together with --replay FILE, and not with --json"))
        }
        if invocation.action == .check,
            invocation.recordFile != nil || invocation.replayFile != nil
                || !invocation.scenarios.isEmpty
        {
            return .failure(UsageError("--check runs nothing, and goes together with --config"))
        }
        return .success(invocation)
    }

    /// Whether nothing is asked for that only a daemon does.
    private var isAlone: Bool {
        configurationDirectory == nil && stateDirectory == nil && !writesJournal && !usesUserBus
            && recordFile == nil && !checks
    }

    private mutating func set(_ option: Option, _ value: String) {
        switch option {
        case .config: configurationDirectory = value
        case .state: stateDirectory = value
        case .journal: writesJournal = true
        case .json: writesJSON = true
        case .scenario: writesScenario = true
        case .user: usesUserBus = true
        case .record: recordFile = value
        case .replay:
            replayFile = value
            if action == .run { action = .replay }
        case .simulate:
            scenarios.append(value)
            if action == .run { action = .simulate }
        case .check:
            checks = true
            if action == .run { action = .check }
        case .help, .shortHelp: action = .help
        case .version: action = .version
        }
    }

    private enum Option: String, CaseIterable {
        case config = "--config"
        case state = "--state"
        case journal = "--journal"
        case json = "--json"
        case user = "--user"
        case record = "--record"
        case replay = "--replay"
        case scenario = "--scenario"
        case simulate = "--simulate"
        case check = "--check"
        case help = "--help"
        case shortHelp = "-h"
        case version = "--version"

        /// What stands behind it; nil where nothing does.
        var valueNoun: String? {
            switch self {
            case .config, .state: "a directory"
            case .record, .replay, .simulate: "a file"
            case .journal, .json, .scenario, .user, .check, .help, .shortHelp, .version: nil
            }
        }

        static func named(_ text: String) -> Result<Option, UsageError> {
            if let exact = Option(rawValue: text) { return .success(exact) }
            let fitting = allCases.filter { text.count > 2 && $0.rawValue.hasPrefix(text) }
            if fitting.count == 1 { return .success(fitting[0]) }
            if fitting.count > 1 {
                let names = fitting.map(\.rawValue).joined(separator: " or ")
                return .failure(UsageError("'\(text)' may be \(names)"))
            }
            return .failure(UsageError("there is no option '\(text)'"))
        }
    }
}

/// A command line that cannot be followed.
package struct UsageError: Error, Equatable, Sendable {
    /// What is wrong.
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}
