import Glibc
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("The running daemon, recorded")
    struct DaemonRecordingTests {
        @Test(
            "the replay prints the same lines as the daemon did, bit for bit: links, signals, files, requests"
        )
        func replay() throws {
            let directory = try TemporaryDirectory()
            let recording = directory.path(of: "r")
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            let daemon = try RunningDaemon(
                in: namespace, bus: bus,
                launcher: [
                    "bash", "-c", #"exec "$@" --record "$0" > >(tee "$0.out")"#, recording,
                ])
            try daemon.reach(.via("wlan0:wifi"))
            try namespace.addCellular()
            try namespace.ip("link set wlan0 down")
            try daemon.reach(.via("wwan0:cellular"))
            let client = try BusClient(bus)
            try client.subscribe()
            try client.setChoice("A", "off")
            try client.setChoice("D", "wifiOnly")
            _ = try client.refusal("SetChoice", [.string("A"), .string("sometimes")])
            try client.call("Explain", [.string("B")])
            try client.call("ClearRecord", [.string("A")])
            try daemon.policy.set("B", "off")
            _ = try daemon.refresh()
            try daemon.policy.set("C", "sometimes")
            _ = try daemon.reload()
            try daemon.policy.set("C", "wifi-only")
            _ = try daemon.reload()
            try client.call("Refresh")
            try namespace.ip("link del wwan0")
            try daemon.settle()
            #expect(try daemon.stop() == .exit(0))
            #expect(daemon.entries.count > 50)

            let published = try directory.text(of: "r.out")
            let replayed = try Subprocess.run([
                BuiltProgram.cellgated(), "--replay", recording, "--json",
            ])
            #expect(replayed.ending == .exit(0))
            #expect(replayed.errorOutput == "")
            #expect(replayed.output == published)
            // And for people, as the daemon's standard error had it.
            let readable = try Subprocess.run([BuiltProgram.cellgated(), "--replay=\(recording)"])
            #expect(readable.output == daemon.errorOutput)
            try Self.checkScenario(of: recording, in: directory, published: published)
        }

        /// The scenario that a recording makes leads to the same entries and expects them, and each
        /// expectation counts.
        private static func checkScenario(
            of recording: String, in directory: TemporaryDirectory, published: String
        ) throws {
            let made = try Subprocess.run([
                BuiltProgram.cellgated(), "--replay", recording, "--scenario",
            ])
            #expect(made.ending == .exit(0))
            #expect(made.errorOutput == "")
            try directory.write(made.output, to: "r.scenario")
            let simulated = try Subprocess.run([
                BuiltProgram.cellgated(), "--simulate", directory.path(of: "r.scenario"), "--json",
            ])
            #expect(simulated.ending == .exit(0))
            #expect(
                simulated.output.replacing(#","CELLGATE_SIMULATED":"1"}"#, with: "}") == published)
            #expect(simulated.errorOutput.hasSuffix(" expectations held, 0 failed\n"))

            let changed = made.output.replacing(
                "CHOICE=off", with: "CHOICE=wifiOnly", maxReplacements: 1)
            #expect(changed != made.output)
            let line = zip(changed.split(separator: "\n"), made.output.split(separator: "\n"))
                .prefix { $0 == $1 }.count
            try directory.write(changed, to: "changed.scenario")
            let failed = try Subprocess.run(
                [BuiltProgram.cellgated(), "--simulate", "changed.scenario"],
                directory: directory.path)
            #expect(failed.ending == .exit(1))
            #expect(
                failed.errorOutput.hasPrefix("changed.scenario:\(line + 1): failed: expect entry "))
        }
    }

    @Suite("cellgated --replay")
    struct ReplayProgramTests {
        private func replay(_ text: String?) throws -> Subprocess.Result {
            let directory = try TemporaryDirectory()
            if let text { try directory.write(text, to: "r") }
            let result = try Subprocess.run(
                [BuiltProgram.cellgated(), "--replay", "r"], directory: directory.path)
            return result
        }

        @Test("a file that is not there, or no recording, ends it with status 1 and the reason")
        func unreadable() throws {
            #expect(
                try replay(nil)
                    == Subprocess.Result(
                        ending: .exit(1),
                        errorOutput: "cellgated: open r: No such file or directory (ENOENT)\n"))
            let wrong = try replay("{\"cellgate-recording\":1}\n{\"at\":0,\"input\":\"begin\"}\n")
            #expect(wrong.ending == .exit(1))
            #expect(wrong.errorOutput.hasPrefix("r:2: error: input: it may be one of: start, "))
        }

        @Test("a scenario begins with the first input, and each life where the one before ended")
        func scenario() throws {
            let directory = try TemporaryDirectory()
            let life = "{\"cellgate-recording\":1}\n{\"at\":7,\"input\":\"start\"}\n"
            try directory.write(life + "{\"at\":9,\"input\":\"endOfTurn\"}\n" + life, to: "r")
            let result = try Subprocess.run(
                [BuiltProgram.cellgated(), "--replay", "r", "--scenario"],
                directory: directory.path)
            #expect(
                result.output == """
                    # From a recording; see cellgate.scenario(5).
                    input start
                    at 0.000002s input endOfTurn
                    # From a recording; see cellgate.scenario(5).
                    input start

                    """)
        }

        @Test(
            "a recording that was cut makes a scenario of the same entries, where it begins anew, too"
        )
        func cutScenario() throws {
            let directory = try TemporaryDirectory()
            // Answers to questions that this engine has not asked end it; another goes on.
            let lines = [
                #"{"cellgate-recording":1}"#,
                #"{"at":1,"input":{"bus":{"unavailable":{"reason":"there is none"}}}}"#,
                #"{"at":2,"input":"endOfTurn"}"#,
                #"{"at":2,"input":{"answers":[]}}"#,
                #"{"at":3,"input":"endOfTurn"}"#,
                #"{"at":4,"input":"refresh"}"#,
                #"{"at":5,"input":{"dumpFailed":{"reason":"none"}}}"#,
                #"{"at":6,"input":"endOfTurn"}"#,
            ]
            for count in 2...lines.count {
                try directory.write(lines[..<count].joined(separator: "\n") + "\n", to: "r")
                let replayed = try Subprocess.run(
                    [BuiltProgram.cellgated(), "--replay", "r", "--json"],
                    directory: directory.path)
                let made = try Subprocess.run(
                    [BuiltProgram.cellgated(), "--replay", "r", "--scenario"],
                    directory: directory.path)
                try directory.write(made.output, to: "s")
                let simulated = try Subprocess.run(
                    [BuiltProgram.cellgated(), "--simulate", "s", "--json"],
                    directory: directory.path)
                #expect(simulated.ending == .exit(0), "\(count): \(simulated.errorOutput)")
                #expect(
                    simulated.output.replacing(#","CELLGATE_SIMULATED":"1"}"#, with: "}")
                        == replayed.output, "\(count)")
            }
        }

        @Test(
            "what no scenario can be made of is refused",
            arguments: [
                ("", "r: error: it holds no input of which a scenario could be made\n"),
                (
                    #"{"at":0,"input":"start"}"# + "\n"
                        + #"{"at":9223372036854775807,"input":"endOfTurn"}"# + "\n",
                    "r: error: a scenario has 366 days at most, and this goes on\n"
                ),
            ])
        func noScenario(lines: String, message: String) throws {
            let directory = try TemporaryDirectory()
            try directory.write("{\"cellgate-recording\":1}\n" + lines, to: "r")
            let result = try Subprocess.run(
                [BuiltProgram.cellgated(), "--replay", "r", "--scenario"],
                directory: directory.path)
            #expect(result.ending == .exit(1))
            #expect(result.errorOutput == message)
        }

        @Test("what a file or its name holds does not come to the terminal as it is")
        func terminal() throws {
            let directory = try TemporaryDirectory()
            let name = "\u{1B}[31m"
            for options in [["--replay"], ["--replay", name, "--scenario"], ["--simulate"]] {
                for contents in [nil, "\u{1B}]0;x\u{07}\n"] {
                    if let contents { try directory.write(contents, to: name) }
                    let arguments = options.count == 1 ? options + [name] : options
                    let result = try Subprocess.run(
                        [BuiltProgram.cellgated()] + arguments, directory: directory.path)
                    #expect(result.ending != .exit(0))
                    #expect(!result.errorOutput.contains("\u{1B}"), "\(arguments)")
                    if contents != nil { try directory.remove(name) }
                }
            }
        }

        @Test("what was torn is left out, and told")
        func torn() throws {
            #expect(
                try replay("{\"cellgate-recording\":1}\n{\"at\":0,\"inp")
                    == Subprocess.Result(
                        ending: .exit(0),
                        errorOutput: "r:2: warning: the last line is torn, and left out\n"))
        }

        @Test("a recording that cannot be begun ends the daemon with status 1")
        func unwritable() throws {
            let result = try Subprocess.run([
                BuiltProgram.cellgated(), "--config", PolicyFolder().path, "--record", "/nowhere/r",
            ])
            #expect(result.ending == .exit(1))
            #expect(
                result.errorOutput
                    == "cellgated: create /nowhere/r: No such file or directory (ENOENT)\n")
        }
    }
}
