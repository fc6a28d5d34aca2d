internal import CellgateCore

/// The choices as people type and read them.
enum ChoiceWord {
    /// What `set` accepts, as the files spell it.
    static let settable = Choice.allCases.filter { $0 != .undecided }.map(\.fileValue)

    /// Reads a choice as the files or as the journal spells it.
    ///
    /// - Throws: ``UsageError`` where it is none, or is none to be set.
    static func choice(_ text: String) throws(UsageError) -> Choice {
        guard
            let choice = Choice.allCases.first(where: {
                [$0.fileValue, $0.rawValue].contains(text)
            })
        else {
            throw UsageError(
                "\(JSONText.quote(text)) is no choice; accepted are "
                    + settable.joined(separator: ", ")
                    + Suggestion.text(for: text, among: settable))
        }
        guard choice != .undecided else {
            throw UsageError(
                "'\(text)' cannot be set; 'cellgatectl clear APP' forgets the choice")
        }
        return choice
    }

    /// Reads an answer to prompts, as the files spell it.
    ///
    /// - Throws: ``UsageError`` where it is none.
    static func answer(_ text: String) throws(UsageError) -> Choice {
        guard settable.contains(text),
            let choice = Choice.allCases.first(where: { $0.fileValue == text })
        else {
            throw UsageError(
                "\(JSONText.quote(text)) is no answer; accepted are "
                    + settable.joined(separator: ", ")
                    + Suggestion.text(for: text, among: settable))
        }
        return choice
    }

    /// A choice of the bus for people; one that is not known as it is.
    static func shown(_ rawValue: String) -> String {
        switch Choice(rawValue: rawValue) {
        case .undecided?: rawValue
        case let choice?: choice.fileValue
        case nil: rawValue
        }
    }
}
