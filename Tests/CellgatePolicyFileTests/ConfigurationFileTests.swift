import CellgateCore
import CellgatePolicyFile
import Testing

@Suite("cellgated.conf")
struct ConfigurationFileTests {
    @Test(
        "a file that says nothing leaves the defaults",
        arguments: [
            "", "\n", "# only a comment", "[Interfaces]\n[Path]\n[Permission]\n[Journal]\n",
            "[Interfaces]\nCellular=\n[Path]\nProbeAddress=\n[Permission]\nProfile=\n[Journal]\nSnapshotInterval=\n",
            "\u{FEFF}[Path]\r\n",
        ])
    func defaults(text: String) {
        #expect(
            readConfiguration(text)
                == PolicyReading(
                    configuration: Configuration(), table: PolicyTable(), diagnostics: []))
    }

    @Test("no file at all leaves the defaults and no apps")
    func noFile() {
        #expect(
            PolicyFile.read([])
                == PolicyReading(
                    configuration: Configuration(), table: PolicyTable(), diagnostics: []))
    }

    @Test("interfaces have the type of their key, in the order of keys and not of lines")
    func types() {
        let reading = readConfiguration(
            """
            [Interfaces]
            Other=tun*
            Wired=eth*
            Wifi = wlan* 'wl0'
            [Path]
            [Interfaces]
            Cellular=wwan* \\
               # a modem on USB
               enx0c5b8f*
            """)
        let rules: [(String, InterfaceType)] = [
            ("wwan*", .cellular), ("enx0c5b8f*", .cellular), ("wlan*", .wifi), ("wl0", .wifi),
            ("eth*", .wiredEthernet), ("tun*", .other),
        ]
        #expect(
            reading.configuration?.interfaces.types
                == rules.map { .init(pattern: NamePattern($0.0), type: $0.1) })
        #expect(reading.diagnostics == [])
    }

    @Test("a pattern may hold what the kernel lets into names, escaped where need be")
    func oddPatterns() {
        let reading = readConfiguration(
            "[Interfaces]\nExpensive=a\\\\* \\xff? \"'#\" wl\u{E9}\nConstrained=[!a]* \\x2a\n")
        #expect(
            reading.configuration?.interfaces.expensive == [
                NamePattern("a\\*"), NamePattern(bytes: [0xFF, 0x3F]), NamePattern("'#"),
                NamePattern("wl\u{E9}"),
            ])
        #expect(
            reading.configuration?.interfaces.constrained == [
                NamePattern("[!a]*"), NamePattern("*"),
            ])
    }

    @Test(
        "probe addresses replace the standard ones of their region only",
        arguments: [
            (
                "8.8.8.8",
                RouteProbes(ipv4: [[.v4(0x0808_0808)], standard.ipv4[1]], ipv6: standard.ipv6)
            ),
            (
                "128.0.0.1",
                RouteProbes(ipv4: [standard.ipv4[0], [.v4(0x8000_0001)]], ipv6: standard.ipv6)
            ),
            (
                "2001:db8::7",
                RouteProbes(ipv4: standard.ipv4, ipv6: [[.v6(high: 0x2001_0DB8_0000_0000, low: 7)]])
            ),
            (
                "9.9.9.9 223.255.255.255 1.0.0.1 2600::2",
                RouteProbes(
                    ipv4: [[.v4(0x0909_0909), .v4(0x0100_0001)], [.v4(0xDFFF_FFFF)]],
                    ipv6: [[.v6(high: 0x2600_0000_0000_0000, low: 2)]])
            ),
            ("8.8.8.8\nProbeAddress=\nProbeAddress=", standard),
            (
                "8.8.8.8\nProbeAddress=\nProbeAddress=9.9.9.9\nProbeAddress=9.9.9.8",
                RouteProbes(
                    ipv4: [[.v4(0x0909_0909), .v4(0x0909_0908)], standard.ipv4[1]],
                    ipv6: standard.ipv6)
            ),
        ])
    func probes(value: String, expected: RouteProbes) {
        let reading = readConfiguration("[Path]\nProbeAddress=\(value)\n")
        #expect(reading.configuration?.probes == expected)
        #expect(reading.diagnostics == [])
    }

    @Test(
        "each profile has its name (R17)",
        arguments: [
            ("cellular", Profile.cellular), ("any-network", .anyNetwork), ("allow", .allow),
            ("allow\nProfile=cellular", .cellular), ("allow\nProfile=", .cellular),
        ])
    func profiles(value: String, profile: Profile) {
        let reading = readConfiguration("[Permission]\nProfile=\(value)\n")
        #expect(reading.configuration?.profile == profile)
        #expect(reading.diagnostics == [])
    }

    @Test("the default profile is cellular (R17)")
    func defaultProfile() {
        #expect(Configuration().profile == .cellular)
    }

    @Test(
        "the snapshot interval is a time span of a minute at least, or never",
        arguments: [
            ("1d", .seconds(86_400)), ("1h 30min", .seconds(5_400)), ("60", .seconds(60)),
            ("1min", .seconds(60)), ("60000ms", .seconds(60)), ("1.5h", .seconds(5_400)),
            ("0", nil), ("0s", nil), ("infinity", nil), ("1h\nSnapshotInterval=", .seconds(86_400)),
        ] as [(String, Duration?)])
    func snapshotInterval(value: String, interval: Duration?) {
        let reading = readConfiguration("[Journal]\nSnapshotInterval=\(value)\n")
        #expect(reading.configuration != nil)
        #expect(reading.configuration?.snapshotInterval == interval)
        #expect(reading.diagnostics == [])
    }

    @Test(
        "the command for the settings is split into words, and the last one counts (R64)",
        arguments: [
            ("", []), ("/usr/bin/settings", ["/usr/bin/settings"]),
            ("/usr/bin/settings  wwan --app=%i", ["/usr/bin/settings", "wwan", "--app=%i"]),
            ("/opt/x \"a b\" 100%%", ["/opt/x", "a b", "100%%"]),
            ("/opt/x $HOME ;rm", ["/opt/x", "$HOME", ";rm"]),
            ("/opt/x\nSettingsCommand=", []), ("/opt/x a\nSettingsCommand=/opt/y", ["/opt/y"]),
        ] as [(String, [String])])
    func settingsCommand(value: String, command: [String]) {
        let reading = readConfiguration("[Guidance]\nSettingsCommand=\(value)\n")
        #expect(reading.configuration?.firstUse.settingsCommand == command)
        #expect(reading.diagnostics == [])
    }

    @Test(
        "a command for the settings that cannot be run is an error",
        arguments: [
            "settings", "./settings", "'' a", "/opt/x %", "/opt/x %n", "/opt/x %%%", "/opt/x 'a",
            "/opt/x \\xff", "/", "//", "/opt/", "/opt/.", "/opt/..", "/usr/bin/ a",
        ])
    func badSettingsCommand(value: String) {
        let reading = readConfiguration("[Guidance]\nSettingsCommand=\(value)\n")
        #expect(reading.hasErrors)
        #expect(reading.diagnostics.count == 1)
    }

    private static let standard = RouteProbes.standard
}

