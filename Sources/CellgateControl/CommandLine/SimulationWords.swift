internal import CellgateCore

/// The steps of a simulation as people type them.
enum SimulationWords {
    /// Reads a step; a failure's code may be a name, as in `classify-error`.
    ///
    /// - Throws: ``UsageError`` that names the word and what would be accepted.
    static func step(_ words: [String]) throws(UsageError) -> SimulationStep {
        var words = words
        if words.first == "failure", words.count == 3 {
            words[2] = String(try FailureName.code(words[2]).rawValue)
        }
        do throws(SimulationWordError) {
            return try SimulationStep(words: words)
        } catch {
            throw UsageError(error.message)
        }
    }

    /// The table of `help simulate`: each step, and what it does.
    static let rows = SimulationGrammar.forms.map { ($0.text, $0.summary) }
}
