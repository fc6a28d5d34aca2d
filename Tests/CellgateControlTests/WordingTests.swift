import CellgateCore
import Posix
import Systemd
import Testing

@testable import CellgateBusInterface
@testable import CellgateControl

@Suite("What is said")
struct WordingTests {
    private static let maps = AppReference(AppID("org.example.Maps"))

    @Test(
        "a failure is told with what can be done about it",
        arguments: [
            (
                ManagerClient.notRunning, Command.status,
                [
                    "cellgatectl: cellgated is not running.",
                    "Start it with 'systemctl start cellgated', or run 'cellgated' in the "
                        + "foreground.",
                ]
            ),
            (
                Refusal.accessDenied(.setChoice).error, .set(maps, .off),
                [
                    "cellgatectl: Not allowed: this needs root or the polkit action "
                        + "org.cellgate.cellgate1.set-choice.",
                    "Try it as root: sudo cellgatectl …",
                ]
            ),
            (
                Refusal.authorizationFailed(.inspect, reason: "no polkit").error, .list,
                [
                    "cellgatectl: Whether the caller has org.cellgate.cellgate1.inspect cannot be "
                        + "told (no polkit); root needs no answer.",
                    "Try it as root: sudo cellgatectl …",
                ]
            ),
            (
                Refusal.unknownApp(AppID("Map"), suggestion: AppID("Maps")).error, .show(maps),
                [
                    #"cellgatectl: There is no app "Map"; did you mean "Maps"?"#,
                    "'cellgatectl list' names all apps.",
                ]
            ),
            (
                Refusal.unknownApp(AppID("Map"), suggestion: nil).error, .set(maps, .off),
                [
                    #"cellgatectl: There is no app "Map"."#,
                    "'cellgatectl list' names all apps.",
                    "To choose for an app that is not known yet, add --new.",
                ]
            ),
            (
                Refusal.locked(AppID("Maps")).error, .set(maps, .off),
                [
                    "cellgatectl: The choice for Maps is locked by the administrator (Locked=yes "
                        + "in its file).",
                    "Only the administrator can change it, in the app's file: cellgated.conf(5).",
                ]
            ),
            (
                Refusal.storageFailed(reason: "No space left on device").error, .set(maps, .off),
                [
                    "cellgatectl: The choice could not be stored, and the old one holds: No space "
                        + "left on device."
                ]
            ),
            (
                Refusal.limitsExceeded.error, .list,
                ["cellgatectl: Too many requests at once; wait a little and ask again."]
            ),
            (
                BusError.named(name: BusErrorName.noReply, message: "x"), .list,
                ["cellgatectl: cellgated gave no answer in time."]
            ),
            (
                BusError.named(name: "org.example.Odd", message: ""), .list,
                ["cellgatectl: org.example.Odd."]
            ),
            (
                BusError.system(SystemError(operation: "connect", code: 2)), .list,
                [
                    "cellgatectl: connect: No such file or directory (ENOENT).",
                    "Is the bus running? cellgated runs without it; its entries tell the same.",
                ]
            ),
            (
                BusError.system(SystemError(operation: "execute", subject: "x", code: 2)), .check,
                [
                    "cellgatectl: execute x: No such file or directory (ENOENT).",
                    "'cellgatectl check' runs 'cellgated --check', which is not installed here.",
                ]
            ),
        ])
    func complaints(error: BusError, command: Command, wanted: [String]) {
        #expect(Complaint.lines(error, of: command) == wanted)
    }

