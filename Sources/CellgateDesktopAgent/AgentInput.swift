package import CellgateCore

/// The number of a call of the daemon's that waits for an answer.
package struct CallNumber: Hashable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The number of something to be shown; a notification that is shown again has a new one.
package struct Ticket: Hashable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What happens to an agent.
package enum AgentInput: Equatable, Sendable {
    /// The daemon is there, or another instance of it.
    case daemonAvailable
    case daemonGone(reason: String)
    /// The daemon takes this for its agent.
    case registered
    case registrationRefused(reason: String)
    /// It is time to try again what was refused.
    case retry
    /// There is a notification server, or another one.
    case serverAvailable(ServerAbilities)
    case serverGone(reason: String)
    /// The daemon has a question; the call waits for the answer.
    case ask(PromptQuestion, CallNumber)
    case cancelAsk(AppID)
    /// The daemon has advice; the call waits for what becomes of it.
    case guidance(Advice, CallNumber)
    case withdrawGuidance(AppID)
    /// The command that opens the settings; empty where there is none.
    case settings(Ticket, command: [String])
    /// The server shows it by this number; nil where it does not.
    case shown(Ticket, id: UInt32?)
    /// A button was clicked.
    case clicked(id: UInt32, key: String)
    /// A notification is no more, whoever closed it.
    case closed(id: UInt32)
    /// The user wants to see again what was put away.
    case showAgain
    /// The agent is to end.
    case ending
}

/// What an agent does.
package enum AgentAction: Equatable, Sendable {
    case register
    case unregister
    /// Register again after a pause.
    case retryLater
    /// Ask the daemon for the command that opens the settings.
    case readSettings(Ticket)
    /// Show a notification, in place of another one where `replacing` is not 0.
    case show(Ticket, Notification, replacing: UInt32)
    case close(id: UInt32)
    case answer(CallNumber, Choice)
    /// Tell the daemon that advice is shown, or is not wanted any more.
    case done(CallNumber)
    /// Tell the daemon that it cannot be shown here.
    case refuse(CallNumber)
    case tell(AppID, GuidanceEvent)
    /// Run the command, in which `%i` stands for the app's id.
    case openSettings(AppID, command: [String])
    case log(String)
}