@Suite("NetworkProbeURL= and ReevaluateDelaySec=")
struct NetworkProbeSettingTests {
    @Test("are taken over, and an empty value stands for the default")
    func values() {
        let reading = readConfiguration(
            "[Permission]\nNetworkProbeURL=https://host.example/a?b=%20c\nReevaluateDelaySec=0\n")
        #expect(
            reading.configuration?.firstUse.networkProbeURL == "https://host.example/a?b=%20c")
        #expect(reading.configuration?.firstUse.reevaluateDelay == .zero)
        #expect(reading.diagnostics == [])
        let empty = readConfiguration(
            "[Permission]\nNetworkProbeURL=http://a/\nNetworkProbeURL=\nReevaluateDelaySec=\n")
        #expect(empty.configuration == Configuration())
    }

    @Test(
        "refuse what is no address of the Web",
        arguments: [
            "host.example", "ftp://host.example/", "http://", "http://host.example/a b",
            "http://h\u{E9}/", "file:///etc/passwd",
            "http://" + String(repeating: "a", count: 2048), "http:///a", "http:host",
            "http:/host/",
            "http://:80/", "http://[::1", "http://[::1/", "http://[]/", "http://[1.2.3.4]/",
            "http://[::1]x/", "http://[::1]]/", "http://[fe80::1%25eth0]/", "http://::1/",
            "http://host:99999/", "http://host:65536", "http://host:0/", "http://host:8o/",
            "http://host:-1/", "http://host:+80/", "http://host:99999999999999999999/",
            "http://host:80:80/", "http://<b>/", "http://host/<b>", "http://host/?<b>",
            "http://user:pw@host/", "http://user@host/", "http://@host/", "http://host/%",
            "http://host/%2", "http://host/%zz", "http://ho%st/", "http://host/#part",
            "http://host#", "http://host/\"a\"", "http://host/{a}", "http://host/a|b",
            "http://host/a\\b", "http://host/^", "http://host/`", "http://ho[st/",
            "http://host/[a]", "htt\u{440}://host/", "://host/", "//host/", "/",
        ])
    func refused(value: String) {
        let reading = readConfiguration("[Permission]\nNetworkProbeURL=\(value)\n")
        #expect(reading.diagnostics.map(\.line) == [2])
        #expect(reading.hasErrors)
    }

    @Test(
        "take every address of the Web that has a host (RFC 3986)",
        arguments: [
            "HTTP://host.example/", "hTTpS://host", "http://host", "http://host:80",
            "http://host:/",
            "http://host:65535/a", "http://host:00080/", "http://[::1]/",
            "http://[2001:db8::1]:8080/a",
            "http://[::ffff:1.2.3.4]", "http://1.2.3.4/", "http://host?a", "http://host/?a=/?:@",
            "http://h_o-s.t~1/", "http://xn--bcher-kva.example/", "http://h%C3%A9/%2F",
            "http://host/a;b=c,d/!$&'()*+,;=:@/..//",
        ])
    func taken(value: String) {
        let reading = readConfiguration("[Permission]\nNetworkProbeURL=\(value)\n")
        #expect(reading.diagnostics == [])
        #expect(reading.configuration?.firstUse.networkProbeURL == value)
    }
}

