import CellgateCore
import CellgateSimulation
import TestSupport

/// A random day of a daemon that is asked for things, and what is to be known of it to judge it.
struct RequestDay {
    var run: EngineRun
    var random: SeededGenerator
    /// Whether the bus, and with it every client, goes away now and then.
    var losesBus = true

    /// All requests, by number.
    private(set) var requests: [RequestID: (request: Request, caller: Caller)] = [:]
    /// The requests that nobody waits for any more.
    private(set) var abandoned: Set<RequestID> = []
    /// The authorizations that are not answered yet.
    private var open: [RequestID] = []
    private var seenAuthorizations = 0

    /// Root chooses for these, and the others for their own: so that the order of root's choices is
    /// that of its requests.
    static let rootsApps = ["all", "off", "new"].map { AppID($0) }
    private static let othersApps = ["only", "who"].map { AppID($0) }
    static let callers: [Caller] = [
        .root, .nobody, .app("only"), .app("only", client: ":1.only2"), .app("who"),
        .app("stranger"),
    ]
    private static let scripts = [
        "link set wlan0 down", "link set wlan0 up\n" + PathCase.wifiDefault,
        "route add default via 10.2.0.1 dev wwan0 metric 1",
        "route del default via 10.2.0.1 dev wwan0 metric 1",
        "link set wwan0 down", "link set wwan0 up\n" + PathCase.mobileDefault,
        PathCase.mobileDefault6, "-6 route del default dev wwan0",
        "route replace default via 10.1.0.3 dev wlan0 metric 600",
    ]

    init(_ random: SeededGenerator) {
        self.random = random
        run = EngineChangeTests.started()
        run.storeOutcome = nil
    }

    /// One random thing that happens, in a turn of its own, and some time.
    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            let caller = pick(Self.callers)
            ask(request(by: caller), from: caller)
        case 8, 9, 10: authorize()
        case 11, 12: store()
        case 13: leave()
        default: world()
        }
        noteAuthorizations()
        run.advance(by: .milliseconds(Int64.random(in: 0...200, using: &random)))
    }

    /// One random change of the world around the daemon.
    mutating func world() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: reload()
        case 1: run.turn { $0.feed(.refresh) }
        case 2:
            let radio = CellularRadio(
                isAirplaneMode: pick([nil, false, true]),
                modem: pick([.unknown, .absent, .withoutSIM, .present, .failed]))
            run.turn { $0.feed(.radio(radio)) }
        case 3:
            let told = pick([nil, .yes, .no, .guessYes, .guessNo] as [Metered?])
            run.metered[InterfaceName(pick(["wlan0", "wwan0"]))] = told
            run.turn { $0.feed(.metered($0.metered)) }
        default: run.ip(pick(Self.scripts))
        }
    }

    /// Ends the day: what is stored then, then the daemon.
    mutating func stop() {
        run.turn { $0.feed(.stop(signal: "SIGTERM")) }
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    /// A random request that the caller may come with.
    mutating func request(by caller: Caller) -> Request {
        let app = pick(caller.isPrivileged ? Self.rootsApps : Self.othersApps)
        return pick([
            .device, .apps, .app(app), .appOf(caller.process), .appOfUnit(UnitName("x.service")),
            .ownApp, .visibleApps, .explain(app), .classify(app, FailureCode(-1009)), .refresh,
            .setChoice(app, pick(Choice.allCases)), .setChoice(app, pick(Choice.allCases)),
            .setChoice(app, pick(Choice.allCases)), .clearRecord(app), .subscribe(.own),
            .subscribe(.all), .unsubscribe, .reportFailure(FailureCode(101)),
        ])
    }

    mutating func ask(_ request: Request, from caller: Caller) {
        run.moment = WallTime(microseconds: run.moment.microseconds + 1)
        var id = RequestID(0)
        run.turn { id = $0.submit(request, from: caller) }
        requests[id] = (request, caller)
        noteAuthorizations()
    }

    private mutating func noteAuthorizations() {
        open += run.authorizations[seenAuthorizations...].map(\.id)
        seenAuthorizations = run.authorizations.count
    }

    private mutating func authorize() {
        guard !open.isEmpty else { return }
        let id = open.remove(at: Int.random(in: open.indices, using: &random))
        let answer = pick([Authorization.granted, .granted, .refused, .failed(reason: "gone")])
        run.turn { $0.feed(.authorization(id, answer)) }
    }

    private mutating func store() {
        guard run.tableUnderWay != nil else { return }
        let outcome = pick([RecordOutcome.stored([]), .stored([]), .failed(reason: "full")])
        run.finishStoring(outcome)
    }

    private mutating func leave() {
        let caller = pick(Self.callers)
        let isWhole = losesBus && Int.random(in: 0..<4, using: &random) == 0
        for (id, asked) in requests where isWhole || asked.caller.client == caller.client {
            abandoned.insert(id)
        }
        run.turn { $0.feed(isWhole ? .clientsGone : .clientGone(caller.client)) }
    }

    private mutating func reload() {
        let app = pick(Self.rootsApps + Self.othersApps)
        var policy = AppPolicy(
            standing: .choice(
                pick(Choice.allCases), source: .administrator,
                isLocked: Int.random(in: 0..<4, using: &random) == 0))
        if Bool.random(using: &random) { policy.match.units = [NamePattern("app-only-*")] }
        let isThere = Bool.random(using: &random)
        run.reading.table.apps[app] = isThere ? policy : nil
        let profile = pick(Profile.allCases)
        run.reading.configuration?.profile = profile
        let isAsked = Bool.random(using: &random)
        run.turn { $0.feed(isAsked ? .reload : .policy($0.reading)) }
    }
}
