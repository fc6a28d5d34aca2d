package import CellgateCore

/// A prompt in the terminal.
package enum PromptView {
    /// The question, and what may be typed.
    package static func lines(_ question: PromptQuestion) -> [String] {
        let name = AppLabel.name(question.name, of: question.app)
        let id = AppLabel.id(question.app)
        let wish = question.asksAboutWifi ? "the network" : "mobile data"
        return [
            name.utf8.elementsEqual(id.utf8)
                ? "\(id) wants to use \(wish)." : "\(name) (\(id)) wants to use \(wish).",
            "  1  Wi-Fi and mobile data", "  2  Wi-Fi only", "  3  no network",
            "1, 2 or 3:",
        ]
    }

    /// The choice that a line stands for: a number, or a choice's name; nil for anything else.
    package static func choice(_ line: String) -> Choice? {
        switch line {
        case "1": .wifiAndCellular
        case "2": .wifiOnly
        case "3": .off
        default: try? ChoiceWord.choice(line)
        }
    }
}
