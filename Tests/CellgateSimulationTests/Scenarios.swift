import CellgateCore
import CellgateSimulation
import TestSupport

/// A scenario that ran to its end, and what it said.
struct RunScenario {
    private(set) var publications: [ScenarioRun.Publication] = []
    let held: Int
    let failures: [ScenarioFailure]

    /// - Throws: `ScenarioFault` where the text is no scenario.
    init(_ text: String, file: String = "x.scenario") throws {
        var run = ScenarioRun(try Scenario(Array(text.utf8), file: file))
        while let more = run.step() { publications += more }
        held = run.held
        failures = run.failures
    }

    /// The failures as `LINE: expected | got`.
    var misses: [String] { failures.map { "\($0.line): \($0.expected) | \($0.got)" } }

    /// The messages of the entries, with their time.
    var messages: [String] {
        publications.map { "\($0.moment.clock) \($0.entry.message)" }
    }

    /// The events of the entries.
    var events: [String] { publications.map(\.entry.event.rawValue) }
}

/// The scenarios that are installed.
enum ShippedScenario {
    static let names = [
        "airplane-mode", "back-from-settings-changed", "back-from-settings-unchanged",
        "first-launch-allowed", "first-launch-ignored", "first-launch-refused", "flapping",
        "launch-gate", "no-sim", "offline-or-denied", "poll-until-allowed", "reinstall",
        "sticky-decision", "two-modems", "vpn-over-cellular", "wifi-then-cellular",
    ]

    static func text(_ name: String) throws -> String {
        try ProjectFolder.text(of: "config/scenarios/\(name).scenario")
    }
}
