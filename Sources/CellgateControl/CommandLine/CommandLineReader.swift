internal import CellgateCore

/// Reads arguments by the rules of getopt_long(3): options anywhere, `--name value` and
/// `--name=value`, letters together (`-jt5s`), and `--` before what is no option.
package struct CommandLineReader {
    private var rest: ArraySlice<String>
    private var options = Options()
    private var operands: [String] = []
    /// The options that were given.
    private var given: [Option] = []
    /// What is shown instead of following the verb.
    private var instead: Command?

    /// Reads a command line.
    ///
    /// - Parameter arguments: Without the program's name.
    package static func read(_ arguments: [String]) -> Result<Invocation, UsageError> {
        var reader = CommandLineReader(rest: arguments[...])
        do throws(UsageError) {
            return .success(try reader.read())
        } catch {
            return .failure(error)
        }
    }

    private init(rest: ArraySlice<String>) {
        self.rest = rest
    }

    private mutating func read() throws(UsageError) -> Invocation {
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            // By scalars: a value may begin with one that would join the sign before it.
            let scalars = argument.unicodeScalars
            if scalars.starts(with: "--".unicodeScalars) {
                try readName(argument)
            } else if scalars.first == "-", scalars.count > 1, Int32(argument) == nil {
                try readLetters(scalars.dropFirst())
            } else {
                operands.append(argument)
            }
        }
        return try invocation()
    }

    private mutating func readName(_ argument: String) throws(UsageError) {
        let parts = argument.unicodeScalars.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try Option.named(String(parts[0]))
        try apply(option, value: parts.count == 2 ? String(parts[1]) : nil)
    }

    private mutating func readLetters(_ letters: Substring.UnicodeScalarView) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            let option = try Option.lettered(Character(letter))
            let takesRest = option.value != nil && !letters.isEmpty
            try apply(option, value: takesRest ? String(letters) : nil)
            if takesRest { return }
        }
    }

    private mutating func apply(_ option: Option, value: String?) throws(UsageError) {
        given.append(option)
        switch option.effect {
        case .take(let take):
            guard let value = value ?? rest.popFirst(), !value.isEmpty else {
                throw UsageError(
                    "\(option.name) wants a value, as in \(option.name)=\(option.example)")
            }
            try take(&options, value)
        case .set, .instead:
            guard value == nil else { throw UsageError("\(option.name) takes no value") }
            if case .set(let set) = option.effect { set(&options) }
            if case .instead(let command) = option.effect, instead == nil { instead = command }
        }
    }

    private func invocation() throws(UsageError) -> Invocation {
        let verb = try Verb.named(operands.first ?? "status")
        // `--help` behind a verb is about it.
        if case .help? = instead {
            return Invocation(.help(verb: operands.isEmpty ? nil : verb.name), options)
        }
        if let instead { return Invocation(instead, options) }
        for option in given {
            guard let verbs = option.verbs, !verbs.contains(verb.name) else { continue }
            throw UsageError(
                "\(option.name) is for '\(verbs.sorted().joined(separator: ", "))', not for "
                    + "'\(verb.name)'")
        }
        if options.isJSON && options.isPrometheus {
            throw UsageError("--json and --prometheus exclude each other")
        }
        try refuseContradictions(options.timeline)
        let arguments = Array(operands.dropFirst())
        if arguments.count < verb.counts.lowerBound {
            throw UsageError("'\(verb.name)' wants \(verb.synopsis)")
        }
        if arguments.count > verb.counts.upperBound {
            throw UsageError(
                "unexpected argument \(JSONText.quote(arguments[verb.counts.upperBound]))")
        }
        return Invocation(try verb.command(arguments), options)
    }

    private func refuseContradictions(_ options: TimelineOptions) throws(UsageError) {
        if self.options.isJSON && options.drawing != nil {
            throw UsageError("--json and --svg exclude each other")
        }
        if options.entries != nil && (options.directory != nil || self.options.isUserBus) {
            throw UsageError("--entries is for a file, and --directory and --user for the journal")
        }
        if options.width != nil && options.drawing == nil {
            throw UsageError("--width is for a drawing, with --svg")
        }
    }
}
