import CellgateCore
import CellgateDesktopAgent
import Testing

@Suite("An agent on a desktop")
struct DesktopAgentTests {
    private typealias Run = AgentRun
    private static let call = CallNumber(1)
    private static let prompt = NotificationText.prompt(
        Run.question, isQuiet: false, hasMarkup: true)

    @Test(
        "registers once there are a daemon and a server with buttons, in either order",
        arguments: [
            [AgentInput.daemonAvailable, .serverAvailable(AgentRun.buttons)],
            [.serverAvailable(AgentRun.buttons), .daemonAvailable],
        ])
    func registration(inputs: [AgentInput]) {
        var run = AgentRun()
        #expect(run.take(inputs[0]) == [])
        #expect(run.take(inputs[1]) == [.other(.register)])
    }

    @Test("complains once of a server that is not there, and registers when it comes")
    func noServer() {
        var run = AgentRun()
        run.take(.daemonAvailable)
        #expect(run.take(.serverGone(reason: "none")) == [.other(.log("none"))])
        #expect(run.take(.serverGone(reason: "none still")) == [])
        #expect(run.take(.ask(Run.question, Self.call)) == [.other(.refuse(Self.call))])
        #expect(run.take(.serverAvailable(Run.buttons)) == [.other(.register)])
    }

    @Test("leaves prompts to others where the server shows no buttons")
    func noButtons() {
        var run = AgentRun()
        run.take(.daemonAvailable)
        let server = ServerAbilities(hasActions: false, hasMarkup: true)
        #expect(
            run.take(.serverAvailable(server))
                == [.other(.log("The notification server shows no buttons"))])
        #expect(run.take(.retry) == [])
    }

    @Test("tries again after a pause what the daemon refuses, and says so once")
    func refused() {
        var run = AgentRun()
        run.take(.serverAvailable(Run.buttons))
        run.take(.daemonAvailable)
        #expect(
            run.take(.registrationRefused(reason: "another"))
                == [
                    .other(.log("The daemon takes no prompts from here: another")),
                    .other(.retryLater),
                ])
        #expect(run.take(.retry) == [.other(.register)])
        #expect(run.take(.registrationRefused(reason: "another")) == [.other(.retryLater)])
    }

    @Test(
        "brings the answer of each button, and takes the prompt away (R15)",
        arguments: [Choice.wifiAndCellular, .wifiOnly, .off])
    func answers(choice: Choice) {
        var run = AgentRun.registered()
        #expect(run.take(.ask(Run.question, Self.call)) == [.shown(101, Self.prompt)])
        #expect(
            run.take(.clicked(id: 101, key: choice.rawValue))
                == [.other(.answer(Self.call, choice)), .other(.close(id: 101))])
        #expect(run.take(.clicked(id: 101, key: choice.rawValue)) == [])
        #expect(run.take(.closed(id: 101)) == [])
    }

    @Test(
        "takes nothing else for an answer",
        arguments: [(101, "undecided"), (101, "default"), (101, "settings"), (102, "off")])
    func noAnswer(id: UInt32, key: String) {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        #expect(run.take(.clicked(id: id, key: key)) == [])
    }

    @Test("leaves a prompt open that is put away, and shows it again when asked to (R18)")
    func putAway() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        #expect(run.take(.closed(id: 101)) == [])
        #expect(run.take(.showAgain) == [.shown(102, Self.prompt)])
        #expect(run.take(.showAgain) == [])
        #expect(
            run.take(.clicked(id: 102, key: "off"))
                == [.other(.answer(Self.call, .off)), .other(.close(id: 102))])
    }

    @Test("shows what was put away again, without urgency, with the next prompt (R18)")
    func nextPrompt() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        run.take(.closed(id: 101))
        let next = PromptQuestion(app: AppID("Mail"), name: "Mail", asksAboutWifi: true)
        let quiet = NotificationText.prompt(Run.question, isQuiet: true, hasMarkup: true)
        #expect(quiet.urgency == .low)
        #expect(
            run.take(.ask(next, CallNumber(2)))
                == [
                    .shown(102, quiet),
                    .shown(103, NotificationText.prompt(next, isQuiet: false, hasMarkup: true)),
                ])
    }

    @Test("takes a prompt away that is settled, and ends its call")
    func cancelled() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        #expect(
            run.take(.cancelAsk(Run.maps))
                == [.other(.refuse(Self.call)), .other(.close(id: 101))])
        run.take(.ask(Run.question, CallNumber(2)))
        run.take(.closed(id: 102))
        #expect(run.take(.cancelAsk(Run.maps)) == [.other(.refuse(CallNumber(2)))])
        #expect(run.take(.showAgain) == [])
    }

    @Test("takes a prompt away that was settled before the server had shown it")
    func cancelledEarly() throws {
        var run = AgentRun.registered()
        let shown = try #require(run.begin(.ask(Run.question, Self.call)).first)
        guard case .show(let ticket, _, _) = shown else {
            Issue.record("it shows nothing")
            return
        }
        #expect(run.begin(.cancelAsk(Run.maps)) == [.refuse(Self.call)])
        #expect(run.begin(.daemonGone(reason: "gone")) == [.log("gone")])
        #expect(run.begin(.shown(ticket, id: 7)) == [.close(id: 7)])
    }

    @Test("gives a prompt back that the server does not show (R20)")
    func notShown() {
        var run = AgentRun.registered()
        _ = run.begin(.ask(Run.question, Self.call))
        #expect(run.begin(.shown(Ticket(1), id: nil)) == [.refuse(Self.call)])
    }

    @Test("gives its prompts back when the server goes, and takes them again when it comes")
    func serverRestart() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        #expect(
            run.take(.serverGone(reason: "gone"))
                == [.other(.unregister), .other(.refuse(Self.call)), .other(.log("gone"))])
        #expect(run.take(.clicked(id: 101, key: "off")) == [])
        #expect(run.take(.serverAvailable(Run.buttons)) == [.other(.register)])
        #expect(run.take(.ask(Run.question, CallNumber(2))) == [.shown(102, Self.prompt)])
    }

    @Test("registers anew where another server takes over at once")
    func otherServer() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        #expect(
            run.take(.serverAvailable(Run.buttons))
                == [.other(.unregister), .other(.refuse(Self.call)), .other(.register)])
    }

    @Test("takes away what a daemon asked that is gone, and serves the next")
    func daemonRestart() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        run.take(
            .guidance(
                Advice(app: AppID("B"), name: "B", kind: .advice, text: "Off."), Run.adviceCall))
        #expect(
            run.take(.daemonGone(reason: "gone"))
                == [
                    .other(.refuse(Self.call)), .other(.close(id: 101)), .other(.close(id: 102)),
                    .other(.log("gone")),
                ])
        #expect(run.take(.daemonAvailable) == [.other(.register)])
    }

    @Test("takes everything away when it ends")
    func ending() {
        var run = AgentRun.registered()
        run.take(.ask(Run.question, Self.call))
        #expect(run.take(.ending) == [.other(.refuse(Self.call)), .other(.close(id: 101))])
    }
}
