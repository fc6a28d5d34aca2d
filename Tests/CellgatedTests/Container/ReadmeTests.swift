import TestSupport
import Testing

@Suite("The README's commands")
struct ReadmeTests {
    /// Where each command is run that stands in a code block. Those of the journal, and those with a
    /// prompt (see QuestionTests), are all run.
    static let blockCommands: [String: Proof] = [
        "make run": .title("make run shows the state until Ctrl-C ends it cleanly"),
        "make check": .script(".ci/run", "make check"),
        "make release": .title("it can be installed and is started by one command"),
        "sudo make install": .title("it can be installed and is started by one command"),
        "sudo systemctl enable --now cellgated.service":
            .title("it can be installed and is started by one command"),
        "sudo systemd-run --pipe --wait --collect --unit=app-org.example.Radio@1.service "
            + "cellgatectl probe --decision":
            .title("an app that is launched gets the answer that was given for it"),
        "make run ARGS='--user --config DIR'":
            .title("make run hands arguments on to the daemon"),
        ".build/debug/cellgatectl --user list":
            .script("Tests/Container/ask", "cellgatectl --user list"),
        "cellgated --simulate wifi-lost.scenario":
            .title("the README's scenario holds as it stands there"),
        "sudo cellgatectl simulate path cellular":
            .title("what is simulated is told to all, and the end gives back what is so"),
        "sudo cellgatectl simulate choice org.example.Maps wifi-only":
            .title("what is simulated is told to all, and the end gives back what is so"),
        "sudo cellgatectl simulate failure org.example.Maps ENETUNREACH":
            .title("what is simulated is told to all, and the end gives back what is so"),
        "cellgatectl status":
            .title("what is simulated is told to all, and the end gives back what is so"),
        "sudo cellgatectl simulate stop":
            .title("what is simulated is told to all, and the end gives back what is so"),
    ]

    /// Where each command is run that stands in a sentence or a table.
    static let spanCommands: [String: Proof] = [
        "make run ARGS=--json 2>/dev/null":
            .title("make run hands arguments on to the daemon"),
        "sudo ip link set wlan0 down": .script("Tests/Container/service", "ip link set wlan0 down"),
        "make run": .title("make run shows the state until Ctrl-C ends it cleanly"),
        "make check": .script(".ci/run", "make check"),
        "make release": .title("it can be installed and is started by one command"),
        "make build": .script(".ci/run", "make build"),
        "make check-vm": .title("what the README says can be made, can be made"),
        "make lint": .script(".ci/run", "make lint"),
        "make format": .title("what the README says can be made, can be made"),
        "cellgated --check": .title("an unusable cellgated.conf ends the start for good"),
        "sudo make uninstall": .title("it leaves configuration and state when it is uninstalled"),
        "systemctl kill -s USR1 cellgated":
            .title("SIGUSR1 reads everything anew and publishes the whole state"),
        "systemctl kill -s USR2 cellgated": .title("SIGUSR2 publishes the whole state"),
        "systemctl reload cellgated": .title("a reload is told to systemd and takes new apps in"),
        "systemctl stop cellgated": .title("it says that it stops, and ends cleanly"),
        "sudo systemctl mask --now cellgated.service":
            .title("a call starts the stopped service, unless it is masked"),
        "ip route": .script("Tests/Container/service", "ip route"),
        "swift test --filter NAME": .script("Tests/run", "test --disable-xctest"),
        "make fuzz SECONDS=600": .title("what the README says can be made, can be made"),
        "make bench": .title("what the README says can be made, can be made"),
        "make bench ARGS='--quick latency'":
            .title("what the README says can be made, can be made"),
        "make captures": .title("what the README says can be made, can be made"),
        "make soak": .title("what the README says can be made, can be made"),
        "make tsan": .title("what the README says can be made, can be made"),
        "make coverage": .title("what the README says can be made, can be made"),
        "cellgated --record FILE": .title(
            "the replay prints the same lines as the daemon did, bit for bit: links, signals, files, requests"
        ),
        "cellgated --replay FILE": .title(
            "the replay prints the same lines as the daemon did, bit for bit: links, signals, files, requests"
        ),
        "cellgated --replay FILE --scenario > case.scenario": .title(
            "the replay prints the same lines as the daemon did, bit for bit: links, signals, files, requests"
        ),
        "cellgated --simulate": .title("the README's scenario holds as it stands there"),
        "cellgated --user": .script("Tests/Container/ask", "cellgated --user"),
        ".build/debug/cellgated --user --config DIR &":
            .script("Tests/Container/ask", "cellgated --user"),
        "dbus-run-session -- bash": .script("Tests/Container/ask", "dbus-run-session -- bash"),
        "cellgatectl list": .script("Tests/Container/ask", "cellgatectl list"),
        "cellgatectl show org.example.Maps":
            .script("Tests/Container/ask", "cellgatectl show org.example.Maps"),
        "cellgatectl show PID": .script("Tests/Container/ask", "cellgatectl show $$"),
        "cellgatectl why org.example.Maps": .title("each runs, and shows what the README shows"),
        "cellgatectl watch": .title("each runs, and shows what the README shows"),
        "cellgatectl timeline": .title("each runs, and shows what the README shows"),
        "cellgatectl set": .title("each runs, and shows what the README shows"),
        "cellgatectl clear": .title("each runs, and shows what the README shows"),
        "cellgatectl agent": .title("each runs, and shows what the README shows"),
        "cellgatectl agent --answer wifi-only":
            .script("Tests/Container/ask", "cellgatectl agent --answer wifi-only"),
        "cellgatectl help simulate":
            .title("what is simulated is told to all, and the end gives back what is so"),
        "cellgatectl probe": .script("Tests/Container/walk", "cellgatectl probe\n"),
        "cellgatectl probe --decision":
            .script("Tests/Container/walk", "cellgatectl probe --decision"),
        "cellgatectl statistics --prometheus":
            .script("Tests/Container/walk", "cellgatectl statistics --prometheus"),
        "sudo systemctl enable --now cellgated.service":
            .title("it can be installed and is started by one command"),
        "systemctl status cellgated":
            .script("Tests/Container/ask", "systemctl status cellgated"),
        "systemctl status PID": .script("Tests/Container/ask", "systemctl status $$"),
        "Tests/Container/boot -- COMMAND":
            .title("a container has a systemd of its own, and shows what is bound"),
        "Tests/VM/guest -- COMMAND": .script("Tests/VM/check", "Tests/VM/guest "),
    ]

