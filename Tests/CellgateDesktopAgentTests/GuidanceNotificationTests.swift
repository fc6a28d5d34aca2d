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
            run.take(.guidance(Run.advice), command: Self.command)
                == [
                    .shown(101, Self.shown(Run.advice, hasButton: true)),
                    .other(.tell(Run.maps, .shown)),
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
        run.take(.guidance(Run.advice))
        #expect(Self.shown(Run.advice).buttons == [])
        #expect(run.take(.clicked(id: 101, key: "settings")) == [])
    }

    @Test("tells of what the user puts away, and not of what passes (R63)")
    func dismissed() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice))
        #expect(
            run.take(.closed(id: 101, .dismissed)) == [.other(.tell(Run.maps, .dismissed))])
        run.take(.guidance(Run.advice))
        #expect(run.take(.closed(id: 102, .expired)) == [])
    }

    @Test("is at most one for each app: the more specific one takes its place (R62, R66)")
    func specific() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice))
        let specific = Advice(app: Run.maps, name: "Maps", kind: .specific, text: "Still off.")
        #expect(
            run.take(.guidance(specific))
                == [.shown(101, Self.shown(specific)), .other(.tell(Run.maps, .shown))])
    }

    @Test("is taken away when it is no longer true, and success is told in passing (R65)")
    func success() {
        var run = AgentRun.registered()
        run.take(.guidance(Run.advice))
        #expect(run.take(.withdrawGuidance(Run.maps)) == [.other(.close(id: 101))])
        let success = Advice(app: Run.maps, name: "Maps", kind: .success, text: "It works.")
        #expect(run.take(.guidance(success)) == [.shown(102, Self.shown(success))])
        #expect(run.take(.closed(id: 102, .dismissed)) == [])
    }

    @Test("does not appear where it was withdrawn while its command was asked for")
    func withdrawnEarly() {
        var run = AgentRun.registered()
        #expect(run.begin(.guidance(Run.advice)) == [.readSettings(Ticket(1))])
        #expect(run.begin(.withdrawGuidance(Run.maps)) == [])
        #expect(run.begin(.settings(Ticket(1), command: Self.command)) == [])
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

    @Test(
        "an app's name keeps to one line, its direction of writing and a length",
        arguments: [
            ("a\nb\u{202E}c", "a b c"), ("", "a<b>&"), ("\n", "a<b>&"),
            (String(repeating: "x", count: 61), String(repeating: "x", count: 59) + "…"),
        ])
    func names(name: String, shown: String) {
        #expect(Self.prompt(name).summary == shown + " wants to use mobile data")
    }
}
