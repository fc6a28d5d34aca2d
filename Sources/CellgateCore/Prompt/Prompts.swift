/// The questions to the user that are not answered yet: at most one for each app, without an end of
/// its own (R15, R18).
struct Prompts: Equatable, Sendable {
    /// One of them.
    struct Prompt: Equatable, Sendable {
        /// Grows with each prompt: the earlier is shown first.
        let number: UInt64
        /// The question that an agent shows; nil while it is queued (R20).
        var question: Question?
        /// Agents that could not show it; they are not asked again for this one.
        var failed: Set<ClientID> = []
        /// The user's answer, until it is stored and in force; nobody shows the question meanwhile.
        var answer: Record?
        /// Whether it was hinted at (R35).
        var wasHinted = false
        /// Whether nobody shows it, since the user leaves it alone in a simulation.
        var isIgnored = false

        /// The same, shown by nobody.
        var withoutQuestion: Prompt {
            var prompt = self
            prompt.question = nil
            return prompt
        }
    }

    /// A prompt that an agent was given.
    struct Question: Equatable, Sendable {
        let agent: ClientID
        let id: AskID
    }

    /// What an agent is to be given.
    struct Assignment: Equatable, Sendable {
        let app: AppID
        let question: Question
        /// The agent that has shown it until now; nil for none.
        let former: ClientID?
    }

    /// How many an agent is given at a time. More than a few nobody looks at, and each is an open
    /// call on the bus.
    static let greatestOpenOfAgent = 8
    /// How many all agents together are given at a time. A bus bounds how many calls of a connection
    /// wait for their reply, usually at 128; up to 64 of them ask polkit, and some are left.
    static let greatestOpen = 48

    private(set) var prompts: [AppID: Prompt] = [:]
    /// Agents that a prompt did not reach; they are given none until that is tried again.
    private(set) var paused: Set<ClientID> = []
    private var lastNumber: UInt64 = 0
    private var lastAsk: UInt64 = 0

    subscript(_ app: AppID) -> Prompt? { prompts[app] }

    /// Adds a prompt; false where the app has one.
    @discardableResult
    mutating func add(_ app: AppID) -> Bool {
        guard prompts[app] == nil else { return false }
        prompts[app] = next()
        return true
    }

    /// The next prompt, of no app yet.
    mutating func next() -> Prompt {
        lastNumber += 1
        return Prompt(number: lastNumber)
    }

    /// Removes a prompt, and returns it; nil where there is none.
    mutating func remove(_ app: AppID) -> Prompt? {
        prompts.removeValue(forKey: app)
    }

    /// Gives prompts to agents, and returns which to whom, in order.
    ///
    /// Those are the queued ones, and those that an agent shows in a session that is not in front of
    /// the user, where another could show them in one that is. Those that find no room at their
    /// agent wait for it, however many others there are: behind the user nobody sees them.
    ///
    /// - Parameters:
    ///   - agents: In the order in which they are to be asked.
    ///   - ownApp: The app that an agent's process is of: it never answers for that one.
    mutating func assign(
        to agents: [Agents.Agent], ownApp: (ClientID) -> AppID?
    ) -> [Assignment] {
        var shown = Dictionary(
            prompts.values.compactMap { prompt in prompt.question.map { ($0.agent, 1) } },
            uniquingKeysWith: +)
        func hasRoom(_ agent: ClientID) -> Bool {
            shown[agent, default: 0] < Self.greatestOpenOfAgent
        }
        guard agents.contains(where: { hasRoom($0.client) }) else { return [] }
        var count = shown.values.reduce(0, +)
        var assigned: [Assignment] = []
        let open = prompts.filter { $0.value.answer == nil && !$0.value.isIgnored }
        for (app, prompt) in open.sorted(by: { $0.value.number < $1.value.number }) {
            let former = prompt.question?.agent
            let isSeen = agents.contains { $0.client == former && $0.seat.isActive }
            let next = agents.first {
                !prompt.failed.contains($0.client) && !paused.contains($0.client)
                    && ownApp($0.client) != app
            }
            guard !isSeen, let next, former == nil || next.seat.isActive, hasRoom(next.client),
                former != nil || count < Self.greatestOpen
            else { continue }
            if let former { shown[former, default: 1] -= 1 } else { count += 1 }
            shown[next.client, default: 0] += 1
            lastAsk += 1
            let question = Question(agent: next.client, id: AskID(lastAsk))
            prompts[app]?.question = question
            assigned.append(Assignment(app: app, question: question, former: former))
        }
        return assigned
    }

