/// What `help` and `--help` print.
package enum HelpText {
    /// The help as a whole, or that for a verb.
    package static func text(verb name: String?) -> String {
        guard let verb = Verb.all.first(where: { $0.name == name }) else { return usage }
        let options = Option.all.filter { $0.verbs?.contains(verb.name) ?? false }
        var lines = ["Usage: cellgatectl [OPTION]... " + form(of: verb), "", verb.summary + "."]
        if verb.name == "simulate" { lines += [""] + rows(SimulationWords.rows) }
        if verb.synopsis.contains("APP") || verb.name == "simulate" { lines += ["", appNote] }
        if !options.isEmpty { lines += [""] + rows(options.map { (form(of: $0), $0.summary) }) }
        return (lines + ["", "More: cellgatectl(1)."]).joined(separator: "\n") + "\n"
    }

    private static var usage: String {
        let head = [
            "Usage: cellgatectl [OPTION]... [VERB] [ARGUMENT]...", "",
            "Asks cellgated which apps may use mobile data and can reach the network,",
            "watches that, and changes the user's choices. Without a verb: status.", "",
        ]
        let tail = [
            "", appNote, "",
            "Exit status: 0 fine, 1 failure, 2 usage.", "More: cellgatectl(1), cellgated(8).",
        ]
        let lines =
            head + rows(Verb.all.map { (form(of: $0), $0.summary) }) + [""]
            + rows(Option.all.map { (form(of: $0), $0.summary) }) + tail
        return lines.joined(separator: "\n") + "\n"
    }

    private static let appNote =
        "APP is an app's id, the name of a unit (maps.service) or the id of a process."

    private static func form(of verb: Verb) -> String {
        verb.synopsis.isEmpty ? verb.name : verb.name + " " + verb.synopsis
    }

    private static func form(of option: Option) -> String {
        let name = option.letter.map { "-\($0), " } ?? "    "
        return name + option.name + (option.value.map { "=" + $0 } ?? "")
    }

    /// Two columns; what does not fit into the first has a line of its own.
    private static func rows(_ rows: [(String, String)]) -> [String] {
        let width = 24
        return rows.flatMap { form, summary in
            let margin = String(repeating: " ", count: width + 4)
            if form.count > width { return ["  " + form, margin + summary] }
            return ["  " + form + margin.dropFirst(form.count + 2) + summary]
        }
    }
}
