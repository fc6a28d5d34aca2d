import CellgateCore
import Testing

@Suite("A link")
struct LinkTests {
    @Test(
        "is operational by its flags and its operational state",
        arguments: [
            ([.up, .running, .lowerUp], .up, true),
            ([.up, .running, .lowerUp], .unknown, true),
            ([.up, .running, .lowerUp], .dormant, false),
            ([.up, .running, .lowerUp], .down, false),
            ([.up, .running, .lowerUp], .lowerLayerDown, false),
            ([.up, .running, .lowerUp], .testing, false),
            ([.up, .running, .lowerUp], .notPresent, false),
            ([.up, .running, .lowerUp, .dormant], .up, false),
            ([.up, .running], .up, false),
            ([.up, .lowerUp], .up, false),
            ([.running, .lowerUp], .up, false),
            ([], .unknown, false),
        ] as [(LinkFlags, OperationalState, Bool)])
    func operational(_ flags: LinkFlags, _ state: OperationalState, _ expected: Bool) {
        var link = Link(
            index: LinkIndex(2), name: InterfaceName("wlan0"), hardware: .ethernet, flags: flags)
        link.operationalState = state
        #expect(link.isOperational == expected)
    }

    @Test(
        "shows any name in printable ASCII (NL-11)",
        arguments: [
            (Array("wlan0".utf8), "wlan0"), ([0x77, 0x6C, 0xFF, 0xFE, 0x78], "wl\\xff\\xfex"),
            (Array("a\"b\n;$(x)".utf8), "a\"b\\x0a;$(x)"),
            (Array("a:b c\\d".utf8), "a\\x3ab\\x20c\\x5cd"),
            ([0x7F, 0x01], "\\x7f\\x01"), ([], ""),
        ] as [([UInt8], String)])
    func name(_ bytes: [UInt8], _ expected: String) {
        #expect(InterfaceName(bytes: bytes).description == expected)
    }

    @Test("is ordered and shown by its index")
    func index() {
        #expect(LinkIndex(2) < LinkIndex(10))
        #expect(LinkIndex(10).description == "10")
    }
}

@Suite("An address")
struct AddressTests {
    @Test(
        "can be a source or not (PD-16, PD-17)",
        arguments: [
            ("10.1.0.2", .universe, [], true), ("10.1.0.2", .site, [], true),
            ("10.1.0.2", .link, [], false), ("127.0.0.1", .host, [], false),
            ("169.254.7.7", .universe, [], false), ("169.253.7.7", .universe, [], true),
            ("2001:db8::2", .universe, [], true), ("fd00::2", .universe, [], true),
            ("fe80::2", .link, [], false), ("fec0::2", .site, [], false), ("::1", .host, [], false),
            ("2001:db8::2", .universe, [.tentative], false),
            ("2001:db8::2", .universe, [.tentative, .optimistic], true),
            ("2001:db8::2", .universe, [.optimistic], true),
            ("2001:db8::2", .universe, [.dadFailed], false),
            ("2001:db8::2", .universe, [.tentative, .optimistic, .dadFailed], false),
        ] as [(String, AddressScope, AddressFlags, Bool)])
    func source(_ text: String, _ scope: AddressScope, _ flags: AddressFlags, _ expected: Bool) {
        let address = Address(
            link: LinkIndex(2), local: IPAddress(text) ?? .v4(0), prefixLength: 24, scope: scope,
            flags: flags)
        #expect(address.isUsableSource == expected)
    }
}
