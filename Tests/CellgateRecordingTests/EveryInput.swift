import CellgateCore

/// Inputs of every kind, with values of every kind in them.
enum EveryInput {
    /// A name for each case; the compiler asks for one where a case is added, and a test for a row.
    static func name(_ input: Input) -> String {
        switch input {
        case .start: "start"
        case .policy: "policy"
        case .filesChanged: "filesChanged"
        case .records: "records"
        case .network: "network"
        case .messagesLost: "messagesLost"
        case .dump: "dump"
        case .dumpFailed: "dumpFailed"
        case .resolver: "resolver"
        case .answers: "answers"
        case .refresh: "refresh"
        case .publishState: "publishState"
        case .reload: "reload"
        case .entriesLost: "entriesLost"
        case .radio: "radio"
        case .request: "request"
        case .authorization: "authorization"
        case .recordsStored: "recordsStored"
        case .promptAnswered: "promptAnswered"
        case .guidanceFailed: "guidanceFailed"
        case .seat: "seat"
        case .metered: "metered"
        case .modemLinks: "modemLinks"
        case .installed: "installed"
        case .bus: "bus"
        case .clientGone: "clientGone"
        case .clientsGone: "clientsGone"
        case .simulation: "simulation"
        case .timer: "timer"
        case .endOfTurn: "endOfTurn"
        case .stop: "stop"
        }
    }

    static let all: [Input] =
        plain + [
            .policy(reading),
            .policy(PolicyReading(configuration: nil, table: PolicyTable(), diagnostics: [])),
            .records(RecordReading(records: nil)),
            .records(RecordReading(records: records, diagnostics: [diagnostic])),
            .network(events), .dump(dump), .answers(answers), .installed([]),
            .installed([app, AppID("_0"), AppID("e\u{301}"), AppID("\u{E9}")]),
            .recordsStored(.stored([])), .recordsStored(.stored([diagnostic])),
            .recordsStored(.failed(reason: "full")),
        ]
        + requests.enumerated().map { at, request in
            .request(
                RequestID(UInt64(at)), request, from: at % 2 == 0 ? caller : stranger,
                at: WallTime(microseconds: -5))
        }

    private static let plain: [Input] =
        [
            .start, .filesChanged, .messagesLost(overruns: 3, undecodable: 0),
            .dumpFailed(reason: "\"\\\n\u{1F600}\u{2028}"), .resolver(supportsDNS: true), .refresh,
            .publishState, .reload, .radio(CellularRadio()),
            .radio(CellularRadio(isAirplaneMode: false, modem: .withoutSIM)),
            .radio(CellularRadio(modem: .present, registration: .roaming)),
            .authorization(RequestID(7), .granted), .authorization(RequestID(7), .refused),
            .authorization(RequestID(7), .questionNeeded),
            .authorization(RequestID(7), .failed(reason: "")),
            .promptAnswered(
                app, AskID(0), by: ClientID(":1.2"), .choice(.wifiOnly),
                at: WallTime(microseconds: 1)),
            .promptAnswered(
                app, AskID(UInt64(Int64.max)), by: ClientID(""), .failed(reason: "x"),
                at: WallTime(microseconds: .max)),
            .promptAnswered(
                app, AskID(1), by: ClientID(":1.3"), .undelivered(reason: ""),
                at: WallTime(microseconds: 0)),
            .guidanceFailed(app, by: ClientID(":1.2")),
            .seat(ClientID(":1.2"), AgentSeat(name: "session 1", isActive: false)),
            .metered([:]), .simulation(nil),
            .simulation(
                SimulatedState(
                    path: .wifi, isAirplaneMode: nil, modem: .absent,
                    apps: [
                        SimulatedState.App(app: app, record: nil, isIgnored: false),
                        SimulatedState.App(
                            app: AppID("x"), record: Record(choice: .off), isIgnored: true),
                    ], last: .handover)),
            .metered([
                InterfaceName("wlan0"): .guessNo, InterfaceName(bytes: [0x3A, 0xFF, 0x5C]): .yes,
            ]),
            .modemLinks([]),
            .modemLinks([
                InterfaceName("usb0"), InterfaceName("ppp0"),
                InterfaceName(bytes: [0x3A, 0xFF, 0x5C]),
            ]),
            .bus(.serving), .bus(.unavailable(reason: "no")), .clientGone(ClientID(":1.9")),
            .clientsGone, .endOfTurn, .stop(signal: "SIGTERM"),
        ] + EntryReader.allCases.map { .entriesLost(count: 2, reader: $0) }
        + EngineTimer.allCases.map { .timer($0) }

    static let app = AppID("org.example.Maps")
    private static let caller = Caller(
        client: ClientID(":1.42"),
        process: ProcessIdentity(
            unit: UnitName("app-x\\x2dy.scope"), cgroup: "/user.slice", userID: .max,
            userName: "u"), isPrivileged: false)
    private static let stranger = Caller(
        client: ClientID(":1.43"), process: nil, isPrivileged: true)
    private static let requests: [Request] =
        [
            .device, .apps, .app(app), .appOf(nil), .appOf(caller.process),
            .appOfUnit(UnitName("x.service")), .ownApp, .visibleApps, .explain(app),
            .classify(app, FailureCode(-1009)), .reportFailure(FailureCode(.min)), .probe,
            .requestDecision, .registerAgent(AgentSeat(name: "c1", isActive: true)),
            .unregisterAgent,
            .refresh, .setChoice(app, .off), .clearRecord(app), .subscribe(.own), .subscribe(.all),
            .unsubscribe, .simulate(.path(.none)), .simulate(.modem(.withoutSIM)),
            .simulate(.failure(app, FailureCode(-1009))), .simulate(.stop),
        ] + NetworkProbeOutcome.allCases.map { .networkProbeFinished($0) }
        + GuidanceEvent.allCases.map { .guidanceEvent(app, $0) }
    private static let diagnostic = Diagnostic(
        severity: .warning, file: "/f", line: 3, app: app, message: "m")
    private static let records = RecordTable(apps: [
        app: Record(choice: .wifiOnly, isAsked: true, changed: WallTime(microseconds: 9)),
        AppID("\u{E9}"): Record(choice: nil), AppID("e\u{301}"): Record(choice: .off),
    ])

