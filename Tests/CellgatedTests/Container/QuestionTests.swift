import TestSupport
import Testing

@Suite(
    "The README's questions to the daemon",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct QuestionTests {
    @Test("each runs, and shows what the README shows")
    func allRun() throws {
        let dialogues = try Readme().dialogues
        #expect(dialogues.count > 5)
        for (number, dialogue) in dialogues.enumerated() {
            let part = try Self.transcript.get().part("question \(number)")
            #expect(part.exitStatus == 0, "\(dialogue.command)")
            let lines = part.lines.map(Self.withoutTimes)
            for shown in dialogue.shown {
                // What it leaves out stands as an ellipsis.
                let pieces = shown.split(separator: "…").map(Self.trimmed)
                let isThere =
                    shown.contains("…")
                    ? pieces.allSatisfy { piece in lines.contains { $0.contains(piece) } }
                    : lines.contains(Self.withoutTimes(shown))
                #expect(isThere, "\(dialogue.command): \(shown)")
            }
        }
    }

    @Test("the program prints the reason")
    func program() throws {
        let part = try Self.transcript.get().part("program")
        #expect(
            part.lines == ["The path is cellular via wwan0, and mobile data is off for this app."])
    }

    @Test("the program that goes on is told of a change, also by another daemon")
    func followingProgram() throws {
        let part = try Self.transcript.get().part("program that goes on")
        #expect(part.lines.dropFirst().first == "cellularDenied")
        #expect(part.lines.last == "available")
    }

    @Test("a call starts the stopped service, unless it is masked")
    func activation() throws {
        let transcript = try Self.transcript.get()
        #expect(try transcript.part("asked by cellgatectl when stopped").exitStatus == 1)
        #expect(try transcript.part("called when stopped").exitStatus == 0)
        #expect(try transcript.part("called when masked").exitStatus == 1)
        #expect(try transcript.part("state when masked").lines == ["inactive"])
    }

    @Test("the rule for polkit lets the group choose, and nobody else")
    func rule() throws {
        let transcript = try Self.transcript.get()
        #expect(
            try transcript.part("a member chooses").lines == ["org.example.Maps: wifi-and-cellular"]
        )
        #expect(try transcript.part("another chooses").exitStatus == 1)
        let chosen = try transcript.part("what is chosen").lines
        #expect(chosen.contains("         Choice: wifi-and-cellular"))
        #expect(chosen.contains("   ChoiceSource: user"))
    }

    @Test(
        "what it says in passing runs",
        arguments: ["list", "status of the service", "own unit and app", "wait unit"])
    func inPassing(name: String) throws {
        #expect(try Self.transcript.get().part(name).exitStatus == 0)
    }

    @Test("an app that is launched gets the answer that was given for it")
    func launches() throws {
        let transcript = try Self.transcript.get()
        #expect(try transcript.part("launched and allowed").lines.contains("granted"))
        #expect(try transcript.part("launched and answered alike").lines.contains("denied"))
    }

    @Test("a process is the app of its unit's name")
    func ownApp() throws {
        let lines = try Self.transcript.get().part("own unit and app").lines
        #expect(lines.contains("             Id: maps-viewer.service"))
    }

    @Test("a daemon on the user's own bus answers its user everything")
    func ownBus() throws {
        let part = try Self.transcript.get().part("own bus")
        #expect(part.lines.contains { $0.hasPrefix("org.example.Maps ") })
    }

    private static let transcript = Result {
        let readme = try Readme()
        let folder = try TemporaryDirectory()
        for (number, dialogue) in readme.dialogues.enumerated() {
            try folder.write(dialogue.command + "\n", to: "\(number)")
        }
        try folder.write(readme.snippets["js"]?.first ?? "", to: "rule")
        let programs = readme.snippets["python"] ?? []
        try folder.write(programs.first ?? "", to: "program")
        try folder.write(programs.joined(), to: "following")
        return try InstalledService.run(
            "ask \(folder.path)", installs: true, binds: [folder.path])
    }

    /// A line without the time of day that it begins with, and without what it says of when.
    private static func withoutTimes(_ line: String) -> String {
        let isTimed = line.utf8.count > 9 && line.utf8.dropFirst(2).first == UInt8(ascii: ":")
        let text = isTimed ? String(line.dropFirst(9)) : line
        return text.hasSuffix(" ago") ? text.prefix { $0 != ":" } + ":" : text
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
