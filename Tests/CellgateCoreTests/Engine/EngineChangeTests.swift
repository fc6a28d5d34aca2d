import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("The engine on changes")
struct EngineChangeTests {
    /// On Wi-Fi and mobile data, with one app of each choice, and started.
    static func started(_ script: String = PathCase.onBoth) -> EngineRun {
        var kernel = SimulatedKernel()
        kernel.run(script)
        var run = EngineRun(
            kernel: kernel,
            apps: [
                "only": .choice(.wifiOnly, source: .administrator, isLocked: false),
                "all": .choice(.wifiAndCellular, source: .user, isLocked: false),
                "off": .choice(.off, source: .user, isLocked: false),
                "who": .choice(.undecided, source: .default, isLocked: false),
            ])
        run.start()
        return run
    }

    @Test("R47: the move from Wi-Fi to mobile data is published once, path first (PD-36)")
    func handover() {
        var run = Self.started()
        let entries = run.ip("link set wlan0 down")
        #expect(entries.map(\.event) == [.pathChanged, .appChanged, .appChanged, .appChanged])
        #expect(entries.map(\.app) == [nil, "off", "only", "who"])
        #expect(entries.allSatisfy { $0.cause == .network && $0.generation == 2 })
        #expect(
            entries.map(\.message) == [
                "path: cellular via wwan0, expensive, IPv4, gateway 10.2.0.1",
                "off: unavailable, mobile data is off for this app (path: cellular via wwan0)",
                "only: unavailable, mobile data is off for this app (path: cellular via wwan0)",
                "who: unavailable until its use of this network is decided "
                    + "(path: cellular via wwan0)",
            ])
        #expect(run.ip("link set wlan0 up") == [])
        #expect(run.ip(PathCase.wifiDefault).map(\.event).first == .pathChanged)
    }

    @Test("a whole app-changed entry")
    func wholeEntry() {
        var run = Self.started()
        let entry = run.ip("link set wlan0 down")[3]
        #expect(
            entry.fields.map { "\($0.name.rawValue)=\($0.value)" } == [
                "MESSAGE=who: unavailable until its use of this network is decided "
                    + "(path: cellular via wwan0)",
                "MESSAGE_ID=3d871cde39a34b3b8073f288719a54ad", "PRIORITY=5",
                "SYSLOG_IDENTIFIER=cellgated", "CELLGATE_EVENT=app-changed", "CELLGATE_SEQ=10",
                "CELLGATE_GENERATION=2", "CELLGATE_CAUSE=network", "CELLGATE_APP=who",
                "CELLGATE_RESTRICTED_STATE=unknown", "CELLGATE_UNKNOWN_REASON=notAsked",
                "CELLGATE_CHOICE=undecided", "CELLGATE_CHOICE_SOURCE=default",
                "CELLGATE_AVAILABLE=no", "CELLGATE_REASON=undecided",
                "CELLGATE_PATH_STATUS=satisfied", "CELLGATE_INTERFACE=wwan0",
                "CELLGATE_INTERFACE_TYPE=cellular", "CELLGATE_TYPE_SOURCE=name",
                "CELLGATE_INTERFACES=wwan0:cellular", "CELLGATE_EXPENSIVE=yes",
                "CELLGATE_EXPENSIVE_SOURCE=type", "CELLGATE_CONSTRAINED=no",
                "CELLGATE_IPV4=yes", "CELLGATE_IPV6=no",
                "CELLGATE_DNS=yes",
            ])
    }

    @Test(
        "R81: what changes nothing of the path publishes nothing (NL-16, PD-22, PD-31)",
        arguments: [
            "link add br9 type bridge\nlink set br9 up\nlink del br9",
            "addr add fd00:1::9/64 dev wlan0 nodad", "route add 203.0.113.0/24 via 10.1.0.1",
            "route add unreachable default metric 9999", "nexthop add id 5 via 10.1.0.1 dev wlan0",
            "rule add fwmark 9 lookup 77",
        ])
    func silence(_ script: String) {
        var run = Self.started()
        #expect(run.ip(script) == [])
        #expect(run.turn { $0.announce($0.kernel.wirelessEvent(of: "wlan0")) } == [])
    }

    @Test("a name server's coming and going is a change of the path")
    func resolver() {
        var run = Self.started()
        let entries = run.turn { $0.feed(.resolver(supportsDNS: false)) }
        #expect(entries.map(\.event) == [.pathChanged])
        #expect(entries[0].message.hasSuffix(", no name server"))
        #expect(run.turn { $0.feed(.resolver(supportsDNS: false)) } == [])
    }

    @Test("a silent change is seen with the next event, whatever that is (PD-06)")
    func silentChange() {
        var run = Self.started(PathCase.wifi + PathCase.mobile)
        run.ip("nexthop add id 1 via 10.1.0.1 dev wlan0\nroute add default nhid 1")
        #expect(run.engine.path?.preferred?.type == .wifi)
        let entries = run.ip("nexthop replace id 1 via 10.2.0.1 dev wwan0")
        #expect(entries.first?.event == .pathChanged)
        #expect(run.engine.path?.preferred?.type == .cellular)
    }

    @Test("rules are read anew only where they changed, routes always")
    func remembers() {
        var run = Self.started()
        let rules = { (run: EngineRun) in
            run.inquiries.joined().filter { if case .rules = $0 { true } else { false } }
        }
        #expect(rules(run) == [.rules(.ipv4), .rules(.ipv6)])
        run.ip("route add default via 10.1.0.1 dev wlan0 metric 5")
        #expect(rules(run).count == 2)
        run.ip("rule add lookup 100")
        #expect(rules(run) == [.rules(.ipv4), .rules(.ipv6), .rules(.ipv4)])
    }

    @Test("drivers are asked once for a device, and again when it may be another")
    func devices() {
        var kernel = SimulatedKernel()
        kernel.addLink("usb0") { $0.hints.deviceType = "wwan" }
        kernel.run(
            "link set usb0 up\naddr add 10.5.0.2/24 dev usb0\n"
                + "route add default via 10.5.0.1 dev usb0")
        var run = EngineRun(kernel: kernel)
        run.start()
        #expect(run.engine.path?.preferred?.type == .cellular)
        let asked = { (run: EngineRun) in
            run.inquiries.joined().filter { if case .device = $0 { true } else { false } }.count
        }
        #expect(asked(run) == 1)
        run.ip("addr add 10.5.0.3/24 dev usb0")
        #expect(asked(run) == 1)
        run.ip("link set usb0 name usb1")
        #expect(asked(run) == 2)
        #expect(run.engine.path?.availableInterfaces.map(\.name) == [InterfaceName("usb1")])
    }

    @Test("a route's end is noticed by itself (PD-14)")
    func expiry() {
        var run = Self.started(
            PathCase.wifi + "-6 route add default via fd00:1::1 dev wlan0 expires 3")
        #expect(run.timers[.routeExpiry] == .zero + .milliseconds(3_020))
        #expect(run.advance(by: .seconds(3)) == [])
        let entries = run.advance(by: .milliseconds(20))
        #expect(entries.first?.event == .pathChanged)
        #expect(run.engine.path?.status == .unsatisfied)
        #expect(run.timers[.routeExpiry] == nil)
        // The kernel's own word comes later and is no news.
        #expect(run.advance(by: .seconds(60)) == [])
    }

    @Test("R72: a permission restored works at once, and is told (R38)")
    func restored() {
        var run = Self.started(PathCase.mobile + PathCase.mobileDefault)
        #expect(run.engine.apps[AppID("only")]?.availability == .cellularDenied)
        run.reading.table.apps[AppID("only")] = AppPolicy(
            standing: .choice(.wifiAndCellular, source: .user, isLocked: false))
        let entries = run.turn { $0.feed(.refresh) }
        #expect(
            entries.map(\.event).prefix(4)
                == [.configLoaded, .restrictionChanged, .appChanged, .refresh])
        #expect(entries[1].message == "only: may use Wi-Fi and mobile data (by user)")
        #expect(entries[2].message == "only: available (path: cellular via wwan0)")
        #expect(run.engine.apps[AppID("only")]?.isAvailable == true)
    }

    @Test("an app that leaves the table is undecided again, and told once (AP-08)")
    func removed() {
        var run = Self.started()
        run.reading.table.apps[AppID("only")] = nil
        let entries = run.turn { $0.feed(.policy($0.reading)) }
        #expect(entries.map(\.event) == [.configLoaded, .restrictionChanged])
        #expect(entries[1].message == "only: no longer in the policy table, so not decided")
        #expect(entries[1].details.contains(Entry.Field(.restrictedState, "unknown")))
        #expect(run.engine.apps[AppID("only")] == nil)
        run.reading.table.apps[AppID("only")] = AppPolicy(
            standing: .choice(.off, source: .package, isLocked: false))
        let back = run.turn { $0.feed(.policy($0.reading)) }
        #expect(back.map(\.event) == [.configLoaded, .restrictionChanged, .appChanged])
    }

    @Test("R80: numbers grow by one, whatever is published")
    func sequence() {
        var run = Self.started()
        run.ip("link set wlan0 down")
        run.turn { $0.feed(.refresh) }
        run.turn { $0.feed(.entriesLost(count: 3, reader: .journal)) }
        #expect(run.entries.map(\.sequence) == Array(1...UInt64(run.entries.count)))
        #expect(run.entries.last?.message == "3 entries were lost: journal did not take them")
        #expect(run.entries.last?.details == [Entry.Field(.lost, "3")])
        #expect(run.entries.last?.priority == .warning)
    }

    @Test("events during an inquiry make its answers worthless, and it is asked anew")
    func eventsDuringInquiry() {
        var kernel = SimulatedKernel()
        kernel.run(PathCase.onBoth)
        var network = kernel
        var engine = Engine()
        _ = engine.handle(.start, at: .zero)
        let reading = PolicyReading(
            configuration: Configuration(), table: PolicyTable(), diagnostics: [])
        _ = engine.handle(.policy(reading), at: .zero)
        _ = engine.handle(.dump(kernel.dump()), at: .zero)
        guard case .ask(let first)? = engine.handle(.endOfTurn, at: .zero).last else {
            Issue.record("nothing was asked")
            return
        }
        let stale = kernel.answers(to: first)
        let events = network.run("link set wlan0 down")
        #expect(engine.handle(.network(events), at: .zero) == [])
        #expect(engine.handle(.answers(stale), at: .zero) == [])
        #expect(engine.path == nil)
        var directives = engine.handle(.endOfTurn, at: .zero)
        while case .ask(let questions)? = directives.last {
            directives = engine.handle(.answers(network.answers(to: questions)), at: .zero)
        }
        #expect(engine.path?.text == PathCase.onlyMobile)
    }
}