    private static let reading: PolicyReading = {
        var configuration = Configuration()
        configuration.interfaces.types = [
            InterfaceConfiguration.TypeRule(pattern: NamePattern("ww*"), type: .cellular),
            InterfaceConfiguration.TypeRule(
                pattern: NamePattern(bytes: [0, 0xFF, 0x5C, 0x3A, 0x20]), type: .wiredEthernet),
        ]
        configuration.interfaces.expensive = [NamePattern("[a-c]?\\*")]
        configuration.profile = .anyNetwork
        configuration.snapshotInterval = nil
        configuration.firstUse.settingsCommand = ["/bin/x", "%i", ""]
        configuration.firstUse.probeTimeout = .microseconds(1)
        var policy = AppPolicy(
            name: "Maps", standing: .choice(.off, source: .administrator, isLocked: true),
            clearsOnRemoval: false, isPackaged: true)
        policy.match.units = [NamePattern("maps.service")]
        policy.match.users = ["1000"]
        let table = PolicyTable(apps: [
            app: policy, AppID("1"): AppPolicy(standing: .invalid),
            AppID("_0"): AppPolicy(
                standing: .choice(.undecided, source: .default, isLocked: false)),
        ])
        return PolicyReading(
            configuration: configuration, table: table,
            diagnostics: [
                diagnostic,
                Diagnostic(severity: .error, file: "", line: nil, message: ""),
            ])
    }()

    private static let v6 = IPAddress.v6(high: 0xFE80_0000_0000_0000, low: .max)
    private static let address = Address(
        link: LinkIndex(2), local: v6, peer: .v4(0xC000_0201), prefixLength: 64, scope: .site,
        flags: [.tentative, .dadFailed])
    private static let links: [LinkUpdate] = {
        var full = LinkUpdate(
            index: LinkIndex(.max), hardware: .other(65535), flags: [.up, .running, .lowerUp])
        full.name = InterfaceName("wlan0")
        full.alternativeNames = [InterfaceName(bytes: [0x61, 0xFF, 0x5C])]
        full.operationalState = .lowerLayerDown
        full.kind = .tun
        full.isTap = false
        full.lower = LinkIndex(1)
        full.master = LinkIndex(3)
        full.portKind = .bridge
        full.activePort = LinkIndex(4)
        full.tunnel = TunnelEndpoint(remote: v6, mark: 9)
        let hardwares: [LinkHardware] = [.ethernet, .loopback, .none, .cellular, .ppp]
        return [full]
            + hardwares.map {
                LinkUpdate(index: LinkIndex(1), hardware: $0, flags: .dormant, isComplete: false)
            }
    }()
    private static let events: [NetworkEvent] =
        links.map { .link($0) } + [
            .linkRemoved(LinkIndex(5)), .address(address), .addressRemoved(address), .routesChanged,
            .rulesChanged(.ipv6), .rulesChanged(.ipv4),
        ]
    private static let dump = NetworkDump(
        links: links, addresses: [address], isInterrupted: true, undecodable: 1)

    private static let route: Route = {
        var route = Route(
            family: .ipv6, table: 254, destinationLength: 0,
            hops: [
                RouteHop(link: LinkIndex(2), gateway: v6, isDead: true),
                RouteHop(link: LinkIndex(1)),
            ])
        route.type = .reject
        route.destination = v6
        route.sourceLength = 7
        route.typeOfService = 8
        route.metric = .max
        route.preference = .low
        route.nexthopID = 4
        route.expires = .milliseconds(20)
        return route
    }()
    private static let rule: RoutingRule = {
        var rule = RoutingRule(priority: 32766, action: .lookup(table: 254))
        rule.userIDs = 1...5
        rule.destination = Prefix(.v4(1), length: 3)
        rule.suppressedPrefixLength = 0
        return rule
    }()
    private static let answers: [KernelQuestion: KernelAnswer] = [
        .rules(.ipv4): .rules([
            rule, RoutingRule(priority: 0, action: .reject),
            RoutingRule(priority: 1, action: .other),
        ]),
        .lookup(RouteLookup(destination: v6)): .lookup(.route(route)),
        .lookup(RouteLookup(destination: v6, link: LinkIndex(1), mark: 2, source: v6)):
            .lookup(.noRoute),
        .lookup(RouteLookup(destination: .v4(1))): .lookup(.rejected),
        .lookup(RouteLookup(destination: .v4(2))): .lookup(.failed(errno: 19)),
        .defaultRoutes(.ipv4, table: 3, link: nil): .routes([route]),
        .defaultRoutes(.ipv6, table: 3, link: LinkIndex(1)): .failed(errno: 5),
        .hasGatewayedHostRoute(.ipv4, LinkIndex(1)): .flag(true),
        .nexthop(4): .hops([RouteHop(link: LinkIndex(2))]),
        .source(destination: v6): .source(nil), .source(destination: .v4(0)): .source(.v4(7)),
        .device(LinkIndex(2)): .device(
            DeviceHints(wirelessMode: .accessPoint, deviceType: "wlan", hasWirelessFolder: true)),
        .device(LinkIndex(4)): .device(DeviceHints(hasModemPort: true)),
        .device(LinkIndex(3)): .device(DeviceHints()),
    ]
}
