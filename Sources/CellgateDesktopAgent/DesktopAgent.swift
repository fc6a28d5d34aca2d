internal import CellgateCore

/// What an agent on a desktop makes of what happens: which notifications are shown, and what the
/// daemon is told. It knows no bus.
///
/// A question that the user puts away stays open (R18): nothing is answered. It comes back, without
/// urgency, with the next question, and with its full weight when the user wants to see it or the
/// server, the daemon or the agent starts anew.
///
/// Advice is answered for when the server has answered: the daemon learns whether it is on the
/// screen. However it leaves the screen, it counts as put away: who has not looked at it has to ask
/// for it, and is not shown it over and over (R62, R63).
///
/// It is registered only while there is a server that shows buttons, so that meanwhile the daemon
/// may ask elsewhere.
package struct DesktopAgent: Equatable, Sendable {
    /// One thing that is shown, is about to be, or was put away.
    private struct Card: Equatable, Sendable {
        let subject: Subject
        var phase: Phase
    }

    private enum Subject: Equatable, Sendable {
        case prompt(PromptQuestion, CallNumber)
        case guidance(Advice, CallNumber, command: [String])

        var app: AppID {
            switch self {
            case .prompt(let question, _): question.app
            case .guidance(let advice, _, _): advice.app
            }
        }

        /// The daemon's call that wants it shown.
        var call: CallNumber {
            switch self {
            case .prompt(_, let call), .guidance(_, let call, _): call
            }
        }

        var isPrompt: Bool { if case .prompt = self { true } else { false } }
    }

    private enum Phase: Equatable, Sendable {
        /// The command for the settings is asked for; this notification is to be replaced, 0 for
        /// none.
        case preparing(replacing: UInt32)
        /// The server was told.
        case sent
        /// The server was told, but meanwhile it is not wanted any more.
        case unwanted
        case shown(UInt32)
        /// The user has put it away, or it has expired.
        case aside

        /// The notification that stands for it now; nil for none.
        var id: UInt32? {
            switch self {
            case .shown(let id): id
            case .preparing(let replaced): replaced == 0 ? nil : replaced
            case .sent, .unwanted, .aside: nil
            }
        }
    }

    private var isDaemonThere = false
    /// Nil where there is no server.
    private var server: ServerAbilities?
    private var isRegistered = false
    private var cards: [Ticket: Card] = [:]
    private var lastTicket: UInt64 = 0
    /// What was complained of and still is so; it is not said twice.
    private var complaints: Set<Complaint> = []

    private enum Complaint: Hashable, Sendable {
        case daemon
        case server
        case registration
    }

    package init() {}

    /// Takes in what happened, and returns what is to be done, in order.
    package mutating func take(_ input: AgentInput) -> [AgentAction] {
        switch input {
        case .daemonAvailable:
            let actions = dropAll(closing: true)
            isDaemonThere = true
            isRegistered = false
            complaints.remove(.daemon)
            return actions + registerWherePossible()
        case .daemonGone(let reason):
            isDaemonThere = false
            isRegistered = false
            return dropAll(closing: true) + complain(.daemon, reason)
        case .registered:
            guard isDaemonThere, server?.hasActions == true else { return [] }
            isRegistered = true
            complaints.remove(.registration)
            return [.log("Prompts are shown here.")]
        case .registrationRefused(let reason):
            guard isDaemonThere, server?.hasActions == true else { return [] }
            return complain(.registration, "The daemon takes no prompts from here: \(reason)")
                + [.retryLater]
        case .retry: return registerWherePossible()
        case .serverAvailable(let abilities): return serve(abilities)
        case .serverGone(let reason):
            return unregister() + dropAll(closing: false) + complain(.server, reason)
        case .ask(let question, let call): return ask(question, call)
        case .cancelAsk(let app): return withdraw { $0.isPrompt && $0.app == app }
        case .guidance(let advice, let call): return show(advice, call)
        case .withdrawGuidance(let app): return withdraw { !$0.isPrompt && $0.app == app }
        case .settings(let ticket, let command): return prepared(ticket, command)
        case .shown(let ticket, let id): return shown(ticket, id)
        case .clicked(let id, let key): return clicked(id, key)
        case .closed(let id): return closed(id)
        case .showAgain: return showAgain(isQuiet: false)
        case .ending: return dropAll(closing: true)
        }
    }

    // MARK: Coming and going

    private mutating func serve(_ abilities: ServerAbilities) -> [AgentAction] {
        // Another server knows nothing of what the former one showed; the daemon asks again.
        let end = server == nil ? [] : unregister() + dropAll(closing: false)
        server = abilities
        guard abilities.hasActions else {
            return end + complain(.server, "The notification server shows no buttons")
        }
        complaints.remove(.server)
        return end + registerWherePossible()
    }

    private func registerWherePossible() -> [AgentAction] {
        isDaemonThere && !isRegistered && server?.hasActions == true ? [.register] : []
    }

    private mutating func unregister() -> [AgentAction] {
        let wasUsable = server?.hasActions == true
        server = nil
        isRegistered = false
        return isDaemonThere && wasUsable ? [.unregister] : []
    }

    private mutating func complain(_ complaint: Complaint, _ text: String) -> [AgentAction] {
        complaints.insert(complaint).inserted ? [.log(text)] : []
    }

    /// Forgets everything that is shown.
    ///
    /// - Parameter closing: Whether there may be a server that shows it.
    private mutating func dropAll(closing: Bool) -> [AgentAction] {
        sortedTickets.flatMap { ticket -> [AgentAction] in
            guard !closing else { return takeAway(ticket) }
            defer { cards[ticket] = nil }
            return openCall(of: ticket).map { [.refuse($0)] } ?? []
        }
    }

    // MARK: What the daemon wants

    private mutating func ask(_ question: PromptQuestion, _ call: CallNumber) -> [AgentAction] {
        guard server?.hasActions == true else { return [.refuse(call)] }
        let before = withdraw { $0.isPrompt && $0.app == question.app }
        let returning = showAgain(isQuiet: true)
        return before + returning + show(.prompt(question, call), isQuiet: false)
    }

    private mutating func show(_ advice: Advice, _ call: CallNumber) -> [AgentAction] {
        guard server != nil else { return [.refuse(call)] }
        var replaced: UInt32 = 0
        var actions: [AgentAction] = []
        // At most one for each app (R62): a later one takes the place of the earlier.
        for ticket in sortedTickets {
            guard let card = cards[ticket], !card.subject.isPrompt, card.subject.app == advice.app
            else { continue }
            if let id = card.phase.id {
                replaced = id
                actions += openCall(of: ticket).map { [.done($0)] } ?? []
                cards[ticket] = nil
            } else {
                actions += takeAway(ticket)
            }
        }
        guard advice.kind != .success else {
            return actions + show(.guidance(advice, call, command: []), replacing: replaced)
        }
        let ticket = nextTicket()
        cards[ticket] = Card(
            subject: .guidance(advice, call, command: []), phase: .preparing(replacing: replaced))
        return actions + [.readSettings(ticket)]
    }

    private mutating func prepared(_ ticket: Ticket, _ command: [String]) -> [AgentAction] {
        guard let card = cards[ticket], case .preparing(let replaced) = card.phase,
            case .guidance(let advice, let call, _) = card.subject
        else { return [] }
        cards[ticket] = nil
        let canRun = SettingsCommand.arguments(command, about: advice.app) != nil
        return show(
            .guidance(advice, call, command: canRun ? command : []), replacing: replaced)
    }

    private mutating func show(
        _ subject: Subject, isQuiet: Bool = false, replacing replaced: UInt32 = 0
    ) -> [AgentAction] {
        guard let server else { return [] }
        let ticket = nextTicket()
        cards[ticket] = Card(subject: subject, phase: .sent)
        let notification =
            switch subject {
            case .prompt(let question, _):
                NotificationText.prompt(question, isQuiet: isQuiet, hasMarkup: server.hasMarkup)
            case .guidance(let advice, _, let command):
                NotificationText.guidance(
                    advice, canOpenSettings: !command.isEmpty && server.hasActions,
                    hasMarkup: server.hasMarkup)
            }
        return [.show(ticket, notification, replacing: replaced)]
    }

    /// Shows again what was put away.
    private mutating func showAgain(isQuiet: Bool) -> [AgentAction] {
        sortedTickets.flatMap { ticket -> [AgentAction] in
            guard let card = cards[ticket], card.phase == .aside else { return [] }
            cards[ticket] = nil
            return show(card.subject, isQuiet: isQuiet)
        }
    }

    private mutating func withdraw(_ isMeant: (Subject) -> Bool) -> [AgentAction] {
        sortedTickets.flatMap { ticket -> [AgentAction] in
            guard let card = cards[ticket], isMeant(card.subject) else { return [] }
            return takeAway(ticket)
        }
    }

    private mutating func takeAway(_ ticket: Ticket) -> [AgentAction] {
        let answer = openCall(of: ticket)
        let card = cards.removeValue(forKey: ticket)
        let isPrompt = card?.subject.isPrompt == true
        let end: [AgentAction] =
            answer.map { isPrompt ? [.refuse($0)] : [.done($0)] } ?? []
        if let id = card?.phase.id { return end + [.close(id: id)] }
        if var card, card.phase == .sent || card.phase == .unwanted {
            // Its number is not known yet.
            card.phase = .unwanted
            cards[ticket] = card
        }
        return end
    }

    /// The call behind a card where it still waits: a question's for the answer, advice's until it
    /// is shown. Each is ended, so that nobody waits for ever.
    private func openCall(of ticket: Ticket) -> CallNumber? {
        guard let card = cards[ticket] else { return nil }
        switch card.phase {
        case .unwanted: return nil
        case .preparing, .sent: return card.subject.call
        case .shown, .aside: return card.subject.isPrompt ? card.subject.call : nil
        }
    }

    // MARK: What the user does

    private mutating func shown(_ ticket: Ticket, _ id: UInt32?) -> [AgentAction] {
        guard let card = cards[ticket] else {
            // What was forgotten meanwhile was another server's.
            return []
        }
        guard let id else {
            let call = openCall(of: ticket)
            cards[ticket] = nil
            return call.map { [.refuse($0)] } ?? []
        }
        guard card.phase == .sent else {
            cards[ticket] = nil
            return [.close(id: id)]
        }
        cards[ticket]?.phase = .shown(id)
        guard case .guidance(let advice, let call, _) = card.subject else { return [] }
        return (advice.kind == .success ? [] : [.tell(advice.app, .shown)]) + [.done(call)]
    }

    private mutating func clicked(_ id: UInt32, _ key: String) -> [AgentAction] {
        guard let (ticket, card) = card(shownAs: id) else { return [] }
        switch card.subject {
        case .prompt(_, let call):
            guard let choice = Choice(rawValue: key), choice != .undecided else { return [] }
            cards[ticket] = nil
            return [.answer(call, choice), .close(id: id)]
        case .guidance(let advice, _, let command):
            guard key == NotificationText.settingsKey, !command.isEmpty else { return [] }
            cards[ticket] = nil
            return [
                .tell(advice.app, .clicked), .openSettings(advice.app, command: command),
                .close(id: id),
            ]
        }
    }

    private mutating func closed(_ id: UInt32) -> [AgentAction] {
        guard let (ticket, card) = card(shownAs: id) else { return [] }
        guard case .guidance(let advice, _, _) = card.subject else {
            cards[ticket]?.phase = .aside
            return []
        }
        cards[ticket] = nil
        return advice.kind == .success ? [] : [.tell(advice.app, .dismissed)]
    }

    // MARK: Cards

    private mutating func nextTicket() -> Ticket {
        lastTicket += 1
        return Ticket(lastTicket)
    }

    private var sortedTickets: [Ticket] { cards.keys.sorted { $0.rawValue < $1.rawValue } }

    private func card(shownAs id: UInt32) -> (Ticket, Card)? {
        cards.first { $0.value.phase == .shown(id) }.map { ($0.key, $0.value) }
    }
}
