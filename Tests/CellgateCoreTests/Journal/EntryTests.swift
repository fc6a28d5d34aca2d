import CellgateCore
import Testing

@Suite("An entry")
struct EntryTests {
    private static let entry = Entry(
        event: .appChanged, sequence: 7, generation: 3, cause: .network, priority: .notice,
        message: "a \"b\"",
        details: [Entry.Field(.app, "org.example.Maps"), Entry.Field(.merged, "2")])

    @Test("has its fields in order, MESSAGE first")
    func fields() {
        #expect(
            Self.entry.fields == [
                Entry.Field(.message, "a \"b\""),
                Entry.Field(.messageID, "3d871cde39a34b3b8073f288719a54ad"),
                Entry.Field(.priority, "5"),
                Entry.Field(.syslogIdentifier, "cellgated"),
                Entry.Field(.event, "app-changed"),
                Entry.Field(.sequence, "7"),
                Entry.Field(.generation, "3"),
                Entry.Field(.cause, "network"),
                Entry.Field(.app, "org.example.Maps"),
                Entry.Field(.merged, "2"),
            ])
        #expect(Self.entry.app == "org.example.Maps")
    }

    @Test("is one line of JSON")
    func json() {
        #expect(
            Self.entry.json
                == "{\"MESSAGE\":\"a \\\"b\\\"\","
                + "\"MESSAGE_ID\":\"3d871cde39a34b3b8073f288719a54ad\",\"PRIORITY\":\"5\","
                + "\"SYSLOG_IDENTIFIER\":\"cellgated\",\"CELLGATE_EVENT\":\"app-changed\","
                + "\"CELLGATE_SEQ\":\"7\",\"CELLGATE_GENERATION\":\"3\","
                + "\"CELLGATE_CAUSE\":\"network\",\"CELLGATE_APP\":\"org.example.Maps\","
                + "\"CELLGATE_MERGED\":\"2\"}")
    }

    @Test(
        "strings are quoted as RFC 8259 has it, and never break a line",
        arguments: [
            ("", "\"\""), ("a", "\"a\""), ("\"\\/", "\"\\\"\\\\/\""),
            ("\n\r\t", "\"\\n\\r\\t\""), ("\u{0}\u{1F}", "\"\\u0000\\u001f\""),
            ("\u{7F}\u{80}", "\"\\u007f\\u0080\""),
            ("\u{2028}\u{2029}", "\"\\u2028\\u2029\""),
            ("é🙂", "\"é🙂\""), ("\u{A0}", "\"\u{A0}\""), ("\r\n", "\"\\r\\n\""),
        ])
    func quote(_ text: String, _ expected: String) {
        #expect(JSONText.quote(text) == expected)
    }

    @Test("field names fit the journal's rules (OS-02)")
    func names() {
        for field in EntryField.allCases {
            let bytes = Array(field.rawValue.utf8)
            #expect((1...64).contains(bytes.count))
            #expect((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[0]))
            #expect(
                bytes.allSatisfy { byte in
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || byte == UInt8(ascii: "_")
                })
        }
    }

    @Test("each event has a message id of its own")
    func messageIDs() {
        let ids = EntryEvent.allCases.map(\.messageID)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.count == 32 && UInt64($0.prefix(16), radix: 16) != nil })
    }
}

@Suite("The words of entries")
struct SentenceTests {
    private static func made(
        _ ipv4: InterfaceType?, _ ipv6: InterfaceType? = nil, names: [(String, InterfaceType)],
        gateways: [IPAddress] = [], isConstrained: Bool = false, supportsDNS: Bool = true
    ) -> NetworkPath {
        var path = NetworkPath()
        let family = { (type: InterfaceType) in
            FamilyPath(
                type: type, typeSource: .name, isExpensive: type == .cellular,
                isConstrained: isConstrained, gateways: gateways)
        }
        path.ipv4 = ipv4.map(family)
        path.ipv6 = ipv6.map(family)
        path.supportsDNS = supportsDNS
        path.availableInterfaces = names.enumerated().map { at, pair in
            Interface(
                index: LinkIndex(UInt32(at + 2)), name: InterfaceName(pair.0), type: pair.1,
                typeSource: .name)
        }
        return path
    }

    private static let wifi = made(.wifi, names: [("wlan0", .wifi)])
    private static let mobile = made(.cellular, names: [("wwan0", .cellular)])

    @Test(
        "tell the path",
        arguments: [
            (NetworkPath(), "path: unsatisfied, there is no usable route"),
            (wifi, "path: wifi via wlan0, IPv4"),
            (
                made(
                    .cellular, .wifi, names: [("wwan0", .cellular), ("wlan 0", .wifi)],
                    gateways: [.v4(0x0A01_0001)], isConstrained: true, supportsDNS: false),
                "path: cellular via wwan0, then wlan\\x200 (wifi), expensive, constrained, "
                    + "IPv4 and IPv6, gateway 10.1.0.1 and 10.1.0.1, no name server"
            ),
            (made(nil, .wifi, names: [("wlan0", .wifi)]), "path: wifi via wlan0, IPv6"),
        ])
    func pathSentence(_ path: NetworkPath, _ expected: String) {
        #expect(path.sentence == expected)
    }