@Suite("Time spans with bounds")
struct BoundedSpanTests {
    private static let bounds: [(section: String, key: String, least: String, greatest: String)] = [
        ("Permission", "ProbeTimeoutSec", "100ms", "60s"),
        ("Permission", "DecisionTimeoutSec", "100ms", "300s"),
        ("Permission", "ReevaluateDelaySec", "0s", "60s"),
        ("Guidance", "CooldownSec", "0s", "86400s"),
        ("Guidance", "MeasureWindowSec", "60s", "31557600s"),
    ]

    @Test(
        "what is above the greatest is too long, without end and past all counting as well",
        arguments: bounds, ["infinity", "1month 1y", "300000y"])
    func tooLong(
        _ bound: (section: String, key: String, least: String, greatest: String), value: String
    ) {
        let reading = readConfiguration("[\(bound.section)]\n\(bound.key)=\(value)\n")
        #expect(
            reading.diagnostics.map(\.description) == [
                "/etc/cellgate/cellgated.conf:2: error: \(bound.key)=: '\(value)' is too long; write "
                    + "a time span between \(bound.least) and \(bound.greatest)"
            ])
    }

    @Test("the bounds themselves are accepted", arguments: bounds)
    func ends(_ bound: (section: String, key: String, least: String, greatest: String)) {
        for value in [bound.least, bound.greatest] {
            let reading = readConfiguration("[\(bound.section)]\n\(bound.key)=\(value)\n")
            #expect(reading.diagnostics == [])
        }
    }

    @Test("a year is not too long for the measures")
    func year() {
        let reading = readConfiguration("[Guidance]\nMeasureWindowSec=1y\n")
        #expect(reading.configuration?.firstUse.measureWindow == .seconds(31_557_600))
    }
}
