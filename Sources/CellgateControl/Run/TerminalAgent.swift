internal import CellgateBusInterface
internal import CellgateCore
internal import Glibc
internal import Posix
internal import Systemd

/// `agent`: shows prompts in the terminal, one after the other, and brings the answers.
final class TerminalAgent: Job {
    let endingSignals = [SIGINT, SIGTERM]
    /// The answer to every prompt; nil where the user gives it.
    private let standingAnswer: Choice?
    private var questions: [(question: PromptQuestion, call: BusCall)] = []
    private var lines = LineBuffer()
    private var input: DescriptorSource?

    /// - Parameter answer: Answers every prompt, for scripts; nil asks in the terminal.
    init(answer: Choice?) {
        standingAnswer = answer
    }

    /// It is one.
    var agent: ((AgentCall, BusCall, Session) -> Void)? {
        { [unowned self] in answer($0, $1, in: $2) }
    }

    /// Begins to read the terminal; its end ends the agent.
    func start(in session: Session) throws(BusError) {
        guard standingAnswer == nil else { return }
        input = try session.watch(descriptor: 0) { [unowned self] in read(in: session) }
    }

    /// Registers whenever the daemon comes. One that is gone has forgotten its prompts, and brings
    /// them again.
    func handle(_ event: ManagerClient.Event, in session: Session) {
        switch event {
        case .available:
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
            if let standingAnswer {
                reply(standingAnswer, to: question, call, in: session)
            } else {
                questions.append((question, call))
                if questions.count == 1 { show(question, in: session) }
            }
        case .cancelAsk(let app):
            let wasShown = questions.first?.question.app == app
            questions.removeAll { $0.question.app == app }
            try? call.reply()
            guard wasShown else { return }
            session.write(json: JSONView.event("cancelled", [("id", app.rawValue)])) { _ in
                ["", "It is settled."]
            }
            if let next = questions.first?.question { show(next, in: session) }
        case .showGuidance(let app, _, let kind, let text):
            try? call.reply()
            session.write(
                json: JSONView.event("guidance", [("id", app.rawValue), ("kind", kind.rawValue)])
            ) { _ in [ShownText.safe(text)] }
            if kind != .success {
                session.ask(.request(.guidanceEvent(app, .shown)), \.done) { _ in }
            }
        case .withdrawGuidance: try? call.reply()
        }
    }

    private func show(_ question: PromptQuestion, in session: Session) {
        session.write(json: JSONView.event("ask", [("id", question.app.rawValue)])) { _ in
            PromptView.lines(question)
        }
    }

    private func read(in session: Session) {
        guard let bytes = StandardStreams.readAvailable(), !bytes.isEmpty else {
            // Nobody is there to answer any more.
            input = nil
            session.finish(0)
            return
        }
        for line in lines.add(bytes) { take(line, in: session) }
    }

    private func take(_ line: String, in session: Session) {
        guard let (question, call) = questions.first else { return }
        guard let choice = PromptView.choice(line) else {
            show(question, in: session)
            return
        }
        questions.removeFirst()
        reply(choice, to: question, call, in: session)
        if let next = questions.first?.question { show(next, in: session) }
    }

    private func reply(
        _ choice: Choice, to question: PromptQuestion, _ call: BusCall, in session: Session
    ) {
        try? call.reply([.string(choice.rawValue)])
        session.write(
            json: JSONView.event(
                "answered", [("id", question.app.rawValue), ("choice", choice.rawValue)])
        ) { _ in ["\(ShownText.safe(question.name)): \(choice.fileValue)"] }
    }
}
