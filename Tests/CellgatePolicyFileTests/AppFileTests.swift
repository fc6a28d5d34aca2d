import CellgateCore
import CellgatePolicyFile
import Testing

@Suite("an app's file")
struct AppFileTests {
    @Test(
        "the three choices and ask have their names",
        arguments: [
            ("ask", .choice(.undecided, source: .default, isLocked: false)),
            (
                "wifi-and-cellular",
                .choice(.wifiAndCellular, source: .administrator, isLocked: false)
            ),
            ("wifi-only", .choice(.wifiOnly, source: .administrator, isLocked: false)),
            ("off", .choice(.off, source: .administrator, isLocked: false)),
            ("ask\nChoice=off", .choice(.off, source: .administrator, isLocked: false)),
            ("nonsense\nX-Choice=off", .invalid),
        ] as [(String, PolicyStanding)])
    func choices(value: String, standing: PolicyStanding) {
        #expect(readApp("[App]\nChoice=\(value)\n").standing == standing)
    }

    @Test(
        "an app's file that says nothing is an app to be asked about",
        arguments: ["\n", "# nothing", "[App]", "[X-Other]\nFoo=bar", "[App]\nX-Foo=bar\n"])
    func nothing(text: String) {
        #expect(
            readApp(text)
                == PolicyReading(
                    configuration: Configuration(),
                    table: PolicyTable(apps: [
                        AppID("a"): AppPolicy(
                            standing: .choice(.undecided, source: .default, isLocked: false))
                    ]), diagnostics: []))
    }

    @Test(
        "a name is taken as it stands",
        arguments: [
            ("Maps", "Maps"), ("  Maps and  more ", "Maps and  more"), ("\"Maps\"", "\"Maps\""),
            ("Kärtchen 📶", "Kärtchen 📶"), ("", nil), ("A\nName=", nil), ("A\nName=B", "B"),
            ("a\\nb", "a\\nb"), ("a # b", "a # b"), ("a \\\n  b", "a  b"),
        ] as [(String, String?)])
    func names(value: String, name: String?) {
        let reading = readApp("[App]\nName=\(value)\n")
        #expect(reading.table.apps[AppID("a")]?.name == name)
        #expect(reading.diagnostics == [])
    }

    @Test(
        "a boolean is read as systemd does",
        arguments: [
            (["1", "yes", "y", "true", "t", "on", "YES", "True", "oN"], true),
            (["0", "no", "n", "false", "f", "off", "NO", "False"], false),
        ])
    func booleans(values: [String], isLocked: Bool) {
        for value in values {
            let reading = readApp("[App]\nChoice=off\nLocked=\(value)\n")
            #expect(
                reading.standing == .choice(.off, source: .administrator, isLocked: isLocked),
                "\(value)")
        }
    }

    @Test(
        "the last of several locks counts, whatever the order of the keys",
        arguments: [
            ("Locked=yes\nChoice=off", .choice(.off, source: .administrator, isLocked: true)),
            (
                "Locked=yes\nChoice=off\nLocked=no",
                .choice(.off, source: .administrator, isLocked: false)
            ),
            ("Locked=yes\nLocked=no", .choice(.undecided, source: .default, isLocked: false)),
        ] as [(String, PolicyStanding)])
    func locks(text: String, standing: PolicyStanding) {
        let reading = readApp("[App]\n\(text)\n")
        #expect(reading.standing == standing)
        #expect(reading.diagnostics == [])
    }

    @Test("only files of the administrator lock")
    func packageLock() {
        let text = "[App]\nChoice=off\nLocked=yes\n"
        let locked = PolicyStanding.choice(.off, source: .administrator, isLocked: true)
        #expect(PolicyFile.read([file(.runtime, "apps.d/a.conf", text)]).standing == locked)
        #expect(PolicyFile.read([file(.administrator, "apps.d/a.conf", text)]).standing == locked)
        let reading = PolicyFile.read([file(.package, "apps.d/a.conf", text)])
        #expect(reading.standing == .choice(.off, source: .package, isLocked: false))
        #expect(
            lines(reading) == [
                "/usr/lib/cellgate/apps.d/a.conf:3: warning: Locked=: only an administrator locks, "
                    + "in a file below /etc/cellgate; ignored"
            ])
    }

    @Test("a package's lock of an open choice is no error")
    func packageLockOfAsk() {
        let reading = PolicyFile.read([file(.package, "apps.d/a.conf", "[App]\nLocked=yes\n")])
        #expect(reading.standing == .choice(.undecided, source: .default, isLocked: false))
        #expect(reading.diagnostics.map(\.severity) == [.warning])
    }

    @Test("a value outside the enumeration makes that app invalid, and no other (R13)")
    func invalid() {
        let reading = PolicyFile.read([
            file(.package, "apps.d/a.conf", "[App]\nName=A\nChoice=mobile\n"),
            file(.package, "apps.d/b.conf", "[App]\nChoice=wifi-only\n"),
        ])
        #expect(
            reading.table.apps == [
                AppID("a"): AppPolicy(name: "A", standing: .invalid, isPackaged: true),
                AppID("b"): AppPolicy(
                    standing: .choice(.wifiOnly, source: .package, isLocked: false),
                    isPackaged: true),
            ])
        #expect(reading.configuration == Configuration())
        #expect(
            reading.diagnostics == [
                Diagnostic(
                    severity: .error, file: "/usr/lib/cellgate/apps.d/a.conf", line: 3,
                    app: AppID("a"),
                    message: "Choice=: 'mobile' is not accepted; "
                        + "write ask, wifi-and-cellular, wifi-only or off")
            ])
    }

    @Test(
        "any error leaves the app invalid (R13)",
        arguments: [
            "[App]\nChoice=Off", "[App]\nChoice=", "[App]\nChoice=off # never",
            "[App]\nChoice=\"off\"",
            "[App]\nChoice=undecided", "[App]\nChoice=wifiOnly", "[App]\nLocked=",
            "[App]\nLocked=2",
            "[App]\nLocked=yes", "[App]\nLocked=yes\nChoice=ask", "[App]\nChoice off", "Choice=off",
            "[App", "[App]\nName=a\u{0}b", "[App]\nName=\u{2028}", "[App]\nName=a\tb",
            "[App]\nChoice=nonsense\nChoice=off", "\u{0}\u{0}\u{0}\u{0}", "=off",
        ])
    func errors(text: String) {
        let reading = readApp(text)
        #expect(reading.standing == .invalid)
        #expect(reading.hasErrors)
        #expect(reading.configuration == Configuration())
    }

    @Test(
        "OnReinstall= is clear, keep, or empty for the default (R19)",
        arguments: [
            ("", true), ("OnReinstall=clear\n", true), ("OnReinstall=keep\n", false),
            ("OnReinstall=\n", true), ("OnReinstall=keep\nOnReinstall=\n", true),
        ])
    func onReinstall(text: String, clears: Bool) {
        let reading = readApp("[App]\n" + text)
        #expect(reading.diagnostics == [])
        #expect(reading.table.apps[AppID("a")]?.clearsOnRemoval == clears)
    }
}
