import CellgateBusInterface
import CellgateCore
import TestSupport
import Testing

/// The service on the bus of each system, asked by clients that share no code with it: busctl, and
/// one in Python. The first test that asks for it lets Tests/Container/bus run.
@Suite(
    "The installed service on D-Bus",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct BusServiceTests {
    typealias System = InstalledService.System

    @Test("it has its name in its sandbox, and says so", arguments: System.allCases)
    func name(on system: System) throws {
        let life = try BusLife.on(system)
        #expect(try life.part("process of the name").text == life.part("main process").text)
        let last = try life.part("entries of start").entries.last
        #expect(last?["CELLGATE_EVENT"] == "bus-changed")
        #expect(last?["MESSAGE"] == "programs can ask on D-Bus, as org.cellgate.Cellgate1")
    }

    @Test(
        "the interface that is installed is the one that it serves",
        arguments: System.allCases, ["Manager", "App"])
    func interface(on system: System, kind: String) throws {
        let life = try BusLife.on(system)
        func interface(_ part: String) throws -> Substring {
            let text = try life.part("\(part) \(kind)").text
                .replacing(#/\ *<!--[\s\S]*?-->\n/#, with: "")
            let interface = text.firstMatch(
                of: #/<interface name="org\.cellgate\.[\s\S]*?</interface>/#)
            return try #require(interface).output
        }
        let served = try interface("introspection")
        #expect(try interface("documentation") == served)
    }

    @Test("the interface of agents is installed, too", arguments: System.allCases)
    func agentInterface(on system: System) throws {
        let documentation = try BusLife.on(system).part("documentation Agent").text
        #expect(
            documentation + "\n" == Introspection.documentation(of: AgentInterface.description))
    }

    @Test(
        "everybody may do what they should, and no more", arguments: System.allCases, BusCaller.all)
    func caller(on system: System, caller: BusCaller) throws {
        let lines = try BusLife.on(system).part("caller \(caller)").lines
        let pairs = lines.compactMap { line in
            line.firstRange(of: " => ").map {
                (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
            }
        }
        #expect(Dictionary(pairs, uniquingKeysWith: { $1 }) == caller.outcomes)
        #expect(pairs.count == caller.outcomes.count)
    }

    @Test(
        "what is called without the right changes nothing, and only what is an app's own is told",
        arguments: System.allCases)
    func unauthorised(on system: System) throws {
        let life = try BusLife.on(system)
        let entries = try life.part("entries of unauthorised calls").entries
        #expect(
            Set(entries.map { $0["CELLGATE_EVENT"] }) == ["probe-finished", "guidance-changed"])
        #expect(
            Set(entries.map { $0["CELLGATE_APP"] }) == Set(BusCaller.all.compactMap(\.app)))
        #expect(
            try life.part("stored after unauthorised calls").text
                == life.part("stored before").text)
    }

    @Test("what is called with the right is done and told", arguments: System.allCases)
    func authorised(on system: System) throws {
        let told = try BusLife.on(system).part("entries of authorised calls").entries
            .filter { $0["CELLGATE_EVENT"] != "snapshot" }
            .map { [$0["CELLGATE_EVENT"], $0["CELLGATE_APP"], $0["CELLGATE_CHOICE_SOURCE"]] }
        let choices = [
            ["restriction-changed", "org.example.Other", "user"],
            ["restriction-changed", "org.example.Other", "administrator"],
        ]
        // Root's, then the inspector's, then the chooser's.
        let refresh: [String?] = ["refresh", nil, nil]
        #expect(told == [refresh] + choices + [refresh] + choices)
    }

    @Test("a process's app is found by its user, too", arguments: System.allCases)
    func appOfProcess(on system: System) throws {
        let text = try BusLife.on(system).part("app of a process").text
        #expect(text.contains("\"Id\" s \"org.example.OfAlice\""))
    }

    @Test("10,000 random calls of nobody's change nothing", arguments: System.allCases)
    func noise(on system: System) throws {
        let life = try BusLife.on(system)
        let counts = try life.part("noise").lines
        #expect(counts.contains("calls 10000"))
        for outcome in ["InvalidArgs", "UnknownObject", "InteractiveAuthorizationRequired"] {
            #expect(counts.contains { $0.hasPrefix(outcome) })
        }
        #expect(try life.part("entries of noise").entries == [])
        #expect(try life.part("stored before noise").text.hasSuffix("./records.json"))
        #expect(
            try life.part("stored after noise").text == life.part("stored before noise").text)
        #expect(try life.part("process after noise").text == life.part("main process").text)
        #expect(try life.part("state after noise").properties["NRestarts"] == "0")
        #expect(try life.part("answer after noise").text == "s \"satisfied\"")
    }

    // MARK: Signals

    @Test(
        "each change that the journal tells is told to a subscriber, of the same evaluation",
        arguments: System.allCases)
    func signals(on system: System) throws {
        let life = try BusLife.on(system)
        let entries = try life.part("entries of changes").entries
        let facts = entries.compactMap(BusLife.Facts.init)
        let signals = try BusLife.signals(life.part("told all"))
        // Advice is told to whoever shows it.
        #expect(facts.count == entries.count { $0["CELLGATE_EVENT"] != "guidance-changed" })
        #expect(Set(facts.map(\.generation)).count >= 7)
        let told = signals.map { BusLife.Facts(object: $0.path, properties: $0.state) }
        for fact in facts {
            #expect(told.contains(fact))
        }
        #expect(signals.allSatisfy { $0.member == "PropertiesChanged" })
        #expect(Set(told.map(\.generation)) == Set(facts.map(\.generation)))
    }

    @Test(
        "busctl and cellgatectl read what the journal tells", arguments: System.allCases, 1...7)
    func properties(on system: System, step: Int) throws {
        let life = try BusLife.on(system)
        let facts = try life.part("entries of changes").entries.compactMap(BusLife.Facts.init)
        let read = try BusLife.facts(life.part("properties \(step)"))
        let shown = try BusLife.factsOfJSON(life.part("cellgatectl \(step)"))
        #expect(read.count == 3)
        #expect(shown.count == 3)
        for object in read + shown {
            let last = facts.last {
                $0.object == object.object && $0.generation <= object.generation
            }
            #expect(last?.values == object.values)
        }
    }

    @Test(
        "an app is told of the device and itself, exactly once, and of nothing else",
        arguments: System.allCases)
    func ownSignals(on system: System) throws {
        let life = try BusLife.on(system)
        let own = [
            ServiceName.managerPath, AppObject.path(of: AppID("org.example.Maps")),
        ]
        let all = try BusLife.signals(life.part("told all")).filter { own.contains($0.path) }
        #expect(Set(all.map(\.path)) == Set(own))
        #expect(try BusLife.signals(life.part("told own")).map(\.news) == all.map(\.news))
    }

    @Test("who has not subscribed is told nothing, whatever they match", arguments: System.allCases)
    func noBroadcast(on system: System) throws {
        #expect(try BusLife.on(system).part("told matched").lines == ["listening"])
    }

    @Test(
        "a unit that waits for an app ends where the app is available", arguments: System.allCases)
    func waitingUnit(on system: System) throws {
        #expect(try BusLife.on(system).part("wait for an app").exitStatus == 0)
    }

    // MARK: The bus goes and comes

    @Test(
        "the bus is restarted, and the service runs on and comes back (OS-13)",
        arguments: System.allCases)
    func restart(on system: System) throws {
        let life = try BusLife.on(system)
        let events = try life.part("entries of the restart").events
        #expect(events.first == "bus-changed")
        #expect(events.last == "bus-changed")
        #expect(events.contains("path-changed"))
        #expect(
            try life.part("process after the restart").text
                == life.part("process before the restart").text)
        #expect(try life.part("answer after the restart").text == "s \"wlan0\"")
        #expect(try life.part("state after the restart").properties["NRestarts"] == "0")
    }

    @Test(
        "without a bus it is ready, and takes its name when there is one (OS-13)",
        arguments: System.allCases)
    func lateBus(on system: System) throws {
        let life = try BusLife.on(system)
        #expect(try life.part("start without a bus").exitStatus == 0)
        #expect(try life.part("state without a bus").properties["ActiveState"] == "active")
        let changes = try life.part("entries from without a bus").entries
            .filter { $0["CELLGATE_EVENT"] == "bus-changed" }
        #expect(changes.map { $0["PRIORITY"] } == ["4", "5"])
        #expect(try life.part("answer with a late bus").text == "s \"satisfied\"")
    }

    @Test("a name that the bus refuses is asked for again", arguments: System.allCases)
    func latePolicy(on system: System) throws {
        let life = try BusLife.on(system)
        let changes = try life.part("entries from without a policy").entries
        #expect(changes.map { $0["PRIORITY"] } == ["4", "5"])
        #expect(changes.first?["MESSAGE"]?.contains("not allowed to own") == true)
        #expect(try life.part("answer with a late policy").text == "s \"satisfied\"")
    }

    @Test("who asks starts it", arguments: System.allCases)
    func activation(on system: System) throws {
        let life = try BusLife.on(system)
        #expect(try life.part("answer by activation").text == "s \"satisfied\"")
        #expect(try life.part("state after activation").properties["ActiveState"] == "active")
    }
}