    @Test("have a field for each fact of a path, and its reason where there is none")
    func pathFields() {
        #expect(
            NetworkPath().fields == [
                Entry.Field(.pathStatus, "unsatisfied"), Entry.Field(.pathReason, "notAvailable"),
                Entry.Field(.interface, ""), Entry.Field(.interfaceType, ""),
                Entry.Field(.typeSource, ""), Entry.Field(.interfaces, ""),
                Entry.Field(.expensive, "no"), Entry.Field(.expensiveSource, ""),
                Entry.Field(.constrained, "no"),
                Entry.Field(.ipv4, "no"), Entry.Field(.ipv6, "no"), Entry.Field(.dns, "no"),
            ])
        let path = Self.made(
            .cellular, names: [("wwan0", .cellular), ("a:b", .other)], isConstrained: true)
        #expect(
            path.fields == [
                Entry.Field(.pathStatus, "satisfied"), Entry.Field(.interface, "wwan0"),
                Entry.Field(.interfaceType, "cellular"), Entry.Field(.typeSource, "name"),
                Entry.Field(.interfaces, "wwan0:cellular a\\x3ab:other"),
                Entry.Field(.expensive, "yes"), Entry.Field(.expensiveSource, "type"),
                Entry.Field(.constrained, "yes"),
                Entry.Field(.ipv4, "yes"), Entry.Field(.ipv6, "no"), Entry.Field(.dns, "yes"),
            ])
    }

    @Test(
        "tell what an app can reach (R67, R69)",
        arguments: [
            (.wifiOnly, wifi, "a: available (path: wifi via wlan0)"),
            (.wifiOnly, NetworkPath(), "a: unavailable, there is no network"),
            (
                .wifiOnly, mobile,
                "a: unavailable, mobile data is off for this app (path: cellular via wwan0)"
            ),
            (
                .off, wifi,
                "a: unavailable, all network use is off for this app (path: wifi via wlan0)"
            ),
            (
                .undecided, mobile,
                "a: unavailable until its use of this network is decided "
                    + "(path: cellular via wwan0)"
            ),
            (nil, wifi, "a: unavailable, its choice is not valid (path: wifi via wlan0)"),
            (
                .wifiOnly, made(.wifi, .cellular, names: [("wlan0", .wifi)]),
                "a: available by IPv4 only (path: wifi via wlan0)"
            ),
            (
                .wifiOnly, made(.cellular, .wifi, names: [("wwan0", .cellular)]),
                "a: available by IPv6 only (path: cellular via wwan0)"
            ),
        ] as [(Choice?, NetworkPath, String)])
    func reachSentence(_ choice: Choice?, _ path: NetworkPath, _ expected: String) {
        let state = AppState(
            Permission(choice: choice, source: .package), on: path, under: .cellular)
        #expect(state.reachSentence(of: AppID("a"), on: path) == expected)
    }

    @Test(
        "tell what an app may do",
        arguments: [
            (.undecided, .cellular, "a: not decided yet"),
            (.undecided, .allow, "a: not decided, which the profile counts as allowed"),
            (.wifiAndCellular, .cellular, "a: may use Wi-Fi and mobile data (by user)"),
            (.wifiOnly, .cellular, "a: may use Wi-Fi only, mobile data is off (by user)"),
            (
                .off, .cellular,
                "a: may use no network, Wi-Fi and mobile data are off (by user)"
            ),
            (nil, .cellular, "a: its choice is not valid"),
        ] as [(Choice?, Profile, String)])
    func permissionSentence(_ choice: Choice?, _ profile: Profile, _ expected: String) {
        let state = AppState(
            Permission(choice: choice, source: .user), on: NetworkPath(), under: profile)
        #expect(state.permissionSentence(of: AppID("a")) == expected)
    }

    @Test("have a field for each fact of an app, and the reason where it is unknown")
    func appFields() {
        let unknown = AppState(
            Permission(choice: .undecided, source: .default), on: Self.mobile, under: .cellular)
        #expect(
            unknown.fields(of: AppID("a")) == [
                Entry.Field(.app, "a"), Entry.Field(.restrictedState, "unknown"),
                Entry.Field(.unknownReason, "notAsked"), Entry.Field(.choice, "undecided"),
                Entry.Field(.choiceSource, "default"), Entry.Field(.available, "no"),
                Entry.Field(.reason, "undecided"),
            ])
        let known = AppState(
            Permission(choice: .wifiAndCellular, source: .administrator), on: Self.mobile,
            under: .cellular)
        #expect(
            known.fields(of: AppID("a")) == [
                Entry.Field(.app, "a"), Entry.Field(.restrictedState, "notRestricted"),
                Entry.Field(.choice, "wifiAndCellular"),
                Entry.Field(.choiceSource, "administrator"), Entry.Field(.available, "yes"),
                Entry.Field(.reason, "available"),
            ])
    }

    @Test("a diagnostic reads as compilers print it")
    func diagnostic() {
        let lined = Diagnostic(severity: .error, file: "/etc/a", line: 3, message: "m")
        #expect(lined.description == "/etc/a:3: error: m")
        let whole = Diagnostic(severity: .warning, file: "/etc/a", line: nil, message: "m")
        #expect(whole.description == "/etc/a: warning: m")
    }
}
