import CellgateCore
import CellgateDesktopAgent
import Testing

@Suite("Advice on a desktop")
struct GuidanceNotificationTests {
    private typealias Run = AgentRun
    private static let command = ["/usr/bin/settings", "%i"]

    private static func shown(_ advice: Advice, hasButton: Bool = false) -> Notification {
        NotificationText.guidance(advice, canOpenSettings: hasButton, hasMarkup: true)
    }

    @Test("has a button where there is a command, and runs it on a click only (R64)")
    func clicked() {
        var run = AgentRun.registered()
        #expect(
            run.take(.guidance(Run.advice, Run.adviceCall), command: Self.command)
                == [
                    .shown(101, Self.shown(Run.advice, hasButton: true)),
                    .other(.tell(Run.maps, .shown)), .other(.done(Run.adviceCall)),
                ])
        #expect(run.take(.clicked(id: 101, key: "default")) == [])
        #expect(
            run.take(.clicked(id: 101, key: "settings"))
                == [
                    .other(.tell(Run.maps, .clicked)),
                    .other(.openSettings(Run.maps, command: Self.command)),
                    .other(.close(id: 101)),
                ])
    }

    @Test("has no button without a command, and runs nothing")
    func withoutCommand() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice, Run.adviceCall))
        #expect(Self.shown(Run.advice).buttons == [])
        #expect(run.take(.clicked(id: 101, key: "settings")) == [])
    }

    @Test("counts as put away however it has left the screen (R62, R63)")
    func dismissed() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice, Run.adviceCall))
        #expect(run.take(.closed(id: 101)) == [.other(.tell(Run.maps, .dismissed))])
        #expect(run.take(.closed(id: 101)) == [])
    }

    @Test("that the server does not show is given back, advice and success alike")
    func notShown() throws {
        var run = AgentRun.registered()
        for kind in GuidanceNote.Kind.allCases {
            let advice = Advice(app: Run.maps, name: "Maps", kind: kind, text: "Off.")
            var actions = run.begin(.guidance(advice, Run.adviceCall))
            if case .readSettings(let ticket)? = actions.first {
                actions = run.begin(.settings(ticket, command: []))
            }
            guard case .show(let ticket, _, _)? = actions.last else {
                Issue.record("it shows nothing")
                return
            }
            #expect(run.begin(.shown(ticket, id: nil)) == [.refuse(Run.adviceCall)])
            #expect(run.begin(.shown(ticket, id: nil)) == [])
        }
        #expect(run.take(.withdrawGuidance(Run.maps)) == [])
    }

    @Test("is given back where there is no server, or it goes before it has shown it")
    func noServer() {
        var run = AgentRun()
        run.take(.daemonAvailable)
        #expect(
            run.take(.guidance(Run.advice, Run.adviceCall)) == [.other(.refuse(Run.adviceCall))])
        run = AgentRun.registered()
        _ = run.begin(.guidance(Run.advice, Run.adviceCall))
        #expect(
            run.begin(.serverGone(reason: "gone"))
                == [.unregister, .refuse(Run.adviceCall), .log("gone")])
    }

    @Test("each of its calls ends once, also where a later one takes its place")
    func replaced() throws {
        var run = AgentRun.registered()
        #expect(run.begin(.guidance(Run.advice, CallNumber(1))) == [.readSettings(Ticket(1))])
        #expect(
            run.begin(.guidance(Run.advice, CallNumber(2)))
                == [.done(CallNumber(1)), .readSettings(Ticket(2))])
        #expect(run.begin(.settings(Ticket(1), command: [])) == [])
        #expect(
            run.begin(.settings(Ticket(2), command: []))
                == [.show(Ticket(3), Self.shown(Run.advice), replacing: 0)])
        #expect(run.begin(.withdrawGuidance(Run.maps)) == [.done(CallNumber(2))])
        #expect(run.begin(.shown(Ticket(3), id: nil)) == [])
    }

    @Test("is at most one for each app: the more specific one takes its place (R62, R66)")
    func specific() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice, Run.adviceCall))
        let specific = Advice(app: Run.maps, name: "Maps", kind: .specific, text: "Still off.")
        #expect(
            run.take(.guidance(specific, Run.adviceCall))
                == [
                    .shown(101, Self.shown(specific)), .other(.tell(Run.maps, .shown)),
                    .other(.done(Run.adviceCall)),
                ])
    }

    @Test("is taken away when it is no longer true, and success is told in passing (R65)")
    func success() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice, Run.adviceCall))
        #expect(run.take(.withdrawGuidance(Run.maps)) == [.other(.close(id: 101))])
        let success = Advice(app: Run.maps, name: "Maps", kind: .success, text: "It works.")
        #expect(
            run.take(.guidance(success, Run.adviceCall))
                == [.shown(102, Self.shown(success)), .other(.done(Run.adviceCall))])
        #expect(run.take(.closed(id: 102)) == [])
    }

    @Test("does not appear where it was withdrawn while its command was asked for")
    func withdrawnEarly() {
        var run = AgentRun.registered()
        #expect(run.begin(.guidance(Run.advice, Run.adviceCall)) == [.readSettings(Ticket(1))])
        #expect(run.begin(.withdrawGuidance(Run.maps)) == [.done(Run.adviceCall)])
        #expect(run.begin(.settings(Ticket(1), command: Self.command)) == [])
    }

    @Test(
        "an id that would be taken for an option is not handed on, and there is no button",
        arguments: [
            ("-x", ["/x", "%i"], false), ("--all", ["/x", "-a", "%i.conf"], false),
            ("-x", ["/x", "--", "%i"], false), ("-x", ["/x", "--app=%i"], true),
            ("-x", ["/x", "%%i"], true), ("-x", ["/x"], true), ("x-", ["/x", "%i"], true),
        ])
    func likeOption(id: String, command: [String], isRun: Bool) {
        #expect((SettingsCommand.arguments(command, about: AppID(id)) != nil) == isRun)
        var run = AgentRun.registered()
        let advice = Advice(app: AppID(id), name: "X", kind: .advice, text: "Off.")
        let deeds = run.take(.guidance(advice, Run.adviceCall), command: command)
        #expect(deeds.first == .shown(101, Self.shown(advice, hasButton: isRun)))
        #expect(run.take(.clicked(id: 101, key: "settings")).isEmpty == !isRun)
    }

    @Test(
        "the command holds the app's id in place of %i, and is not split again",
        arguments: [
            (["/x", "%i"], ["/x", "a b;$(c)%i"]),
            (["/x", "--app=%i%%"], ["/x", "--app=a b;$(c)%i%"]),
            (["/x", "%%i"], ["/x", "%i"]), (["/x", "%n", "%"], ["/x", "%n", "%"]), ([], []),
        ])
    func arguments(command: [String], arguments: [String]) {
        #expect(
            SettingsCommand.arguments(command, about: AppID("a b;$(c)%i")) == arguments)
    }
}

