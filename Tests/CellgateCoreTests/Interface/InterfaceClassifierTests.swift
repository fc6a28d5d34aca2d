import CellgateCore
import Testing

/// One link with what drivers say of it, and what it is taken for.
struct LinkCase: Sendable, CustomTestStringConvertible {
    var name: String
    var hardware = LinkHardware.ethernet
    var kind: LinkKind?
    var isTap = false
    var hints = DeviceHints()
    var type: InterfaceType
    var source: TypeSource

    init(
        _ name: String, _ type: InterfaceType, _ source: TypeSource,
        hardware: LinkHardware = .ethernet, kind: LinkKind? = nil, isTap: Bool = false,
        hints: DeviceHints = DeviceHints()
    ) {
        self.name = name
        self.hardware = hardware
        self.kind = kind
        self.isTap = isTap
        self.hints = hints
        self.type = type
        self.source = source
    }

    var testDescription: String { "\(name) \(kind?.rawValue ?? "") \(hardware)" }
}

@Suite("The type of an interface")
struct InterfaceClassifierTests {
    private static let wlan = DeviceHints(deviceType: "wlan")
    private static let wwan = DeviceHints(deviceType: "wwan")
    private static let ip = LinkHardware.none

    @Test(
        "R39: is told by the driver, the kind, the hardware and the name, in this order",
        arguments: [
            LinkCase("lo", .loopback, .linkType, hardware: .loopback),
            // Wi-Fi.
            LinkCase("eth9", .wifi, .nl80211, hints: DeviceHints(wirelessMode: .station)),
            LinkCase("ap0", .wifi, .nl80211, hints: DeviceHints(wirelessMode: .accessPoint)),
            LinkCase(
                "mon0", .other, .nl80211, hardware: .other(803),
                hints: DeviceHints(wirelessMode: .monitor, deviceType: "wlan")),
            LinkCase("hwsim0", .other, .linkType, hardware: .other(803)),
            LinkCase(
                "wifi0", .wifi, .nl80211, kind: .virtWifi,
                hints: DeviceHints(wirelessMode: .station)),
            LinkCase("radio0", .wifi, .deviceType, hints: wlan),
            LinkCase("mon1", .other, .deviceType, hardware: .other(803), hints: wlan),
            LinkCase("ath0", .wifi, .deviceType, hints: DeviceHints(hasWirelessFolder: true)),
            LinkCase("wlp3s0", .wifi, .name), LinkCase("wlx00c0caaabbcc", .wifi, .name),
            LinkCase("wlan0", .wifi, .name), LinkCase("wlan0", .wifi, .name, kind: .veth),
            // Cellular.
            LinkCase("wwan0", .cellular, .linkKind, hardware: ip, kind: .wwan),
            LinkCase("x", .cellular, .linkKind, hardware: .cellular, kind: .rmnet),
            LinkCase("usb1", .cellular, .deviceType, hints: wwan),
            LinkCase("usb1", .cellular, .deviceType, hardware: ip, hints: wwan),
            LinkCase("x", .cellular, .linkType, hardware: .cellular),
            LinkCase("wwan0", .cellular, .name), LinkCase("wwp0s20f0u2i12", .cellular, .name),
            LinkCase("rmnet_data0", .cellular, .name, hardware: ip),
            LinkCase("rev_rmnet0", .cellular, .name, hardware: ip),
            LinkCase("ccmni0", .cellular, .name, hardware: ip),
            LinkCase("qmimux0", .cellular, .name, hardware: ip),
            LinkCase("qmapmux0.0", .cellular, .name, hardware: ip),
            LinkCase("mhi_hwip0", .cellular, .name, hardware: ip),
            LinkCase("wwan0", .cellular, .name, kind: .ifb),
            LinkCase("wwan0", .cellular, .name, hardware: ip, kind: .tun),
            // Names that mislead (PD-26).
            LinkCase("wwphone0", .wiredEthernet, .linkType),
            LinkCase("usb0", .wiredEthernet, .linkType),
            LinkCase("enx0c5b8f279a64", .wiredEthernet, .linkType),
            LinkCase("enp2s0", .wiredEthernet, .linkType),
            LinkCase("uap0", .wiredEthernet, .linkType, kind: .veth),
            LinkCase("wwan-br", .other, .carrier, kind: .bridge),
            LinkCase("wlanbr0", .other, .carrier, kind: .bridge),
            LinkCase("docker0", .other, .carrier, kind: .bridge),
            LinkCase("wwan0", .other, .carrier, kind: .bond),
            LinkCase("wlan7", .other, .linkKind, kind: .dummy),
            // Tunnels and the rest.
            LinkCase("ppp0", .other, .linkKind, hardware: .ppp, kind: .ppp),
            LinkCase("ppp0", .other, .linkType, hardware: .ppp),
            LinkCase("wg0", .other, .linkKind, hardware: ip, kind: .wireguard),
            LinkCase("tun0", .other, .linkKind, hardware: ip, kind: .tun),
            LinkCase("tailscale0", .other, .linkKind, hardware: ip, kind: .tun),
            LinkCase("tap0", .other, .linkKind, kind: .tun, isTap: true),
            LinkCase("sit0", .other, .linkKind, hardware: .other(776), kind: .sit),
            LinkCase("vrf0", .other, .linkKind, kind: .vrf),
            LinkCase("utun3", .other, .linkType, hardware: ip),
            LinkCase("x0", .other, .linkKind, kind: LinkKind(rawValue: "new")),
        ])
    func type(_ example: LinkCase) throws {
        var links = Links()
        links.add(
            example.name, hardware: example.hardware, kind: example.kind, hints: example.hints)
        #expect(
            try links.classifier().classify(LinkIndex(1))
                == InterfaceClassifier.Classification(example.type, example.source))
    }

    @Test(
        "is the operator's, by name or alternative name, before all but loopback",
        arguments: [
            ("usb0", InterfaceType.cellular), ("enp9s0u1", .cellular), ("wlan0", .wiredEthernet),
            ("wg0", .wifi),
        ])
    func configured(_ name: String, _ type: InterfaceType) throws {
        var links = Links()
        links.add("usb0", kind: name == "wg0" ? .wireguard : nil) { update in
            update.alternativeNames = [InterfaceName(name)]
        }
        links.add("lo", hardware: .loopback)
        var configuration = InterfaceConfiguration()
        configuration.types = [
            InterfaceConfiguration.TypeRule(pattern: NamePattern(name), type: type),
            InterfaceConfiguration.TypeRule(pattern: NamePattern("*"), type: .other),
        ]
        let classifier = links.classifier(configuration)
        #expect(
            try classifier.classify(LinkIndex(1))
                == InterfaceClassifier.Classification(type, .configured))
        #expect(
            try classifier.classify(LinkIndex(2))
                == InterfaceClassifier.Classification(.loopback, .linkType))
    }

    @Test(
        "of a link on top of another is that one's",
        arguments: [LinkKind.vlan, .macvlan, .macvtap, .ipvlan, .ipvtap, .macsec])
    func stacked(_ kind: LinkKind) throws {
        var links = Links()
        links.add("wwan0")
        links.add("top0", kind: kind) { $0.lower = LinkIndex(1) }
        links.add("top1", kind: kind) { $0.lower = LinkIndex(2) }
        links.add("top2", kind: kind)
        var configuration = InterfaceConfiguration()
        configuration.constrained = [NamePattern("wwan0")]
        let classifier = links.classifier(configuration)
        let cellular = InterfaceClassifier.Classification(.cellular, .carrier)
        #expect(try classifier.classify(LinkIndex(2)) == cellular)
        #expect(try classifier.classify(LinkIndex(3)) == cellular)
        #expect(try classifier.classify(LinkIndex(4)).type == .other)
        #expect(try classifier.expense(LinkIndex(3)).isExpensive)
        #expect(classifier.isConstrained(LinkIndex(3)))
        #expect(!classifier.isConstrained(LinkIndex(4)))
    }

    @Test("of a circle of links is other, and the search ends")
    func circle() throws {
        var links = Links()
        links.add("a", kind: .vlan) { $0.lower = LinkIndex(2) }
        links.add("b", kind: .vlan) { $0.lower = LinkIndex(1) }
        var configuration = InterfaceConfiguration()
        configuration.expensive = [NamePattern("nothing")]
        let classifier = links.classifier(configuration)
        #expect(
            try classifier.classify(LinkIndex(1))
                == InterfaceClassifier.Classification(.other, .carrier))
        #expect(try !classifier.expense(LinkIndex(1)).isExpensive)
        let told = links.classifier(metered: [InterfaceName("nothing"): .yes])
        #expect(try told.expense(LinkIndex(1)) == Expense(false, .type))
        #expect(
            try classifier.classify(LinkIndex(99))
                == InterfaceClassifier.Classification(.other, .linkKind))
        #expect(try !classifier.expense(LinkIndex(99)).isExpensive)
    }

    @Test(
        "of a bridge, bond or team is that of the port that restricts most",
        arguments: [
            (["eth0"], InterfaceType.wiredEthernet), (["eth0", "wlan0"], .wifi),
            (["wlan0", "wwan0", "eth0"], .cellular), (["veth9"], .other), ([], .other),
        ])
    func ports(_ names: [String], _ type: InterfaceType) throws {
        for kind in [LinkKind.bridge, .bond, .team] {
            var links = Links()
            links.add("top0", kind: kind)
            for name in names {
                links.add(name, kind: name == "veth9" ? .veth : nil) { $0.master = LinkIndex(1) }
            }
            #expect(
                try links.classifier().classify(LinkIndex(1))
                    == InterfaceClassifier.Classification(type, .carrier))
        }
    }

    @Test("of a bridge counts a container's port where the operator types it")
    func configuredPort() throws {
        var links = Links()
        links.add("br0", kind: .bridge)
        links.add("veth9", kind: .veth) { $0.master = LinkIndex(1) }
        var configuration = InterfaceConfiguration()
        configuration.types = [
            InterfaceConfiguration.TypeRule(pattern: NamePattern("veth9"), type: .cellular)
        ]
        configuration.expensive = [NamePattern("veth9")]
        #expect(try links.classifier(configuration).classify(LinkIndex(1)).type == .cellular)
        #expect(try links.classifier(configuration).expense(LinkIndex(1)).isExpensive)
    }

    @Test("of a bond with an active port is that port's")
    func activePort() throws {
        var links = Links()
        links.add("bond0", kind: .bond) { $0.activePort = LinkIndex(2) }
        links.add("eth0") { $0.master = LinkIndex(1) }
        links.add("wwan0") { $0.master = LinkIndex(1) }
        var configuration = InterfaceConfiguration()
        configuration.expensive = [NamePattern("eth0")]
        configuration.constrained = [NamePattern("wwan0")]
        let classifier = links.classifier(configuration)
        #expect(
            try classifier.classify(LinkIndex(1))
                == InterfaceClassifier.Classification(.wiredEthernet, .carrier))
        #expect(try classifier.expense(LinkIndex(1)).isExpensive)
        #expect(!classifier.isConstrained(LinkIndex(1)))
    }

    @Test(
        "a bridge costs what NetworkManager says of it, else of its ports, if not of one alone",
        arguments: [
            ([:], Expense(true, .type)), (["wwan0": .no], Expense(true, .type)),
            (["wwan0": .no, "eth0": .guessNo], Expense(true, .type)),
            (["wwan0": .no, "eth0": .no], Expense(false, .networkManager)),
            (["wwan0": .no, "eth0": .guessYes], Expense(true, .networkManagerGuess)),
            (["wwan0": .yes, "eth0": .guessYes], Expense(true, .networkManager)),
            (["wwan0": .yes, "br0": .no], Expense(false, .networkManager)),
            (["wwan0": .yes, "br0": .guessNo], Expense(true, .networkManager)),
        ] as [([String: Metered], Expense)])
    func meteredPorts(_ told: [String: Metered], _ expense: Expense) throws {
        var links = Links()
        links.add("br0", kind: .bridge)
        links.add("wwan0") { $0.master = LinkIndex(1) }
        links.add("eth0") { $0.master = LinkIndex(1) }
        links.add("top0", kind: .vlan) { $0.lower = LinkIndex(1) }
        let metered = Dictionary(uniqueKeysWithValues: told.map { (InterfaceName($0), $1) })
        let classifier = links.classifier(metered: metered)
        #expect(try classifier.expense(LinkIndex(1)) == expense)
        #expect(try classifier.expense(LinkIndex(4)) == expense)
        var configuration = InterfaceConfiguration()
        configuration.expensive = [NamePattern("eth*")]
        #expect(
            try links.classifier(configuration, metered: metered).expense(LinkIndex(4))
                == Expense(true, .configured))
    }

    @Test(
        "of a link that is named as a modem's is cellular, where no driver knows better",
        arguments: [
            LinkCase("usb0", .cellular, .modemManager),
            LinkCase("enx0c5b8f279a64", .cellular, .modemManager),
            LinkCase("ppp0", .cellular, .modemManager, hardware: .ppp, kind: .ppp),
            LinkCase("ppp0", .cellular, .modemManager, hardware: .ppp),
            LinkCase("wwan0", .cellular, .modemManager),
            LinkCase("qmimux0", .cellular, .modemManager, hardware: ip),
            LinkCase("usb0.1", .cellular, .modemManager, kind: .vlan),
            LinkCase("tun0", .cellular, .modemManager, hardware: ip, kind: .tun),
            LinkCase("wwan0", .cellular, .linkKind, hardware: ip, kind: .wwan),
            LinkCase("wwan0", .cellular, .deviceType, hints: wwan),
            LinkCase("lo", .loopback, .linkType, hardware: .loopback),
            // The name of a modem that is gone, and a radio has it now.
            LinkCase("usb0", .wifi, .nl80211, hints: DeviceHints(wirelessMode: .station)),
        ])
    func modemLink(_ example: LinkCase) throws {
        var links = Links()
        links.add(
            example.name, hardware: example.hardware, kind: example.kind, hints: example.hints)
        links.add("top0", kind: .vlan) { $0.lower = LinkIndex(1) }
        links.add("other0", hints: example.hints)
        let classifier = links.classifier(modemLinks: [example.name])
        #expect(
            try classifier.classify(LinkIndex(1))
                == InterfaceClassifier.Classification(example.type, example.source))
        #expect(try classifier.classify(LinkIndex(2)).type == example.type)
        #expect(try classifier.expense(LinkIndex(1)) == Expense(example.type == .cellular, .type))
        #expect(try classifier.classify(LinkIndex(3)).source != .modemManager)
        let link = try #require(links.network.links[LinkIndex(1)])
        #expect(!classifier.isTunnel(link))
        var configuration = InterfaceConfiguration()
        configuration.types = [
            InterfaceConfiguration.TypeRule(
                pattern: NamePattern(example.name), type: .wiredEthernet)
        ]
        guard example.hardware != .loopback else { return }
        #expect(
            try links.classifier(configuration, modemLinks: [example.name]).classify(LinkIndex(1))
                == InterfaceClassifier.Classification(.wiredEthernet, .configured))
    }

    @Test("only hardware is asked for, since a software link is no driver's device")
    func asks() {
        var links = Links()
        links.add("eth0", knowsHints: false)
        links.add("veth9", kind: .veth)
        let classifier = links.classifier()
        #expect(throws: Unanswered([.device(LinkIndex(1))])) {
            try classifier.classify(LinkIndex(1))
        }
        #expect(throws: Never.self) { try classifier.classify(LinkIndex(2)) }
    }

    @Test(
        "a tunnel hides its traffic, unless a name or the operator types it",
        arguments: [
            ("wg0", LinkKind.wireguard, false, true), ("tun0", .tun, false, true),
            ("tap0", .tun, true, false), ("wwan0", .tun, false, false),
            ("eth0", .veth, false, false),
            ("vpn-typed", .wireguard, false, false), ("vpn-other", .wireguard, false, true),
            ("xfrm0", .xfrm, false, true), ("vti0", .vti, false, true),
            ("vti6", .vti6, false, true),
            ("gre1", .gre, false, true), ("gre6", .ip6gre, false, true),
            ("ipip1", .ipip, false, true),
            ("ip6tnl1", .ip6tnl, false, true), ("sit1", .sit, false, true),
        ])
    func tunnel(_ name: String, _ kind: LinkKind, _ isTap: Bool, _ expected: Bool) {
        var configuration = InterfaceConfiguration()
        configuration.types = [
            InterfaceConfiguration.TypeRule(pattern: NamePattern("vpn-typed"), type: .wifi),
            InterfaceConfiguration.TypeRule(pattern: NamePattern("vpn-other"), type: .other),
        ]
        var link = Link(
            index: LinkIndex(1), name: InterfaceName(name), hardware: .none, flags: [.up])
        link.kind = kind
        link.isTap = isTap
        #expect(Links().classifier(configuration).isTunnel(link) == expected)
    }
}

/// A network of links without addresses, with what drivers say of them.
private struct Links {
    var network = NetworkState()
    var answers = KernelAnswers()
    private var count: UInt32 = 0

    /// Adds a link; the first has index 1.
    mutating func add(
        _ name: String, hardware: LinkHardware = .ethernet, kind: LinkKind? = nil,
        hints: DeviceHints = DeviceHints(), knowsHints: Bool = true,
        _ body: (inout LinkUpdate) -> Void = { _ in }
    ) {
        count += 1
        var update = LinkUpdate(index: LinkIndex(count), hardware: hardware, flags: [.up])
        update.name = InterfaceName(name)
        update.kind = kind
        body(&update)
        network.apply(.link(update))
        if knowsHints { answers.add([.device(LinkIndex(count)): .device(hints)]) }
    }

    func classifier(
        _ configuration: InterfaceConfiguration = InterfaceConfiguration(),
        metered: [InterfaceName: Metered] = [:], modemLinks: [String] = []
    ) -> InterfaceClassifier {
        InterfaceClassifier(
            network: network, configuration: configuration, answers: answers, metered: metered,
            modemLinks: Set(modemLinks.map { InterfaceName($0) }))
    }
}
