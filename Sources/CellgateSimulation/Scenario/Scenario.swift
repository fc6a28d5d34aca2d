package import CellgateCore

/// What happens to a device, and what is expected of the daemon: the contents of a `.scenario` file.
package struct Scenario: Equatable, Sendable {
    /// The file's name, as messages show it.
    package let file: String
    /// In the order of the lines.
    package let steps: [Step]

    /// A line that says something.
    package struct Step: Equatable, Sendable {
        /// The line's number, from 1.
        package let line: Int
        /// What it says, without comment and with single spaces.
        package let text: String
        /// When, since the first start of the daemon; never before the moment of an earlier step.
        package let moment: Instant
        /// Whether the line tells its time, which then passes before it is done.
        let hasTime: Bool
        let deed: Deed
    }

    /// What a line wants.
    enum Deed: Equatable, Sendable {
        case act(ScenarioAction)
        /// What a recorded daemon was told, or knew from before; all that follows is recorded, too.
        case input(Input, isKnown: Bool)
        case expect(Expectation)
    }
}

/// Why a file is no scenario: one error or more, each with its line where it has one.
package struct ScenarioFault: Error, Equatable, Sendable {
    package let diagnostics: [Diagnostic]
}
