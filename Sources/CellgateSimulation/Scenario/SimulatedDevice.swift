internal import CellgateCore
internal import CellgatePolicyFile

/// A device in virtual time with the daemon on it: its files, links and radios, the programs that
/// ask, and an agent. What happens to it, it tells the engine as the daemon would.
struct SimulatedDevice: Sendable {
    private(set) var run = EngineRun()
    private var files = ScenarioFiles()
    private var radio = CellularRadio()
    private var isRunning = false
    private var hasAgent = false
    /// The radios that were on when airplane mode took them away.
    private var grounded: [Uplink] = []
    /// The latest request of each verb by each app.
    private var asked: [Asked: RequestID] = [:]
    /// What stands behind a gate or a poll: how often it ran.
    private(set) var gates: [AppID: Int] = [:]
    private(set) var polls: [AppID: Int] = [:]
    private var nextPolls: [AppID: Instant] = [:]
    /// What the agent showed last of each app's advice.
    private var notes: [AppID: GuidanceNote.Kind] = [:]
    private var seenNotes = 0
    private var seenSignals = 0

    private struct Asked: Hashable {
        let verb: AskedVerb
        let app: AppID
    }

    /// Why something cannot happen.
    struct Obstacle: Error, Equatable {
        let message: String
    }

    // MARK: Time

    /// Lets time pass until a moment.
    mutating func advance(to moment: Instant) {
        while let next = nextMoment, next <= moment {
            pass(to: next)
            for (app, due) in nextPolls.sorted(by: { $0.key < $1.key }) where due <= next {
                look(app)
            }
            settle()
        }
        pass(to: moment)
        settle()
    }

    /// When something happens by itself; nil where nothing will.
    private var nextMoment: Instant? {
        let timer = isRunning ? run.timers.values.min() : nil
        return [timer, nextPolls.values.min()].compactMap(\.self).min()
    }

