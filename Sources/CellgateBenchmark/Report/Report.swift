/// All that a run found, as it is printed.
package struct Report: Equatable, Sendable {
    /// What was measured on what, a line each.
    package var circumstances: [String] = []
    package var sections: [Section] = []

    package init() {}

    package var targets: [Target] { sections.flatMap(\.targets) }
    package var failures: [String] { sections.flatMap(\.failures) }

    /// Whether nothing is missing: every target was measured and met, and nothing was left out.
    package var isPerfect: Bool {
        failures.isEmpty && sections.allSatisfy(\.omissions.isEmpty)
            && targets.allSatisfy { $0.verdict == .met }
    }

    /// In Markdown: the circumstances, the targets, then each section.
    package var markdown: String {
        var text = "# cellgate-bench\n\n"
        text += circumstances.map { "- \($0)\n" }.joined()
        if !targets.isEmpty {
            var table = Table(["target", "bound", "measured", "verdict"])
            for target in targets {
                table.add([
                    target.claim, target.boundText, target.measuredText, target.verdict.rawValue,
                ])
            }
            text += "\n## Targets\n\n" + table.markdown
        }
        for section in sections {
            text += "\n## \(section.title)\n\n"
            if !section.method.isEmpty { text += "\(section.method)\n\n" }
            text += section.tables.map(\.markdown).joined(separator: "\n")
            let notes =
                section.omissions.map { "- Not measured: \($0)\n" }
                + section.failures.map { "- **Failed**: \($0)\n" }
                + section.plots.map { "- Drawn in `\($0.name).svg`.\n" }
            if !notes.isEmpty, !section.tables.isEmpty { text += "\n" }
            text += notes.joined()
        }
        return text
    }
}