    @Test(
        "a remedy is told with the command that is one",
        arguments: [
            (.connect, nil), (.joinWifi, nil), (.askAdministrator, nil),
            (.leaveAirplaneMode, nil), (.attachModem, nil), (.insertSIM, nil),
            (.allowMobileData, "cellgatectl set org.example.Maps wifi-and-cellular"),
            (.allowNetwork, "cellgatectl set org.example.Maps wifi-only|wifi-and-cellular"),
            (.decide, "cellgatectl set org.example.Maps wifi-and-cellular|wifi-only|off"),
            (.chooseAgain, "cellgatectl set org.example.Maps wifi-and-cellular|wifi-only|off"),
            (.mendFile, "cellgatectl check"),
        ] as [(Remedy, String?)])
    func remedies(remedy: Remedy, command: String?) {
        let explanation = ExplanationProperties(
            app: Samples.app, reason: "r", remedies: [Samples.remedy(remedy)])
        let lines = WhyView.lines(explanation, on: Samples.screen())
        let tail = Array(lines.drop { $0 != "What would change it:" })
        #expect(
            tail == ["What would change it:", "  - " + remedy.sentence]
                + (command.map { ["      " + $0] } ?? []))
    }

    @Test("a remedy for an app whose id looks like an option is a command that can be followed")
    func remedyOfOption() throws {
        var app = Samples.app
        app.id = "-x y"
        let lines = WhyView.lines(
            ExplanationProperties(
                app: app, reason: "r", remedies: [Samples.remedy(.allowMobileData)]),
            on: Samples.screen())
        #expect(lines.last == "      cellgatectl set -- '-x y' wifi-and-cellular")
        #expect(
            CommandLineReader.read(["set", "--", "-x y", "wifi-and-cellular"])
                == .success(Invocation(.set(try AppReference("-x y"), .wifiAndCellular))))
    }

    @Test("an app that is available wants no remedy")
    func available() {
        var app = Samples.app
        app.reason = "available"
        let lines = WhyView.lines(
            ExplanationProperties(app: app, reason: "r", remedies: []), on: Samples.screen())
        #expect(!lines.contains("What would change it:"))
    }

    @Test("a list without a legend is its rows alone")
    func legend() {
        let screen = Samples.screen()
        #expect(ListView.lines([], on: screen, hasLegend: true) == ["No apps."])
        #expect(ListView.lines([], on: screen, hasLegend: false) == [])
        #expect(ListView.lines(Samples.apps, on: screen, hasLegend: false).count == 3)
    }

    @Test(
        "a change of the device is told in a line for each thing that it is about",
        arguments: [
            (
                [("Interface", .string("wwan0")), ("Generation", .uint64(9))],
                ["17:34:19 path: cellular via wwan0 (IPv4, DNS, expensive)"]
            ),
            (
                [("AirplaneMode", .string("off")), ("ConfigurationValid", .boolean(true))],
                [
                    "17:34:19 device: airplane mode off",
                    "17:34:19 device: configuration valid",
                ]
            ),
            (
                [("Profile", .string("cellular")), ("Modem", .string("present"))],
                ["17:34:19 device: modem present", "17:34:19 device: profile cellular"]
            ),
            ([("Generation", .uint64(9)), ("New", .string("x"))], []),
        ] as [([(String, BusValue)], [String])])
    func deviceChanges(changes: [(String, BusValue)], wanted: [String]) {
        #expect(
            ChangeView.lines(
                .dictionary(changes), of: Samples.device, on: Samples.screen()) == wanted)
    }

    @Test("the lines of apps, of no network, and of the daemon's coming and going")
    func otherChanges() {
        let screen = Samples.screen()
        #expect(
            ChangeView.line(Samples.app, on: screen)
                == "17:34:19 org.example.Maps: cellularDenied (wifi-only by user, restricted)")
        #expect(ChangeView.line(Samples.noDevice, on: screen) == "17:34:19 path: no network")
        #expect(
            ChangeView.line(isRunning: true, reason: "", on: screen)
                == "17:34:19 cellgated: running")
        #expect(
            ChangeView.line(isRunning: false, reason: "gone", on: screen)
                == "17:34:19 cellgated: not running (gone)")
    }

    @Test("an answer that cannot be written is told with what is done all the same")
    func unwritten() {
        #expect(
            Complaint.unwritten("No space left on device", deed: "")
                == "cellgatectl: cannot write the answer: No space left on device")
        #expect(
            Complaint.unwritten("No space left on device", deed: "the choice is stored")
                == "cellgatectl: cannot write the answer: No space left on device; "
                + "the choice is stored")
    }
}