    /// Queues what an agent showed: it is gone. Should it come again, it may have learnt to show
    /// what it could not.
    mutating func release(_ agent: ClientID) {
        for (app, prompt) in prompts where prompt.question?.agent == agent {
            prompts[app]?.question = nil
        }
        forgive(agent)
    }

    /// Forgets what an agent could not show: it says that it shows prompts from now on.
    mutating func forgive(_ agent: ClientID) {
        for (app, prompt) in prompts where prompt.failed.contains(agent) {
            prompts[app]?.failed.remove(agent)
        }
        paused.remove(agent)
    }

    /// Has nobody show a prompt any more, and returns what an agent showed; nil for nothing.
    mutating func ignore(_ app: AppID) -> Question? {
        defer {
            prompts[app]?.question = nil
            prompts[app]?.isIgnored = true
        }
        return prompts[app]?.question
    }

    /// Brings back a prompt that was removed.
    ///
    /// - Parameter agents: Those there are; others may have learnt to show it when they come.
    mutating func restore(_ prompt: Prompt, of app: AppID, agents: Set<ClientID>) {
        prompts[app] = prompt
        prompts[app]?.failed.formIntersection(agents)
    }

    /// Keeps the answer of the user, which is to be stored.
    mutating func answer(_ app: AppID, _ record: Record) {
        prompts[app]?.question = nil
        prompts[app]?.answer = record
    }

    /// Removes the prompt of an app whose answer, or what was decided after it, is stored.
    mutating func settle(_ app: AppID) {
        if prompts[app]?.answer != nil { prompts[app] = nil }
    }

    /// Whether an app has a prompt without an answer.
    func isOpen(_ app: AppID) -> Bool { prompts[app].map { $0.answer == nil } ?? false }

    /// The answers that are not in force yet, in the order of the apps' ids.
    var answers: [(app: AppID, record: Record)] {
        prompts.compactMap { app, prompt in prompt.answer.map { (app: app, record: $0) } }
            .sorted { $0.app < $1.app }
    }

    /// Queues a prompt that its agent could not show; nothing where nobody shows it.
    mutating func fail(_ app: AppID) {
        guard let agent = prompts[app]?.question?.agent else { return }
        prompts[app]?.question = nil
        prompts[app]?.failed.insert(agent)
    }

    /// Queues a prompt that did not reach its agent, which may be able to show it, and gives that
    /// agent none for a while: the next would not reach it either. Nothing where nobody shows it.
    mutating func pause(at app: AppID) {
        guard let agent = prompts[app]?.question?.agent else { return }
        prompts[app]?.question = nil
        paused.insert(agent)
    }

    /// Has agents asked again that something did not reach.
    mutating func endPauses() { paused = [] }

    /// Notes that a prompt was hinted at; false where there is none, or it is answered, or it was
    /// hinted at before.
    mutating func hint(_ app: AppID) -> Bool {
        guard let prompt = prompts[app], prompt.answer == nil, !prompt.wasHinted else {
            return false
        }
        prompts[app]?.wasHinted = true
        return true
    }
}

/// What an agent is to show: the question whether an app may use mobile data.
package struct PromptQuestion: Equatable, Sendable {
    package let app: AppID
    /// For people; the id where the app has no name.
    package let name: String
    /// Whether Wi-Fi is asked about, too (the profile any-network).
    package let asksAboutWifi: Bool

    package init(app: AppID, name: String, asksAboutWifi: Bool) {
        self.app = app
        self.name = name
        self.asksAboutWifi = asksAboutWifi
    }
}

/// What became of a question.
package enum PromptAnswer: Codable, Equatable, Sendable {
    case choice(Choice)
    /// The agent could not show it.
    case failed(reason: String)
    /// It did not reach the agent, or no answer could: that says nothing of what the agent can show.
    case undelivered(reason: String)
}
