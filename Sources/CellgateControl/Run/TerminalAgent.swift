internal import CellgateBusInterface
internal import CellgateCore
internal import Glibc
internal import Systemd

/// `agent`: shows prompts in the terminal, one after the other, and brings the answers.
final class TerminalAgent: Job {
    let endingSignals = [SIGINT, SIGTERM]
    /// The answer to every prompt; nil where the user gives it.
    private let standingAnswer: Choice?
    private var questions: [(question: PromptQuestion, call: BusCall)] = []
    private var input: AnswerInput?
    private var isEnding = false

    /// - Parameter answer: Answers every prompt, for scripts; nil asks in the terminal.
    init(answer: Choice?) {
        standingAnswer = answer
    }

    /// It is one.
    var agent: ((AgentCall, BusCall, Session) -> Void)? {
        { [unowned self] in answer($0, $1, in: $2) }
    }

    /// Begins to read the terminal. Where there is nothing to be read, nobody would ever answer:
    /// that is a failure.
    func start(in session: Session) throws(BusError) {
        guard standingAnswer == nil else { return }
        let input = try AnswerInput(session) { [unowned self] in proceed(in: session) }
        self.input = input
        guard input.hasEnded else { return }
        isEnding = true
        session.output.complain([
            "cellgatectl: There is no input that could answer prompts.",
            "With --answer they are answered without.",
        ])
        session.finish(1)
    }

    /// Registers whenever the daemon comes. One that is gone has forgotten its prompts, and brings
    /// them again.
    func handle(_ event: ManagerClient.Event, in session: Session) {
        switch event {
        case .available:
            guard !isEnding else { return }
            session.demand(.registerAgent, \.done) { _ in
                session.write(json: JSONView.event("registered")) { _ in
                    ["Prompts are shown here; Ctrl-C ends that."]
                }
            }
        case .unavailable(let error):
            questions = []
            session.output.complain(["cellgatectl: " + ShownText.safe(error.message) + "; waiting."]
            )
        case .manager, .app, .left: break
        }
    }

    /// Answers the daemon's calls.
    private func answer(_ request: AgentCall, _ call: BusCall, in session: Session) {
        switch request {
        case .ask(let question):
            if isEnding {
                call.fail(name: BusErrorName.failed, message: "The agent is about to end")
            } else if let standingAnswer {
                reply(standingAnswer, to: question, call, in: session)
            } else {
                questions.append((question, call))
                guard questions.count == 1 else { return }
                show(question, in: session)
                proceed(in: session)
            }
        case .cancelAsk(let app):
            let wasShown = questions.first?.question.app == app
            questions.removeAll { $0.question.app == app }
            try? call.reply()
            guard wasShown else { return }
            session.write(json: JSONView.event("cancelled", texts: [("id", app.rawValue)])) { _ in
                ["", "It is not asked here any more."]
            }
            if let next = questions.first?.question { show(next, in: session) }
        case .showGuidance(let app, _, let kind, let text):
            try? call.reply()
            session.write(
                json: JSONView.event(
                    "guidance", texts: [("id", app.rawValue), ("kind", kind.rawValue)])
            ) { _ in [AppLabel.plain(text)] }
            if kind != .success {
                session.ask(.request(.guidanceEvent(app, .shown)), \.done) { _ in }
            }
        case .withdrawGuidance: try? call.reply()
        }
    }

    private func show(_ question: PromptQuestion, in session: Session) {
        session.write(json: JSONView.event("ask", texts: [("id", question.app.rawValue)])) { _ in
            PromptView.lines(question)
        }
    }

    /// Answers what is shown with what there is of the input, whose end ends the agent.
    private func proceed(in session: Session) {
        guard let input, !isEnding else { return }
        if questions.isEmpty { input.dropTyped() }
        while let (question, call) = questions.first, let line = input.next() {
            if let choice = PromptView.choice(line) {
                questions.removeFirst()
                reply(choice, to: question, call, in: session)
            }
            if let next = questions.first?.question { show(next, in: session) }
        }
        if input.hasEnded { end(in: session) }
    }

    /// Nobody is there to answer any more: what is open goes to other agents, or waits for one.
    private func end(in session: Session) {
        isEnding = true
        session.output.complain([
            "cellgatectl: The input has ended; prompts are not shown here any more."
        ])
        session.ask(.request(.unregisterAgent), \.done) { _ in session.finish(0) }
    }

    private func reply(
        _ choice: Choice, to question: PromptQuestion, _ call: BusCall, in session: Session
    ) {
        try? call.reply([.string(choice.rawValue)])
        session.write(
            json: JSONView.event(
                "answered", texts: [("id", question.app.rawValue), ("choice", choice.rawValue)])
        ) { _ in
            ["\(AppLabel.name(question.name, of: question.app)): \(choice.fileValue)"]
        }
    }
}