@Suite("What notifications say")
struct NotificationTextTests {
    private static func prompt(_ name: String, hasMarkup: Bool = true) -> Notification {
        NotificationText.prompt(
            PromptQuestion(app: AppID("a<b>&"), name: name, asksAboutWifi: false), isQuiet: false,
            hasMarkup: hasMarkup)
    }

    @Test("a prompt says what the app wants, what follows, and which app it is")
    func whole() {
        let expected = Notification(
            summary: "Maps wants to use mobile data",
            body: "Without a choice it stays without mobile data. The choice can be changed later."
                + "\nApp: a&lt;b&gt;&amp;",
            buttons: [
                .init(key: "wifiAndCellular", label: "Wi-Fi & mobile data"),
                .init(key: "wifiOnly", label: "Wi-Fi only"), .init(key: "off", label: "Off"),
            ], urgency: .critical, expiry: .never, isResident: true)
        #expect(Self.prompt("Maps") == expected)
    }

    @Test("markup is escaped where the server takes it, and plain where not")
    func markup() {
        #expect(Self.prompt("Maps", hasMarkup: false).body.hasSuffix("\nApp: a<b>&"))
        let advice = Advice(app: AppID("a"), name: "a", kind: .advice, text: "<a href='x'>\"")
        let note = NotificationText.guidance(advice, canOpenSettings: true, hasMarkup: true)
        #expect(note.body == "&lt;a href=&apos;x&apos;&gt;&quot;")
    }

    @Test("an id shows what is not seen in it")
    func id() {
        let prompt = NotificationText.prompt(
            PromptQuestion(app: AppID("Maps\u{200B}"), name: "Maps", asksAboutWifi: false),
            isQuiet: false, hasMarkup: true)
        #expect(prompt.body.hasSuffix("\nApp: Maps\\u{200B}"))
    }

    @Test(
        "an app's name keeps to one line, its direction of writing and a length",
        arguments: [
            ("a\nb\u{202E}c", "a b c"), ("", "a<b>&"), ("\n", "a<b>&"),
            (String(repeating: "x", count: 61), String(repeating: "x", count: 59) + "…"),
            ("\u{200B}\u{2800}", "a<b>&"), ("M\u{AD}aps", "Maps"),
        ])
    func names(name: String, shown: String) {
        #expect(Self.prompt(name).summary == shown + " wants to use mobile data")
    }
}
