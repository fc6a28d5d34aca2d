import CellgateCore
import CellgateDesktopAgent

/// An agent with the calls and notifications of a test, whose server gives numbers from 101 on.
struct AgentRun {
    private var agent = DesktopAgent()
    private var lastID: UInt32 = 100
    /// What was done, in order; what was shown is named by its number.
    private(set) var deeds: [Deed] = []

    /// What an agent has done, in a form to compare.
    enum Deed: Equatable {
        case shown(UInt32, Notification)
        case other(AgentAction)
    }

    static let buttons = ServerAbilities(hasActions: true, hasMarkup: true)
    static let maps = AppID("org.example.Maps")
    static let question = PromptQuestion(app: maps, name: "Maps", asksAboutWifi: false)
    /// The call that the tests' advice comes by.
    static let adviceCall = CallNumber(50)
    static let advice = Advice(app: maps, name: "Maps", kind: .advice, text: "Off.")

    /// Registered with a daemon and with a server.
    static func registered() -> AgentRun {
        var run = AgentRun()
        run.take(.daemonAvailable)
        run.take(.serverAvailable(buttons))
        run.take(.registered)
        return run
    }

    /// Has something happen; the server shows what it is told to.
    ///
    /// - Returns: What came of it.
    @discardableResult
    mutating func take(_ input: AgentInput, command: [String] = []) -> [Deed] {
        let count = deeds.count
        for action in agent.take(input) {
            switch action {
            case .show(let ticket, let notification, let replaced):
                if replaced == 0 { lastID += 1 }
                let id = replaced == 0 ? lastID : replaced
                deeds.append(.shown(id, notification))
                take(.shown(ticket, id: id))
            case .readSettings(let ticket): take(.settings(ticket, command: command))
            default: deeds.append(.other(action))
            }
        }
        return Array(deeds[count...])
    }

    /// Has something happen; the server has not answered yet.
    mutating func begin(_ input: AgentInput) -> [AgentAction] { agent.take(input) }
}
