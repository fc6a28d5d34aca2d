/// What the command line asks `cellgate-bench` to do.
package struct Invocation: Equatable, Sendable {
    /// The parts to be measured, in their own order; all where none is named.
    package var parts = Part.allCases
    package var extent = Extent.full
    /// `--output DIR`: where drawings go.
    package var output = ".build/bench"
    /// `--daemon FILE`: the program under test; nil for the `cellgated` beside this program.
    package var daemon: String?
    /// `--strict`: whether a target that is missed, and anything left out, is a failure.
    package var isStrict = false
    /// `--help`: whether nothing is to be done but show the help.
    package var wantsHelp = false

    package init() {}

    /// Reads the arguments: `--name value` and `--name=value`, and names of parts anywhere.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Throws: ``UsageError`` where they cannot be followed.
    package init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var named: Set<Part> = []
        var rounds: Int?
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                guard let part = Part(rawValue: argument) else {
                    let parts = Part.allCases.map(\.rawValue).joined(separator: ", ")
                    throw UsageError("there is no part '\(argument)'; there are \(parts)")
                }
                named.insert(part)
                continue
            }
            let words = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(words[0])
            guard let option = Option(rawValue: name) else {
                throw UsageError("there is no option '\(name)'")
            }
            var value = words.count == 2 ? String(words[1]) : nil
            if let noun = option.noun {
                value = value ?? rest.popFirst()
                guard let value, !value.isEmpty else { throw UsageError("\(name) wants \(noun)") }
                switch option {
                case .rounds: rounds = try Self.rounds(value)
                case .output: output = value
                default: daemon = value
                }
            } else {
                guard value == nil else { throw UsageError("\(name) takes no value") }
                switch option {
                case .quick: extent = .quick
                case .strict: isStrict = true
                default: wantsHelp = true
                }
            }
        }
        if let rounds { extent.rounds = rounds }
        if !named.isEmpty { parts = Part.allCases.filter(named.contains) }
    }

    private static func rounds(_ text: String) throws(UsageError) -> Int {
        guard let rounds = Int(text), (1...10_000).contains(rounds) else {
            throw UsageError("--rounds wants a number from 1 to 10000, not '\(text)'")
        }
        return rounds
    }

    private enum Option: String {
        case quick = "--quick"
        case rounds = "--rounds"
        case output = "--output"
        case daemon = "--daemon"
        case strict = "--strict"
        case help = "--help"
        case shortHelp = "-h"

        /// What stands behind it; nil where nothing does.
        var noun: String? {
            switch self {
            case .rounds: "a number"
            case .output: "a directory"
            case .daemon: "a file"
            case .quick, .strict, .help, .shortHelp: nil
            }
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
