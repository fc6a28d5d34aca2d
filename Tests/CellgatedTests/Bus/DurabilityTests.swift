import CellgateBusInterface
import FoundationEssentials
import Glibc
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("AP-07: a choice that was acknowledged stays, whatever becomes of the daemon")
    struct DurabilityTests {
        private static let choices = ["wifiAndCellular", "wifiOnly", "off"]

        @Test("killed 500 times while choices are set at full speed, it loses none and tears none")
        func killedAtAnyInstant() throws {
            var generator = SeededGenerator()
            let stage = try KillStage(apps: 8)
            let names = (1...8).map { "app\($0)" }
            // What each app's record may be: what was acknowledged last, or what was asked since.
            var acknowledged: [String: String] = [:]
            var asked: [String: String] = [:]
            var acknowledgements = 0
            for kill in 1...500 {
                let daemon = try stage.start()
                let stored = try stage.choices()
                for name in names {
                    let possible = [acknowledged[name], asked[name]].compactMap(\.self)
                    let choice = stored[name] ?? "undecided"
                    try #require(
                        possible.contains(choice) || (acknowledged[name] == nil),
                        "kill \(kill): \(name) is \(choice), not one of \(possible)")
                    acknowledged[name] = choice
                    asked[name] = nil
                }
                try #require(try stage.choicesInFile() == stored)

                // One call of each app is under way at any time, until the daemon is dead: at a random
                // instant after a random number of answers.
                var isDead = false
                var answersLeft = Int.random(in: 0...10, using: &generator)
                let timer = try TimerSource(stage.client.loop) { daemon.send(signal: SIGKILL) }
                let delay = Duration.microseconds(Int.random(in: 0..<10_000, using: &generator))
                if answersLeft == 0 { timer.arm(at: stage.client.loop.now + delay) }
                func set(_ name: String, _ position: Int) {
                    let choice = Self.choices[position % 3]
                    asked[name] = choice
                    stage.client.begin(
                        ServiceName.managerInterface, "SetChoice",
                        [.string(name), .string(choice)]
                    ) { answer in
                        guard !isDead, case .success = answer else { return }
                        acknowledged[name] = choice
                        asked[name] = nil
                        acknowledgements += 1
                        answersLeft -= 1
                        if answersLeft == 0 { timer.arm(at: stage.client.loop.now + delay) }
                        set(name, position + 1)
                    }
                }
                for name in names { set(name, Int.random(in: 0..<3, using: &generator)) }
                // What it has sent before its death counts; the bus hands it on before the end.
                try stage.awaitEnd()
                isDead = true
                _ = try daemon.finish()
            }
            let strange = try stage.names().subtracting(["records.json", ".records.json.new"])
            #expect(strange.filter { !$0.hasSuffix("lock") } == [])
            // Otherwise nothing would have been tried.
            #expect(acknowledgements > 500)
            print("killed 500 times; \(acknowledgements) choices were acknowledged")
        }

        @Test("each of the three choices, with SIGKILL after it, is read back 100 times")
        func eachChoice() throws {
            let stage = try KillStage(apps: 1)
            for round in 0..<100 {
                let choice = Self.choices[round % 3]
                let first = try stage.start()
                try stage.client.setChoice("app1", choice)
                first.send(signal: SIGKILL)
                try stage.awaitEnd()
                _ = try first.finish()
                try #require(try stage.choicesInFile() == ["app1": choice])

                let second = try stage.start()
                let app = try stage.client.app("app1")
                try #require(app.choice == choice && app.choiceSource == "user")
                second.send(signal: SIGKILL)
                try stage.awaitEnd()
                _ = try second.finish()
            }
        }
    }
}

/// One state directory, and a client that sees the daemons come and go that use it.
private final class KillStage {
    let client: BusClient
    private let bus: PrivateBus
    private let namespace: NamedNetworkNamespace
    private let policy: PolicyFolder
    private let state: TemporaryDirectory
    private let owner = Owner()
    private var match: BusMatch?

    /// Who has the name; empty for nobody.
    private final class Owner {
        var name = ""
    }

    /// - Parameter apps: how many apps have a file: `app1` and so on.
    init(apps: Int) throws {
        bus = try PrivateBus()
        namespace = try NamedNetworkNamespace()
        policy = try PolicyFolder(
            apps: Dictionary(uniqueKeysWithValues: (1...apps).map { ("app\($0)", "ask") }))
        state = try TemporaryDirectory()
        client = try BusClient(bus)
        match = try client.connection.match(.nameOwnerChanged(ServiceName.wellKnown)) {
            [owner] message in owner.name = message.body.last?.string ?? ""
        }
    }

    /// Starts a daemon, and waits until it has the name.
    func start() throws -> RunningDaemon {
        let daemon = try RunningDaemon(
            in: namespace, policy: policy, state: state, bus: bus, awaitsStart: false)
        try client.loop.turn { owner.name != "" }
        return daemon
    }

    /// Waits until the name is nobody's.
    func awaitEnd() throws {
        try client.loop.turn { owner.name == "" }
    }

    /// The users' choices as the daemon tells them: id and choice.
    func choices() throws -> [String: String] {
        let apps = try client.call("ListApps")[0].elements ?? []
        var choices: [String: String] = [:]
        for app in apps.compactMap(\.fields) where app[3].string == "user" {
            choices[app[0].string ?? ""] = app[2].string
        }
        return choices
    }

    /// The choices in the file of records; none where there is no file.
    func choicesInFile() throws -> [String: String] {
        guard try names().contains("records.json") else { return [:] }
        return try state.choicesInFile()
    }

    /// The names of all files in the state directory.
    func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: state.path))
    }
}

extension TemporaryDirectory {
    /// The choices in the file of records: id and choice.
    func choicesInFile() throws -> [String: String] {
        struct Records: Decodable {
            struct Record: Decodable {
                let choice: String
            }
            let apps: [String: Record]
        }
        let data = Data(try text(of: "records.json").utf8)
        return try JSONDecoder().decode(Records.self, from: data).apps.mapValues(\.choice)
    }
}
