import Testing

@testable import CellgateBenchmark

@Suite("The command line of cellgate-bench")
struct InvocationTests {
    @Test("without arguments everything is measured in full")
    func usual() throws {
        let invocation = try Invocation([])
        #expect(invocation == Invocation())
        #expect(invocation.parts == Part.allCases)
        #expect(invocation.extent == .full)
    }

    @Test("parts are measured once and in their own order, wherever they are named")
    func parts() throws {
        let invocation = try Invocation(["scale", "--strict", "latency", "scale"])
        #expect(invocation.parts == [.latency, .scale])
        #expect(invocation.isStrict)
    }

    @Test("options take their value behind a sign or a space, and rounds beat --quick")
    func options() throws {
        let invocation = try Invocation([
            "--rounds=5", "--quick", "--output", "o", "--daemon=/d", "--help",
        ])
        var expected = Invocation()
        expected.extent = .quick
        expected.extent.rounds = 5
        expected.output = "o"
        expected.daemon = "/d"
        expected.wantsHelp = true
        #expect(invocation == expected)
    }

    @Test(
        "what cannot be followed is refused with the reason",
        arguments: [
            (
                ["speed"],
                "there is no part 'speed'; there are latency, start, idle, throughput, "
                    + "evaluation, replay, scale"
            ),
            (["--fast"], "there is no option '--fast'"),
            (["--rounds"], "--rounds wants a number"),
            (["--rounds", "0"], "--rounds wants a number from 1 to 10000, not '0'"),
            (["--rounds=x"], "--rounds wants a number from 1 to 10000, not 'x'"),
            (["--output="], "--output wants a directory"),
            (["--quick=yes"], "--quick takes no value"),
            (
                [""],
                "there is no part ''; there are latency, start, idle, throughput, evaluation, "
                    + "replay, scale"
            ),
        ])
    func refused(_ arguments: [String], _ message: String) {
        #expect(throws: UsageError(message)) { try Invocation(arguments) }
    }

    @Test("the help names every part")
    func help() {
        for part in Part.allCases { #expect(HelpText.usage.contains("  \(part.rawValue) ")) }
    }
}
