/// What `cellgate-bench --help` prints.
package enum HelpText {
    package static var usage: String {
        let parts = Part.allCases.map { part in
            let space = String(repeating: " ", count: 13 - part.rawValue.count)
            return "  \(part.rawValue)\(space)\(part.summary)"
        }
        return """
            Usage: cellgate-bench [OPTION]... [PART]...

            Measures cellgated beside what could be used instead, and says in Markdown on
            standard output what it found and which targets are met. It works in
            namespaces of its own and leaves the machine's network alone.

            \(parts.joined(separator: "\n"))

              --quick        measure little, to see that everything works
              --rounds N     have everything that is compared take its turn N times
              --output DIR   draw the figures into DIR instead of .build/bench
              --daemon FILE  measure this cellgated instead of the one beside this program
              --strict       fail where a target is missed or something is not measured
              --help         show this text

            Without a PART all are measured, which takes about a quarter of an hour. Figures
            of one run may be compared, those of different runs hardly.

            Exit status: 0 fine, 1 something could not be measured, 2 usage.

            """
    }
}
