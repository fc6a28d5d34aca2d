/// The daemon's settings, validated: what `cellgated.conf` and its drop-ins come to.
package struct Configuration: Codable, Equatable, Sendable {
    package var interfaces = InterfaceConfiguration()
    package var probes = RouteProbes.standard
    package var profile = Profile.cellular
    /// Whether the files are read anew when they change, and not on SIGHUP and SIGUSR1 only.
    package var reloadsOnChange = true
    /// How often the state is published although nothing changed; nil for never.
    package var snapshotInterval: Duration? = .seconds(86_400)

    package var firstUse = FirstUseConfiguration()

    package init() {}
}

/// How an app's first use is treated, and what follows from a refusal.
package struct FirstUseConfiguration: Codable, Equatable, Sendable {
    /// `ProbeTimeoutSec=`: how long a permission probe takes at most (R30).
    package var probeTimeout = Duration.milliseconds(1500)
    /// `DecisionTimeoutSec=`: how long a caller waits for a decision at most (R35).
    package var decisionTimeout = Duration.seconds(5)
    /// `NetworkProbeURL=`: what apps ask for when they probe the network (R24); of the scheme http or
    /// https.
    ///
    /// The default is the address that Debian keeps for this purpose, as NetworkManager's
    /// connectivity check has it in Debian (network-manager-config-connectivity-debian).
    package var networkProbeURL = "http://network-test.debian.org/nm"
    /// `ReevaluateDelaySec=`: how long after a probe of the network its app is evaluated anew (R28).
    package var reevaluateDelay = Duration.milliseconds(500)
    /// `PromptOnQuery=`: whether reading its own state asks about an undecided app, too (R16).
    package var promptsOnQuery = false
    /// `CooldownSec=`: how long after a refusal nothing is advised (R61).
    package var guidanceCooldown = Duration.seconds(10)
    /// `MeasureWindowSec=`: how far back probes and advice count (R78).
    package var measureWindow = Duration.seconds(604_800)
    /// `SettingsCommand=`: the program that agents run to open the settings, by its absolute path,
    /// and its arguments, with specifiers as they were written; empty for none (R64).
    package var settingsCommand: [String] = []

    package init() {}
}

/// What the operator says of interfaces by name (`[Interfaces]`); it overrides all else.
package struct InterfaceConfiguration: Codable, Equatable, Sendable {
    /// One pattern and the type it gives.
    package struct TypeRule: Codable, Equatable, Sendable {
        package let pattern: NamePattern
        package let type: InterfaceType

        package init(pattern: NamePattern, type: InterfaceType) {
            self.pattern = pattern
            self.type = type
        }
    }

    /// `Cellular=`, `Wifi=`, `Wired=` and `Other=`, in that order of keys; the first that fits the
    /// name or an alternative name counts.
    package var types: [TypeRule] = []
    /// `Expensive=`: what fits is expensive whatever its type.
    package var expensive: [NamePattern] = []
    /// `Constrained=`: what fits is constrained.
    package var constrained: [NamePattern] = []

    package init() {}
}

/// The addresses that stand for "the Internet" when the kernel is asked for its default route.
///
/// No packet is sent to any. A route may cover only a part of the address space (a VPN's halves),
/// so each region is asked for by itself; and a longer prefix may hide the default from one
/// address, so each region has several.
package struct RouteProbes: Codable, Equatable, Sendable {
    /// For each region of the IPv4 space (0.0.0.0/1 and 128.0.0.0/1) the addresses to ask for, in
    /// order; no region is empty.
    package var ipv4: [[IPAddress]]
    /// The same for IPv6, whose global unicast space is one region (2000::/3).
    package var ipv6: [[IPAddress]]

    package init(ipv4: [[IPAddress]], ipv6: [[IPAddress]]) {
        precondition(
            (ipv4 + ipv6).allSatisfy { !$0.isEmpty } && !ipv4.isEmpty && !ipv6.isEmpty,
            "a region without an address")
        self.ipv4 = ipv4
        self.ipv6 = ipv6
    }

    /// The regions of a family.
    package func regions(_ family: AddressFamily) -> [[IPAddress]] {
        switch family {
        case .ipv4: ipv4
        case .ipv6: ipv6
        }
    }

    /// Addresses of different allocations, none of them in a range that hosts usually route apart.
    package static let standard = RouteProbes(
        ipv4: [
            // 50.0.0.1, 75.0.0.1, 100.128.0.1
            [.v4(0x3200_0001), .v4(0x4B00_0001), .v4(0x6480_0001)],
            // 150.0.0.1, 203.0.113.1, 198.51.100.1
            [.v4(0x9600_0001), .v4(0xCB00_7101), .v4(0xC633_6401)],
        ],
        ipv6: [
            // 2001:db8::1, 2600::1, 2a00::1
            [
                .v6(high: 0x2001_0DB8_0000_0000, low: 1), .v6(high: 0x2600_0000_0000_0000, low: 1),
                .v6(high: 0x2A00_0000_0000_0000, low: 1),
            ]
        ])
}

extension RouteProbes {
    /// - Throws: `DecodingError` where a region has no address, or a family no region.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ipv4 = try container.decode([[IPAddress]].self, forKey: .ipv4)
        let ipv6 = try container.decode([[IPAddress]].self, forKey: .ipv6)
        guard (ipv4 + ipv6).allSatisfy({ !$0.isEmpty }), !ipv4.isEmpty, !ipv6.isEmpty else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a family has no region, or a region no address"))
        }
        self.init(ipv4: ipv4, ipv6: ipv6)
    }
}
