import TestSupport
import Testing

@Suite(
    "The README's questions to the journal",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct RecipeTests {
    typealias System = InstalledService.System

    @Test("each runs as it is written", arguments: System.allCases)
    func allRun(on system: System) throws {
        let life = try ServiceLife.on(system)
        for number in try 0..<Readme().journalRecipes.count {
            #expect(try life.part("recipe \(number)").exitStatus == 0)
        }
    }

    @Test(
        "each finds what it claims",
        arguments: System.allCases,
        [
            (
                "CELLGATE_EVENT=snapshot",
                "path: cellular via wwan0, expensive, IPv4, gateway 10.2.0.1"
            ),
            ("CELLGATE_EVENT=snapshot", "org.example.Mail: available (path: cellular via wwan0)"),
            ("journalctl _SYSTEMD_UNIT=cellgated.service CELLGATE_APP=", mapsDenied),
            ("CELLGATE_REASON=cellularDenied", mapsDenied),
            (
                "journalctl -f",
                "path: wifi via wlan0, then wwan0 (cellular), IPv4, gateway 10.1.0.1"
            ),
            ("journalctl -o json", "\"CELLGATE_REASON\":\"cellularDenied\""),
        ])
    func finds(on system: System, recipe: (command: String, found: String)) throws {
        let text = try ServiceLife.recipe(recipe.command, on: system).text
        #expect(text.contains(recipe.found))
    }

    @Test("the last entry before a moment tells what held then", arguments: System.allCases)
    func moment(on system: System) throws {
        let lines = try ServiceLife.on(system).part("recipe for a moment").lines
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix(Self.mapsDenied) == true)
    }

    @Test("refusals are found without what is available", arguments: System.allCases)
    func refusals(on system: System) throws {
        let lines = try ServiceLife.recipe("CELLGATE_REASON=cellularDenied", on: system).lines
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.contains(": unavailable, ") })
    }

    @Test("an app's history is only about it", arguments: System.allCases)
    func history(on system: System) throws {
        let lines = try ServiceLife.recipe(
            "journalctl _SYSTEMD_UNIT=cellgated.service CELLGATE_APP=", on: system
        ).lines
        #expect(lines.count > 3)
        // Errors of its file are among them.
        #expect(
            lines.allSatisfy {
                $0.contains(": org.example.Maps: ") || $0.contains("/org.example.Maps.conf:")
            })
    }

    @Test(
        "the README's sample is what the daemon says where Wi-Fi goes", arguments: System.allCases)
    func sample(on system: System) throws {
        let messages = try ServiceLife.on(system).part("wifi lost").messages
        let sample = try Readme().sample
        #expect(sample.count == 2)
        #expect(sample.allSatisfy(messages.contains))
    }

    static let mapsDenied =
        "org.example.Maps: unavailable, mobile data is off for this app (path: cellular via wwan0)"
}
