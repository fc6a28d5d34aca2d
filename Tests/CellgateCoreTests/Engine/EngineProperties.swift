import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Random days of a device, and the laws that hold on all of them.
@Suite("For any sequence of operations")
struct EngineProperties {
    /// Commands that a device may see, some of which the kernel refuses.
    private static let links = ["wlan0", "wwan0", "eth0"]
    private static let operations: [String] =
        links.enumerated().flatMap { at, link -> [String] in
            let subnet = [1, 2, 3][at]
            let gateway = "10.\(subnet).0.1"
            return [
                "link set \(link) down", "link set \(link) up", "link set \(link) up",
                "link set p\(subnet) down", "link set p\(subnet) up",
                "addr flush dev \(link)", "addr add 10.\(subnet).0.2/24 dev \(link)",
                "addr add 10.\(subnet).0.2/24 dev \(link)",
                "addr del 10.\(subnet).0.2/24 dev \(link)",
                "addr add fd00:\(subnet)::2/64 dev \(link) nodad",
                "addr add fd00:\(subnet)::3/64 dev \(link)",
                "route add default via \(gateway) dev \(link)",
                "route add default via \(gateway) dev \(link) metric \(subnet)00",
                "route replace default via \(gateway) dev \(link) metric 100",
                "route del default dev \(link)",
                "route add 0.0.0.0/1 via \(gateway) dev \(link)",
                "route add 128.0.0.0/1 via \(gateway) dev \(link)",
                "route add default via \(gateway) dev \(link) table 100",
                "-6 route add default via fd00:\(subnet)::1 dev \(link) metric \(subnet)00",
                "-6 route replace default via fd00:\(subnet)::1 dev \(link) metric 1024 expires 2",
                "-6 route del default dev \(link)",
                "-6 route add default from fd00:\(subnet)::/64 via fd00:\(subnet)::1 dev \(link)",
                "nexthop replace id 1 via \(gateway) dev \(link)",
                "rule add oif \(link) lookup 100", "rule del oif \(link) lookup 100",
                "link set \(link) name x\(subnet)", "link set x\(subnet) name \(link)",
            ]
        } + [
            "rule add lookup 100", "rule del lookup 100", "rule add fwmark 9 lookup 100",
            "route add default nhid 1 metric 50", "nexthop del id 1",
            "route add unreachable default metric 250", "route del unreachable default metric 250",
            "-6 route add unreachable default metric 250",
            "-6 route del unreachable default metric 250",
            "link add wg0 type wireguard", "link set wg0 up", "addr add 10.9.0.2/32 dev wg0",
            "route add default dev wg0 metric 10", "link del wg0", "link del wwan0",
        ]
    private static let choices: [Choice] = [.undecided, .wifiAndCellular, .wifiOnly, .off]

    static func started() -> EngineRun {
        var kernel = SimulatedKernel()
        kernel.run(PathCase.onBoth + PathCase.wired)
        var run = EngineRun(
            kernel: kernel,
            apps: Dictionary(
                uniqueKeysWithValues: choices.map {
                    ($0.rawValue, .choice($0, source: .user, isLocked: false))
                }))
        run.start()
        return run
    }

