import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

@Suite("A modem that looks like Ethernet")
struct ModemLinkTests {
    /// On one USB link, before the start.
    private static func ready(hasModemPort: Bool = true) -> EngineRun {
        var run = EngineRun(apps: [:])
        run.kernel.run(SimulatedKernel.uplink("usb0", 2))
        run.kernel.run("route add default via 10.2.0.1 dev usb0")
        run.kernel.change("usb0") {
            $0.kind = nil
            $0.hints.hasModemPort = hasModemPort
        }
        return run
    }

    private static func type(_ run: EngineRun) -> String? {
        run.engine.path?.availableInterfaces.first.map { "\($0.name) \($0.type) \($0.typeSource)" }
    }

    private static func hints(_ entries: [Entry]) -> [String] {
        entries.filter { $0.event == .interfaceHint }.map(\.message)
    }

    @Test("is cellular as long as it is named as a modem's, and as it has that name")
    func named() {
        var run = Self.ready()
        run.start()
        #expect(Self.type(run) == "usb0 wiredEthernet linkType")
        let names: Set<InterfaceName> = [InterfaceName("usb0"), InterfaceName("ttyACM0")]
        #expect(run.turn { $0.feed(.modemLinks(names)) }.map(\.event) == [.pathChanged])
        #expect(Self.type(run) == "usb0 cellular modemManager")
        #expect(run.engine.path?.isExpensive == true)
        #expect(run.turn { $0.feed(.modemLinks(names)) } == [])
        let old = run.turn { run in
            run.announce(run.kernel.change("usb0") { $0.name = InterfaceName("usb7") })
        }
        #expect(old.contains { $0.event == .pathChanged })
        #expect(Self.type(run) == "usb7 wiredEthernet linkType")
        run.turn { run in
            run.announce(run.kernel.change("usb7") { $0.name = InterfaceName("usb0") })
        }
        #expect(Self.type(run) == "usb0 cellular modemManager")
        run.turn { $0.feed(.modemLinks([])) }
        #expect(Self.type(run) == "usb0 wiredEthernet linkType")
    }

    @Test("is pointed out once, however often all is read anew, and again when it comes back")
    func hint() {
        var run = Self.ready()
        let told = [
            "usb0 looks like Ethernet, but its USB device has a modem's port: if it is a mobile "
                + "network, say Cellular=usb0 in [Interfaces] of cellgated.conf"
        ]
        let start = run.start()
        #expect(Self.hints(start) == told)
        let hint = start.first { $0.event == .interfaceHint }
        #expect(hint?.priority == .notice)
        #expect(hint?.cause == .start)
        #expect(hint?.generation == 1)
        #expect(
            hint?.details == [
                Entry.Field(.interface, "usb0"), Entry.Field(.interfaceType, "wiredEthernet"),
                Entry.Field(.typeSource, "linkType"),
            ])
        for input in [Input.refresh, .publishState, .reload] {
            #expect(Self.hints(run.turn { $0.feed(input) }) == [])
        }
        #expect(Self.hints(run.ip("link set usb0 down")) == [])
        #expect(Self.hints(run.ip("link set usb0 up")) == [])
        run.ip("link del usb0")
        let back = run.turn { run in
            for line in SimulatedKernel.uplink("usb0", 2).split(separator: "\n") {
                run.announce(run.kernel.ip(String(line)))
            }
            run.announce(
                run.kernel.change("usb0") {
                    $0.kind = nil
                    $0.hints.hasModemPort = true
                })
            run.announce(run.kernel.ip("route add default via 10.2.0.1 dev usb0"))
        }
        #expect(Self.hints(back) == told)
    }

    @Test(
        "is not pointed out where somebody says what it is, or it has no port beside it",
        arguments: ["modem", "cellular", "wired", "no port"])
    func noHint(_ reason: String) {
        var run = Self.ready(hasModemPort: reason != "no port")
        if reason == "cellular" || reason == "wired" {
            run.reading.configuration?.interfaces.types = [
                InterfaceConfiguration.TypeRule(
                    pattern: NamePattern("usb*"),
                    type: reason == "wired" ? .wiredEthernet : .cellular)
            ]
        }
        if reason == "modem" { run.feed(.modemLinks([InterfaceName("usb0")])) }
        #expect(Self.hints(run.start()) == [])
        #expect(run.engine.path?.availableInterfaces.count == 1)
    }
}
