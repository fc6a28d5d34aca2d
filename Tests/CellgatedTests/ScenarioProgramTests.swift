import CellgateCore
import TestSupport
import Testing

@testable import CellgateDaemon

/// `cellgated --simulate`.
@Suite("Scenarios run by the program")
struct ScenarioProgramTests {
    private static let scenario = """
        app org.example.Maps Choice=wifi-only
        wifi on
        start
        at 90s handover to cellular
        expect app org.example.Maps REASON=cellularDenied

        """

    private func simulate(
        _ texts: [String], _ options: [String] = []
    ) throws -> Subprocess.Result {
        let folder = try TemporaryDirectory()
        var names: [String] = []
        for (number, text) in texts.enumerated() {
            names.append("\(number).scenario")
            try folder.write(text, to: names[number])
        }
        return try Subprocess.run(
            [BuiltProgram.cellgated(), "--simulate"] + names + options, directory: folder.path)
    }

    @Test("entries are readable lines with virtual time; the outcome comes last, with status 0")
    func readable() throws {
        let result = try simulate([Self.scenario])
        #expect(result.ending == .exit(0))
        #expect(result.errorOutput == "1 expectation held, 0 failed\n")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 6)
        let last =
            "   90.000  app-changed          org.example.Maps: unavailable, mobile data is off for "
            + "this app (path: cellular via wwan0)"
        #expect(lines.last.map(String.init) == last)
    }

    @Test("R83: JSON lines each say that they are simulated")
    func json() throws {
        let result = try simulate([Self.scenario, Self.scenario], ["--json"])
        #expect(result.ending == .exit(0))
        #expect(result.errorOutput == "2 expectations held, 0 failed\n")
        let entries = try result.output.split(separator: "\n").map {
            try PublishedEntry(json: String($0))
        }
        #expect(entries.count == 12)
        #expect(entries.allSatisfy { $0.fields["CELLGATE_SIMULATED"] == "1" })
        #expect(entries.last?.fields["CELLGATE_REASON"] == "cellularDenied")
    }

    @Test("an expectation that fails is told, and ends it with status 1")
    func failure() throws {
        let result = try simulate([Self.scenario + "expect path INTERFACE=wlan0\n"])
        #expect(result.ending == .exit(1))
        #expect(
            result.errorOutput.hasPrefix(
                """
                0.scenario:6: failed: expect path INTERFACE=wlan0
                    expected: INTERFACE=wlan0
                         got: INTERFACE=wwan0
                    entries since line 4:

                """))
        #expect(result.errorOutput.hasSuffix("\n1 expectation held, 1 failed\n"))
    }

    @Test("what is no scenario runs nothing and ends with status 65, a missing file with 66")
    func unusable() throws {
        let bad = try simulate([Self.scenario, "wify on\n"])
        #expect(bad.ending == .exit(65))
        #expect(bad.output == "")
        #expect(
            bad.errorOutput
                == "1.scenario:1: error: 'wify' is not understood; did you mean 'wifi'?\n")
        let missing = try simulate([], ["nowhere.scenario"])
        #expect(missing.ending == .exit(66))
        #expect(missing.output == "" && missing.errorOutput.contains("nowhere.scenario"))
    }

    @Test(
        "the command line names one file or more, and nothing that a simulation does not have",
        arguments: [
            ["--simulate"], ["--simulate="], ["--simulate", "a", "--config", "d"],
            ["--simulate", "a", "--journal"], ["a", "--simulate", "b"], ["--simulate", "a", ""],
        ])
    func usage(arguments: [String]) {
        guard case .failure = Invocation.parse(arguments) else {
            Issue.record("taken: \(arguments)")
            return
        }
    }

    @Test(
        "files are named in any of the usual ways",
        arguments: [
            ["--simulate", "a", "b"], ["--simulate=a", "b"], ["--simulate", "a", "--", "b"],
            ["--simulate", "a", "--simulate", "b"],
        ])
    func files(arguments: [String]) {
        var wanted = Invocation()
        wanted.action = .simulate
        wanted.scenarios = ["a", "b"]
        #expect(Invocation.parse(arguments) == .success(wanted))
    }

    @Test("the manual page's scenario holds as it stands there")
    func manualPage() throws {
        let page = try ProjectFolder.text(of: "config/man/cellgate.scenario.5")
        let example = try #require(page.split(separator: ".EX\n").dropFirst().first)
        let text = try #require(example.split(separator: "\n.EE").first)
        let result = try simulate([text.split(separator: "\\").joined() + "\n"])
        #expect(result.ending == .exit(0), "\(result.errorOutput)")
        #expect(!result.errorOutput.hasPrefix("0 expectations"))
    }

    @Test("the README's scenario holds as it stands there")
    func readme() throws {
        let text = try #require(Readme().snippets["scenario"]?.first)
        let result = try simulate([text])
        #expect(result.ending == .exit(0), "\(result.errorOutput)")
        let shown = try #require(Readme().snippets["text"]?.first)
        for line in shown.split(separator: "\n") where line != "…" {
            #expect((result.output + result.errorOutput).contains(line + "\n"), "\(line)")
        }
    }
}
