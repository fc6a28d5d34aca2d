package import CellgateCore

/// The programs that show prompts and advice in an ``EngineRun``, and what is on the screens.
package struct SimulatedAgents: Sendable {
    /// What becomes of every prompt at once; nil where the driver answers by itself.
    package var answer: PromptAnswer?
    /// All questions, in order, and who was to ask them.
    package private(set) var questions: [(agent: ClientID, question: PromptQuestion, id: AskID)] =
        []
    /// All advice, in order, and who was to show it.
    package private(set) var notes: [(agent: ClientID, note: GuidanceNote)] = []
    /// Who asks about an app now.
    package private(set) var asking: [AppID: Set<ClientID>] = [:]
    /// Who shows advice about an app now, notes of success left out.
    package private(set) var showing: [AppID: Set<ClientID>] = [:]

    package init() {}

    /// The answer that comes at once; nil where the driver gives it later.
    mutating func ask(
        _ agent: ClientID, _ question: PromptQuestion, _ id: AskID
    ) -> PromptAnswer? {
        questions.append((agent, question, id))
        asking[question.app, default: []].insert(agent)
        return answer
    }

    /// The number of the last question about an app that an agent was given; nil for none.
    package func lastQuestion(about app: AppID, to agent: ClientID) -> AskID? {
        questions.last { $0.question.app == app && $0.agent == agent }?.id
    }

    /// Whether an agent still shows the question of this number.
    package func isOpen(_ id: AskID, about app: AppID, to agent: ClientID) -> Bool {
        asking[app]?.contains(agent) == true && lastQuestion(about: app, to: agent) == id
    }

    mutating func cancel(_ agent: ClientID, _ app: AppID) {
        asking[app]?.remove(agent)
    }

    mutating func guide(_ agent: ClientID, _ note: GuidanceNote) {
        notes.append((agent, note))
        if note.kind != .success { showing[note.app, default: []].insert(agent) }
    }

    mutating func withdraw(_ agent: ClientID, _ app: AppID) {
        showing[app]?.remove(agent)
    }

    /// An app takes its own advice away.
    package mutating func hide(_ client: ClientID, _ app: AppID) {
        showing[app]?.remove(client)
    }

    /// Follows what an input says of the screens.
    mutating func see(_ input: Input) {
        switch input {
        case .promptAnswered(let app, let id, by: let agent, _, at: _):
            if isOpen(id, about: app, to: agent) { asking[app]?.remove(agent) }
        case .request(_, .guidanceEvent(let app, let event), from: let caller, at: _):
            switch event {
            case .shown: showing[app, default: []].insert(caller.client)
            // Whoever puts it away closes it; a click does, too.
            case .clicked, .dismissed: showing[app]?.remove(caller.client)
            case .ask: break
            }
        case .guidanceFailed(let app, by: let agent): showing[app]?.remove(agent)
        case .request(_, .unregisterAgent, from: let caller, at: _): leave(caller.client)
        case .clientGone(let client): leave(client)
        case .clientsGone:
            asking = [:]
            showing = [:]
        default: break
        }
    }

    private mutating func leave(_ client: ClientID) {
        for app in asking.keys { asking[app]?.remove(client) }
        for app in showing.keys { showing[app]?.remove(client) }
    }
}
