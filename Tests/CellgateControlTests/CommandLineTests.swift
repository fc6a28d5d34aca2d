import CellgateBusInterface
import CellgateCore
import Testing

@testable import CellgateControl

@Suite("The command line's reader")
struct CommandLineTests {
    private static let maps = AppReference(AppID("org.example.Maps"))

    private static func options(_ change: (inout Options) -> Void) -> Options {
        var options = Options()
        change(&options)
        return options
    }

    @Test(
        "a command line says what to do",
        arguments: [
            ("", Invocation(.status)),
            ("status", Invocation(.status)),
            ("list", Invocation(.list)),
            ("show org.example.Maps", Invocation(.show(maps))),
            ("why org.example.Maps", Invocation(.why(maps))),
            ("set org.example.Maps wifi-only", Invocation(.set(maps, .wifiOnly))),
            ("set org.example.Maps wifiAndCellular", Invocation(.set(maps, .wifiAndCellular))),
            ("set org.example.Maps off", Invocation(.set(maps, .off))),
            ("clear org.example.Maps", Invocation(.clear(maps))),
            ("timeline", Invocation(.timeline(nil))),
            ("timeline org.example.Maps", Invocation(.timeline(maps))),
            ("watch", Invocation(.watch(nil))),
            ("watch org.example.Maps", Invocation(.watch(maps))),
            ("refresh", Invocation(.refresh)),
            ("wait org.example.Maps", Invocation(.wait(maps))),
            ("statistics", Invocation(.statistics)),
            ("check", Invocation(.check)),
            ("help", Invocation(.help(verb: nil))),
            ("help set", Invocation(.help(verb: "set"))),
            ("--help", Invocation(.help(verb: nil))),
            ("-h", Invocation(.help(verb: nil))),
            ("set --help", Invocation(.help(verb: "set"))),
            ("set a b c -h", Invocation(.help(verb: "set"))),
            ("--version", Invocation(.version)),
            ("--version --help", Invocation(.version)),
            ("list --no-pager", Invocation(.list)),
            ("-- list", Invocation(.list)),
            ("show -- --json", Invocation(.show(AppReference(AppID("--json"))))),
            ("show -", Invocation(.show(AppReference(AppID("-"))))),
        ])
    func commands(line: String, wanted: Invocation) {
        #expect(
            CommandLineReader.read(line.split(separator: " ").map(String.init)) == .success(wanted))
    }

    @Test(
        "an option may stand anywhere and be shortened",
        arguments: [
            ("--json list", Invocation(.list, options { $0.isJSON = true })),
            ("list --json", Invocation(.list, options { $0.isJSON = true })),
            ("list -j", Invocation(.list, options { $0.isJSON = true })),
            ("list --js", Invocation(.list, options { $0.isJSON = true })),
            ("--user", Invocation(.status, options { $0.isUserBus = true })),
            ("--no-l list", Invocation(.list, options { $0.hasLegend = false })),
            (
                "set --new org.example.Maps off",
                Invocation(.set(maps, .off), options { $0.allowsNewApp = true })
            ),
            (
                "statistics --prometheus",
                Invocation(.statistics, options { $0.isPrometheus = true })
            ),
            (
                "timeline --since -2h --until=now --svg x.svg --width 360 --entries -",
                Invocation(
                    .timeline(nil),
                    options {
                        $0.timeline.since = .relative(-7_200_000_000)
                        $0.timeline.until = .relative(0)
                        $0.timeline.drawing = "x.svg"
                        $0.timeline.width = 360
                        $0.timeline.entries = "-"
                    })
            ),
            (
                "timeline --directory /j --unit x.service",
                Invocation(
                    .timeline(nil),
                    options {
                        $0.timeline.directory = "/j"
                        $0.timeline.unit = "x.service"
                    })
            ),
            (
                "wait org.example.Maps --timeout 5s",
                Invocation(.wait(maps), options { $0.timeout = .seconds(5) })
            ),
            (
                "wait --timeout=1min30s org.example.Maps",
                Invocation(.wait(maps), options { $0.timeout = .seconds(90) })
            ),
            (
                "wait -jt1.5s org.example.Maps",
                Invocation(
                    .wait(maps),
                    options {
                        $0.isJSON = true
                        $0.timeout = .milliseconds(1500)
                    })
            ),
            (
                "wait -t 2 org.example.Maps",
                Invocation(.wait(maps), options { $0.timeout = .seconds(2) })
            ),
            ("wait --timeout infinity org.example.Maps", Invocation(.wait(maps))),
        ])
    func places(line: String, wanted: Invocation) {
        #expect(
            CommandLineReader.read(line.split(separator: " ").map(String.init)) == .success(wanted))
    }

    @Test(
        "a code may be a number, an errno or a name of NSURLErrorDomain",
        arguments: [
            ("-1009", -1009), ("101", 101), ("ENETDOWN", 100), ("EPERM", 1), ("EHOSTUNREACH", 113),
            ("NSURLErrorNotConnectedToInternet", -1009), ("NotConnectedToInternet", -1009),
            ("NSURLErrorDataNotAllowed", -1020),
        ] as [(String, Int32)])
    func codes(text: String, number: Int32) {
        #expect(
            CommandLineReader.read(["classify-error", "org.example.Maps", text])
                == .success(Invocation(.classify(Self.maps, FailureCode(number)))))
    }

    private static let answers = "accepted are wifi-and-cellular, wifi-only, off"

    @Test(
        "a command line that cannot be followed is refused with what would be accepted",
        arguments: [
            ("lits", #"there is no verb "lits"; did you mean 'list'?"#),
            ("frobnicate", #"there is no verb "frobnicate""#),
            ("show", "'show' wants APP"),
            ("set a", "'set' wants APP wifi-and-cellular|wifi-only|off"),
            ("list a", #"unexpected argument "a""#),
            ("watch a b", #"unexpected argument "b""#),
            ("--jsno", #"there is no option "--jsno"; did you mean '--json'?"#),
            ("--no", "'--no' may be --no-legend or --no-pager"),
            ("-x", #"there is no option "-x""#),
            ("-jx", #"there is no option "-x""#),
            ("--json=1", "--json takes no value"),
            ("wait a --timeout", "--timeout wants a value, as in --timeout=5s"),
            ("wait a --timeout=", "--timeout wants a value, as in --timeout=5s"),
            ("agent --answer", "--answer wants a value, as in --answer=wifi-only"),
            (
                "wait a --timeout soon",
                #""soon" is no time span, such as 5s, 1.5s, 2min or infinity"#
            ),
            ("agent --answer", "--answer wants a value, as in --answer=wifi-only"),
            ("agent --answer=", "--answer wants a value, as in --answer=wifi-only"),
            ("agent --answer ask", #""ask" is no answer; \#(answers)"#),
            ("agent --answer undecided", #""undecided" is no answer; \#(answers)"#),
            (
                "agent --answer wifiOnly",
                #""wifiOnly" is no answer; \#(answers); did you mean 'wifi-only'?"#
            ),
            (
                "agent --answer wifi-onyl",
                #""wifi-onyl" is no answer; \#(answers); did you mean 'wifi-only'?"#
            ),
            ("list --timeout 5s", "--timeout is for 'wait', not for 'list'"),
            ("timeline --svg", "--svg wants a value, as in --svg=day.svg"),
            ("timeline --svg x --json", "--json and --svg exclude each other"),
            ("timeline --svg x --width 9", #""9" is no width, from 240 to 10000 pixels"#),
            ("timeline --width 360", "--width is for a drawing, with --svg"),
            (
                "timeline --entries x --user",
                "--entries is for a file, and --directory and --user for the journal"
            ),
            (
                "timeline --since soon",
                #""soon" is no time, such as "2026-11-30 18:25", 18:25:49, today, yesterday, "#
                    + #"-2h, "2h ago" or @1796059759"#
            ),
            ("list --since -1h", "--since is for 'timeline', not for 'list'"),
            ("list --new", "--new is for 'set', not for 'list'"),
            (
                "statistics --json --prometheus",
                "--json and --prometheus exclude each other"
            ),
            (
                "set a wifi-onyl",
                #""wifi-onyl" is no choice; accepted are wifi-and-cellular, wifi-only, off; "#
                    + "did you mean 'wifi-only'?"
            ),
            ("set a ask", "'ask' cannot be set; 'cellgatectl clear APP' forgets the choice"),
            (
                "classify-error a ENETDOW",
                #""ENETDOW" is no code of a failure: a number, ENETDOWN, "#
                    + "NSURLErrorNotConnectedToInternet and the like; did you mean 'ENETDOWN'?"
            ),
            ("help lits", #"there is no verb "lits"; did you mean 'list'?"#),
        ])
    func refusals(line: String, message: String) {
        #expect(
            CommandLineReader.read(line.split(separator: " ").map(String.init))
                == .failure(UsageError(message)))
    }

    @Test(
        "what can be no app's id is refused",
        arguments: ["", "a\nb", "\u{1B}[2J", String(repeating: "a", count: 256)])
    func impossibleApps(text: String) {
        #expect(
            CommandLineReader.read(["show", text])
                == .failure(
                    UsageError(
                        "\(JSONText.quote(text)) is no app: an id has 1 to 255 bytes, without "
                            + "control characters and line separators")))
    }

    @Test(
        "an app of any possible id can be named",
        arguments: ["é", "e\u{301}", "\u{301}x", " ", "a=b", "--json", "-1", "=\u{301}"])
    func oddApps(text: String) {
        #expect(
            CommandLineReader.read(["show", "--", text])
                == .success(Invocation(.show(AppReference(AppID(text))))))
    }

    @Test("a number may be a process, and a unit's name a unit")
    func alternatives() {
        #expect(AppReference(AppID("1234")).alternative == .appByPID(1234))
        #expect(
            AppReference(AppID("maps.service")).alternative
                == .request(.appOfUnit(UnitName("maps.service"))))
        #expect(
            AppReference(AppID("app-x-1.scope")).alternative
                == .request(.appOfUnit(UnitName("app-x-1.scope"))))
        for text in ["org.example.Maps", "12a", "+12", "-1", "99999999999", "a.socket"] {
            #expect(AppReference(AppID(text)).alternative == nil)
        }
    }

    @Test("no arguments make the reader fail in another way than by refusing")
    func anything() {
        let pieces = [
            "--", "-", "-t", "-j", "--timeout", "--timeout=5s", "set", "wait", "a", "off", "",
            "\u{301}", "--\u{301}", "-\u{301}", "--=", "=",
        ]
        for one in pieces {
            for two in pieces {
                for three in pieces {
                    let result = CommandLineReader.read([one, two, three])
                    if case .failure(let error) = result { #expect(!error.message.isEmpty) }
                }
            }
        }
    }

    @Test("the help names each verb and each option", arguments: Verb.all.map(\.name))
    func help(verb: String) {
        #expect(HelpText.text(verb: nil).contains("\n  \(verb)"))
        #expect(HelpText.text(verb: verb).hasPrefix("Usage: cellgatectl [OPTION]... \(verb)"))
        for option in Option.all { #expect(HelpText.text(verb: nil).contains(option.name)) }
        #expect(HelpText.text(verb: nil).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
