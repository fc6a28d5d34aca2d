import CellgateCore
import CellgateSimulation

/// A scenario, read and run to its end.
func check(_ input: [UInt8]) {
    let scenario: Scenario
    do throws(ScenarioFault) {
        scenario = try Scenario(input, file: "s")
    } catch {
        law("what is no scenario is told", !error.diagnostics.isEmpty)
        for diagnostic in error.diagnostics {
            law(
                "a diagnostic is one line",
                !diagnostic.description.unicodeScalars.contains(where: \.breaksLines),
                diagnostic.description)
        }
        return
    }
    // Whoever waits for a year gets a year, second by second.
    guard scenario.steps.allSatisfy({ $0.moment <= .zero + .seconds(600) }) else { return }
    law("the same scenario tells the same", told(scenario) == told(scenario))
}

private func told(_ scenario: Scenario) -> [String] {
    var run = ScenarioRun(scenario)
    var told: [String] = []
    while let publications = run.step() { told += publications.map(\.entry.json) }
    return told + run.failures.map(\.description)
}