    private mutating func pass(to moment: Instant) {
        if isRunning {
            run.advance(by: moment.since(run.now))
        } else {
            run.sleep(until: moment)
        }
        let (seconds, attoseconds) = run.now.sinceZero.components
        run.moment = WallTime(
            microseconds: Self.dawn + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// The time of day at the start of the daemon.
    private static let dawn: Int64 = 1_764_000_000_000_000

    // MARK: What happens

    mutating func perform(_ action: ScenarioAction) throws(Obstacle) {
        switch action {
        case .config(let text):
            files.settings += text
            changeFiles()
        case .app(let app, let root, let text):
            files.put(app, root, text)
            changeFiles()
        case .remove(let app, let root):
            files.put(app, root, nil)
            changeFiles()
        case .uplink(let uplink, let isOn): try command(isOn ? on(uplink) : off(uplink))
        case .handover(let uplink):
            try command(on(uplink) + off(uplink == .wifi ? .cellular : .wifi))
        case .vpn(let isOn): try command(isOn ? Self.tunnel : ["link del wg0"])
        case .ip(let line): try command([line])
        case .dns(let isOn):
            run.supportsDNS = isOn
            tell(.resolver(supportsDNS: isOn))
        case .airplane(let isOn): setAirplane(isOn)
        case .modem(let modem):
            radio.modem = modem
            tell(.radio(radio))
        case .start: start()
        case .stop:
            tell(.stop(signal: "SIGTERM"))
            isRunning = false
        case .refresh: tell(.refresh)
        case .publish: tell(.publishState)
        case .reload: tell(.reload)
        case .overrun: tell(.messagesLost(overruns: 1, undecodable: 0))
        case .ask(let verb, let app, let request):
            let caller = verb == .set || verb == .clear ? Self.settings : Caller(of: app)
            asked[Asked(verb: verb, app: app)] = ask(request, caller)
        case .gate(let app):
            gates[app] = 0
            watch(app)
        case .poll(let app):
            polls[app] = 0
            look(app)
        case .agent(let isOn): setAgent(isOn)
        case .answer(let app, let choice):
            guard isAsking(app) else {
                throw Obstacle(message: "no question about \(app) is on the screen")
            }
            run.answer(app.rawValue, .choice(choice), by: Self.agent)
        case .touch(let app, let event):
            guard let kind = shownNote(of: app), kind != .success else {
                throw Obstacle(message: "no advice about \(app) is on the screen")
            }
            _ = ask(.guidanceEvent(app, event), Self.agent)
        }
        settle()
    }

    /// Hands in what a recorded daemon was told, or knew from before.
    mutating func replay(_ input: Input, at moment: Instant, isKnown: Bool) {
        run.replay(input, at: moment, isKnown: isKnown)
    }

    private mutating func start() {
        isRunning = true
        run.reading = files.reading
        run.restart()
        seenSignals = run.signals.count
        notes = [:]
        tell(.bus(.serving))
        if radio != CellularRadio() { tell(.radio(radio)) }
        if hasAgent { setAgent(true) }
        for app in gates.filter({ $0.value == 0 }).keys.sorted() { watch(app) }
    }

    /// Hands an input to the daemon, in a turn of its own; while it does not run, nobody hears it.
    private mutating func tell(_ input: Input) {
        if isRunning { run.turn { $0.feed(input) } }
    }

    private mutating func changeFiles() {
        guard isRunning else { return }
        run.reading = files.reading
        tell(.filesChanged)
    }

    // MARK: Network

    /// Runs commands in one moment.
    private mutating func command(_ lines: [String]) throws(Obstacle) {
        let before = run.kernel
        var events: [NetworkEvent] = []
        for line in lines {
            do throws(CommandFault) {
                events += try run.kernel.perform(line)
            } catch {
                throw Obstacle(message: "ip \(line): \(error.message)")
            }
        }
        guard run.kernel != before else {
            throw Obstacle(message: "it changes nothing, or the kernel refuses it")
        }
        if isRunning { run.turn { $0.announce(events) } }
    }

    private func on(_ uplink: Uplink) -> [String] {
        (run.kernel.index(of: uplink.link) == nil ? uplink.creation : []) + uplink.activation
    }

    private func off(_ uplink: Uplink) -> [String] { ["link set \(uplink.link) down"] }

    /// A WireGuard tunnel that takes all traffic, as its clients set it up.
    private static let tunnel = [
        "link add wg0 type wireguard", "link set wg0 up", "addr add 10.9.0.2/32 dev wg0",
        "route add 0.0.0.0/1 dev wg0", "route add 128.0.0.0/1 dev wg0",
    ]

    /// Switches all radios off, or those on again that were on before.
    private mutating func setAirplane(_ isOn: Bool) {
        var lines: [String] = []
        if isOn, radio.isAirplaneMode != true {
            grounded = Uplink.allCases.filter { $0.isRadio && isUp($0) }
            lines = grounded.flatMap(off)
        } else if !isOn {
            lines = grounded.filter { !isUp($0) }.flatMap(on)
            grounded = []
        }
        radio.isAirplaneMode = isOn
        var events: [NetworkEvent] = []
        for line in lines { events += (try? run.kernel.perform(line)) ?? [] }
        guard isRunning else { return }
        let radio = radio
        run.turn {
            $0.feed(.radio(radio))
            $0.announce(events)
        }
    }

    private func isUp(_ uplink: Uplink) -> Bool {
        run.kernel.index(of: uplink.link).flatMap { run.kernel.links[$0]?.isUp } ?? false
    }

    // MARK: Programs

    private static let agent = Caller(
        client: ClientID(":1.agent"), process: nil, isPrivileged: true)
    private static let settings = Caller(
        client: ClientID(":1.settings"), process: nil, isPrivileged: true)

    private mutating func ask(_ request: Request, _ caller: Caller) -> RequestID {
        var id = RequestID(0)
        run.turn { id = $0.submit(request, from: caller) }
        return id
    }

    private mutating func setAgent(_ isOn: Bool) {
        hasAgent = isOn
        guard isRunning else { return }
        if isOn {
            let seat = AgentSeat(name: "seat", isActive: true)
            _ = ask(.registerAgent(seat), Self.agent)
        } else {
            notes = [:]
            tell(.clientGone(Self.agent.client))
        }
    }

    /// The app asks whether it can reach the network, and is told of changes.
    private mutating func watch(_ app: AppID) {
        _ = ask(.subscribe(.own), Caller(of: app))
        if canReach(app) { gates[app, default: 0] += 1 }
    }

    /// The app asks whether it can reach the network; if not, again a second later (R36).
    private mutating func look(_ app: AppID) {
        if isRunning, canReach(app) {
            polls[app, default: 0] += 1
            nextPolls[app] = nil
        } else {
            nextPolls[app] = run.now + .seconds(1)
        }
    }

    private mutating func canReach(_ app: AppID) -> Bool {
        let id = ask(.ownApp, Caller(of: app))
        guard case .app(let report)? = run.reply(to: id) else { return false }
        return report.state.isAvailable
    }

    /// Does what programs do by themselves once they are told something.
    private mutating func settle() {
        while seenNotes < run.agents.notes.count || seenSignals < run.signals.count {
            while seenSignals < run.signals.count {
                let (client, signal) = run.signals[seenSignals]
                seenSignals += 1
                guard case .app(from: _, to: let report) = signal, report.state.isAvailable,
                    client == Caller(of: report.app).client, gates[report.app] == 0
                else { continue }
                gates[report.app] = 1
                _ = ask(.unsubscribe, Caller(of: report.app))
            }
            while seenNotes < run.agents.notes.count {
                let note = run.agents.notes[seenNotes].note
                seenNotes += 1
                notes[note.app] = note.kind
                if note.kind != .success { _ = ask(.guidanceEvent(note.app, .shown), Self.agent) }
            }
        }
    }

    // MARK: What is seen

    /// Whether the agent shows the question about an app.
    func isAsking(_ app: AppID) -> Bool { run.agents.asking[app]?.isEmpty == false }

    /// What the agent shows of advice about an app; nil for nothing.
    func shownNote(of app: AppID) -> GuidanceNote.Kind? {
        guard let kind = notes[app] else { return nil }
        return kind == .success || run.agents.showing[app]?.isEmpty == false ? kind : nil
    }

    /// What the latest request of a verb by an app came to; nil where there was none.
    func result(of verb: AskedVerb, by app: AppID) -> String? {
        asked[Asked(verb: verb, app: app)].map { run.reply(to: $0)?.word ?? "waiting" }
    }
}

extension Caller {
    /// A process of an app, in a scope as desktops make them.
    init(of app: AppID) {
        let escaped = app.rawValue.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
                String(Unicode.Scalar(byte))
            default:
                (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
            }
        }
        let unit = "app-\(escaped.joined())-1.scope"
        self.init(
            client: ClientID(":1.app-\(app)"),
            process: ProcessIdentity(
                unit: UnitName(unit), cgroup: "/user.slice/\(unit)", userID: 1000, userName: "user"),
            isPrivileged: false)
    }
}
