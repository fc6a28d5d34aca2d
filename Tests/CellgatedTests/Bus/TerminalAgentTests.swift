import CellgateBusInterface
import TestSupport
import Testing

extension KernelTests.BusTests {
    /// `cellgatectl agent` with an input that is no terminal.
    @Suite("An agent in a terminal")
    struct TerminalAgentTests {
        /// Starts it in a shell, with an input that is written as the shell has it.
        private func agent(_ input: String, on stage: FirstUseStage) throws -> Subprocess {
            try Subprocess(
                ["bash", "-c", "exec \"$0\" agent \(input)", BuiltProgram.named("cellgatectl")],
                environment: stage.environment)
        }

        @Test(
            "without an input it does not begin, says so, and fails",
            arguments: ["</dev/null", "<&-", "</", "</dev/zero"])
        func noInput(input: String) throws {
            let stage = try FirstUseStage()
            let result = try agent(input, on: stage).finish()
            #expect(
                result
                    == Subprocess.Result(
                        ending: .exit(1),
                        errorOutput:
                            "cellgatectl: There is no input that could answer prompts.\n"
                            + "With --answer they are answered without.\n"))
        }

        @Test(
            "a line of a file or a pipe answers the prompt that comes, and its end ends the agent",
            arguments: [true, false])
        func lines(isFile: Bool) throws {
            let stage = try FirstUseStage()
            let folder = try TemporaryDirectory()
            // What is no answer is passed over; the last line has no end.
            try folder.write("perhaps\n2", to: "answers")
            let file = folder.path(of: "answers")
            let agent = try agent(isFile ? "<\(file)" : "< <(cat \(file))", on: stage)
            #expect(try agent.nextLine() == "Prompts are shown here; Ctrl-C ends that.")
            try stage.probe()
            try stage.await { $0.choice == "wifiOnly" }
            let result = try agent.finish()
            #expect(result.ending == .exit(0))
            #expect(result.output.hasSuffix("\nMaps: wifi-only\n"))
            #expect(
                result.errorOutput
                    == "cellgatectl: The input has ended; prompts are not shown here any more.\n")
        }

        @Test("with --json each line is an object")
        func json() throws {
            let stage = try FirstUseStage()
            let folder = try TemporaryDirectory()
            try folder.write("2\n", to: "answers")
            let agent = try agent("--json <\(folder.path(of: "answers"))", on: stage)
            #expect(try agent.nextLine() == #"{"event":"registered"}"#)
            try stage.probe()
            try stage.await { $0.choice == "wifiOnly" }
            #expect(
                try agent.finish().output == """
                    {"event":"ask","id":"org.example.Maps"}
                    {"event":"answered","id":"org.example.Maps","choice":"wifiOnly"}

                    """)
        }

        @Test("what the input has no line for waits for the next agent (R20)")
        func tooFewLines() throws {
            let stage = try FirstUseStage()
            let folder = try TemporaryDirectory()
            try folder.write("perhaps\n", to: "answers")
            let first = try agent("<\(folder.path(of: "answers"))", on: stage)
            #expect(try first.nextLine() == "Prompts are shown here; Ctrl-C ends that.")
            try stage.probe()
            #expect(try first.finish().ending == .exit(0))
            #expect(try stage.maps().unknownReason == "pending")
            try folder.write("3\n", to: "answers")
            let next = try agent("<\(folder.path(of: "answers"))", on: stage)
            try stage.await { $0.choice == "off" }
            #expect(try next.finish().ending == .exit(0))
        }
    }
}