    /// What shows that a command works.
    enum Proof: Hashable {
        /// The title of the test that runs it.
        case title(String)
        /// The script that runs it, and how.
        case script(String, String)
    }

    @Test("each is run by a test or by continuous integration")
    func everyCommandIsRun() throws {
        let readme = try Readme()
        let journal = Set(readme.commands.filter { Self.asksJournal($0) })
        #expect(Set(readme.commands).subtracting(journal) == Set(Self.blockCommands.keys))
        #expect(readme.spans.filter { $0 != ".ci/run" } == Set(Self.spanCommands.keys))
        #expect(!journal.isEmpty)
    }

    @Test(
        "each test and script that is to run one is there",
        arguments: Set(blockCommands.values).union(spanCommands.values))
    func proofExists(proof: Proof) throws {
        switch proof {
        case .title(let title):
            let found = try Subprocess.run(
                [
                    "grep", "-rqF", "--exclude=ReadmeTests.swift", "\"\(title)\"",
                    "\(ProjectFolder.path)/Tests",
                ])
            let isHere = title == "what the README says can be made, can be made"
            #expect(found.ending == .exit(0) || isHere)
        case .script(let name, let text):
            #expect(try ProjectFolder.text(of: name).contains(text))
        }
    }

    @Test("the manual page's are the README's")
    func manualPage() throws {
        let page = try ProjectFolder.text(of: "config/man/cellgated.8")
        let section = page.split(separator: ".SH EXAMPLES\n").last ?? ""
        let examples = section.split(separator: ".EX\n").dropFirst().compactMap {
            $0.split(separator: "\n.EE").first
        }
        let commands = examples.flatMap {
            $0.replacing("\\-", with: "-").replacing("\\e\n    ", with: "").split(separator: "\n")
        }
        let known = try Set(
            Readme().commands.map {
                $0.replacing("sudo ", with: "").replacing(".service", with: "")
            })
        #expect(commands.count > 5)
        for command in commands {
            #expect(known.contains(String(command).replacing(".service", with: "")), "\(command)")
        }
    }

    @Test(
        "what the README says can be made, can be made",
        arguments: [
            "run", "check", "build", "release", "lint", "format", "install", "uninstall", "fuzz",
            "tsan", "coverage",
        ])
    func makeTargets(target: String) throws {
        let result = try Subprocess.run(InstalledService.make(["-n", target]))
        #expect(result.ending == .exit(0))
        #expect(result.errorOutput.isEmpty)
    }

    private static func asksJournal(_ command: String) -> Bool {
        command.hasPrefix("journalctl ") || command == "sudo systemctl kill -s USR2 cellgated"
    }
}