    /// One random turn: a few operations, now and then something else, and some time.
    static func step(_ run: inout EngineRun, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: run.turn { $0.feed(.refresh) }
        case 1: run.turn { $0.feed(.publishState) }
        case 2: run.turn { $0.feed(.messagesLost(overruns: 1, undecodable: 0)) }
        case 4:
            for link in links + ["x1", "wg0"] {
                // Nothing is said where this is no value.
                let told = Metered(rawValue: UInt32.random(in: 0...4, using: &random))
                run.metered[InterfaceName(link)] = told
            }
            run.turn { $0.feed(.metered($0.metered)) }
        case 5:
            run.modemLinks = Set(
                (links + ["x1", "wg0"]).filter { _ in Bool.random(using: &random) }
                    .map { InterfaceName($0) })
            run.turn { $0.feed(.modemLinks($0.modemLinks)) }
        case 3:
            let app = AppID(choices.randomElement(using: &random)?.rawValue ?? "")
            let choice = choices.randomElement(using: &random) ?? .off
            run.reading.table.apps[app] =
                Bool.random(using: &random)
                ? nil : AppPolicy(standing: .choice(choice, source: .user, isLocked: false))
            run.turn { $0.feed(Bool.random(using: &random) ? .reload : .policy($0.reading)) }
        default:
            let count = Int.random(in: 1...4, using: &random)
            let script = (0..<count).compactMap { _ in operations.randomElement(using: &random) }
            run.ip(script.joined(separator: "\n"))
        }
        run.advance(by: .milliseconds(Int64.random(in: 0...400, using: &random)))
    }

    /// Runs `check` after each of many random turns of some days.
    private func everyTurn(
        days: Int = 8, turns: Int = 60, _ check: (inout EngineRun, UInt64) -> Void
    ) {
        var random = SeededGenerator()
        for _ in 0..<days {
            var run = Self.started()
            for _ in 0..<turns {
                Self.step(&run, &random)
                check(&run, random.seed)
            }
        }
    }

    @Test("applying the events equals a fresh start")
    func freshStart() {
        everyTurn { run, seed in
            // A route's end is noticed two hundredths of a second late.
            run.advance(by: .milliseconds(20))
            guard run.timers[.routeExpiry].map({ $0 > run.now + .milliseconds(20) }) ?? true else {
                return
            }
            var fresh = EngineRun(kernel: run.kernel)
            fresh.reading = run.reading
            fresh.start()
            fresh.turn {
                $0.feed(.metered(run.metered))
                $0.feed(.modemLinks(run.modemLinks))
            }
            #expect(run.engine.path == fresh.engine.path, "seed \(seed)")
            #expect(run.engine.apps == fresh.engine.apps, "seed \(seed)")
        }
    }

    @Test("the state kept from events is that of a dump")
    func dump() {
        var random = SeededGenerator()
        for _ in 0..<20 {
            var kernel = SimulatedKernel()
            var kept = NetworkState()
            kept.replace(with: kernel.dump())
            kernel.run(PathCase.onBoth + PathCase.wired).forEach { kept.apply($0) }
            for _ in 0..<60 {
                let operation = Self.operations.randomElement(using: &random) ?? ""
                kernel.ip(operation).forEach { kept.apply($0) }
                var dumped = NetworkState()
                dumped.replace(with: kernel.dump())
                #expect(kept.links == dumped.links, "\(operation), seed \(random.seed)")
                #expect(
                    kept.addresses.mapValues(Set.init) == dumped.addresses.mapValues(Set.init),
                    "\(operation), seed \(random.seed)")
            }
        }
    }

    @Test("equal states publish nothing (R81)")
    func equalStates() {
        everyTurn(days: 4) { run, seed in
            run.advance(by: .seconds(10))
            let links = run.kernel.dump().links.map { NetworkEvent.link($0) }
            let entries = run.turn { run in
                run.announce(links + [.routesChanged, .rulesChanged(.ipv4)])
                run.feed(.policy(run.reading))
                run.feed(.metered(run.metered))
                run.feed(.modemLinks(run.modemLinks))
            }
            #expect(entries == [], "seed \(seed)")
            #expect(run.turn() == [], "seed \(seed)")
            let refresh = run.turn { $0.feed(.refresh) }
            #expect(
                refresh.first?.details == [Entry.Field(.changed, "0")], "seed \(seed)")
        }
    }

    @Test("the journal alone tells the state")
    func journal() {
        everyTurn(days: 4) { run, seed in
            run.advance(by: .seconds(10))
            var replay = JournalReplay()
            run.entries.forEach { replay.read($0) }
            #expect(replay.path == run.engine.path?.fields, "seed \(seed)")
            for (app, state) in run.engine.apps {
                #expect(replay.apps[app.rawValue] == state.fields(of: app), "seed \(seed)")
            }
            for (app, fields) in replay.apps where run.engine.apps[AppID(app)] == nil {
                #expect(fields.contains(Entry.Field(.choice, "undecided")), "seed \(seed)")
            }
        }
    }

    @Test("entries are numbered one by one, and evaluations only grow (R80)")
    func numbers() {
        everyTurn(days: 2) { run, seed in
            #expect(
                run.entries.map(\.sequence) == Array(1...UInt64(run.entries.count)),
                "seed \(seed)")
            #expect(
                zip(run.entries, run.entries.dropFirst()).allSatisfy {
                    $0.generation <= $1.generation
                }, "seed \(seed)")
        }
    }

    @Test("the same inputs give the same directives")
    func determinism() {
        var random = SeededGenerator()
        var run = Self.started()
        for _ in 0..<200 { Self.step(&run, &random) }
        var first = Engine()
        var second = Engine()
        var published: [Entry] = []
        for (input, instant) in run.inputs {
            let directives = first.handle(input, at: instant)
            #expect(directives == second.handle(input, at: instant), "seed \(random.seed)")
            for case .publish(let entry) in directives { published.append(entry) }
        }
        #expect(published == run.entries, "seed \(random.seed)")
    }

    @Test("the order of events of different links within a turn does not matter")
    func order() {
        var random = SeededGenerator()
        for _ in 0..<40 {
            let before = Self.started()
            var run = before
            var events: [[NetworkEvent]] = []
            for (at, link) in Self.links.enumerated() {
                let own = Self.operations.filter {
                    $0.contains(link) && !$0.contains("name") || $0.contains("p\(at + 1) ")
                }
                let script = (0..<3).compactMap { _ in own.randomElement(using: &random) }
                events.append(run.kernel.run(script.joined(separator: "\n")))
            }
            var results: Set<String> = []
            for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                var shuffled = run
                let entries = shuffled.turn { run in
                    run.announce(order.flatMap { events[$0] })
                }
                results.insert(entries.map(\.json).joined(separator: "\n"))
            }
            #expect(results.count == 1, "seed \(random.seed)")
        }
    }

    @Test("a path costs what NetworkManager says of its links, else what their types do")
    func expense() {
        everyTurn(days: 4) { run, seed in
            guard let path = run.engine.path, let preferred = path.preferred else { return }
            let count = preferred.typeSource == .carrier ? 2 : 1
            let links = path.availableInterfaces.prefix(count)
            let words = links.map { run.metered[$0.name] }
            let costs = zip(links, words).filter { link, word in
                switch word {
                case .yes, .guessYes: true
                case .no: false
                case .guessNo, nil: link.type == .cellular
                }
            }.map(\.1)
            let deciding = costs.isEmpty ? words : costs
            let source: ExpensiveSource =
                if deciding.contains(.yes) || deciding.contains(.no) {
                    .networkManager
                } else if deciding.contains(.guessYes) {
                    .networkManagerGuess
                } else {
                    .type
                }
            #expect(preferred.isExpensive == !costs.isEmpty, "seed \(seed)")
            #expect(preferred.expensiveSource == source, "seed \(seed)")
        }
    }

    @Test("a restriction added never makes an app available")
    func restriction() {
        let order = [Choice.off, .wifiOnly, .wifiAndCellular]
        everyTurn(days: 4) { run, seed in
            guard let path = run.engine.path else { return }
            for profile in Profile.allCases {
                let available = order.map {
                    AppState(Permission(choice: $0, source: .user), on: path, under: profile)
                        .isAvailable
                }
                #expect(
                    zip(available, available.dropFirst()).allSatisfy { !$0 || $1 }, "seed \(seed)")
            }
        }
    }
}
