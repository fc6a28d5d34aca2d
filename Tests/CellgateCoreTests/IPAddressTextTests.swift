import CellgateCore
import Testing

@Suite("IP addresses as text")
struct IPAddressTextTests {
    @Test(
        "an address is read and written in its canonical form",
        arguments: [
            ("0.0.0.0", IPAddress.v4(0), "0.0.0.0"),
            ("192.0.2.1", .v4(0xC000_0201), "192.0.2.1"),
            ("255.255.255.255", .v4(0xFFFF_FFFF), "255.255.255.255"),
            ("::", .v6(high: 0, low: 0), "::"),
            ("::1", .v6(high: 0, low: 1), "::1"),
            ("1::", .v6(high: 0x0001_0000_0000_0000, low: 0), "1::"),
            ("2001:db8::1", .v6(high: 0x2001_0DB8_0000_0000, low: 1), "2001:db8::1"),
            ("2001:0DB8:0:0:0:0:0:1", .v6(high: 0x2001_0DB8_0000_0000, low: 1), "2001:db8::1"),
            (
                "1:2:3:4:5:6:7:8", .v6(high: 0x1_0002_0003_0004, low: 0x5_0006_0007_0008),
                "1:2:3:4:5:6:7:8"
            ),
            // RFC 5952: one group of zeros is not shortened, the longest run is, the first of equals.
            (
                "1:2:3:4:5:6:7::", .v6(high: 0x1_0002_0003_0004, low: 0x5_0006_0007_0000),
                "1:2:3:4:5:6:7:0"
            ),
            (
                "::2:3:4:5:6:7:8", .v6(high: 0x2_0003_0004, low: 0x5_0006_0007_0008),
                "0:2:3:4:5:6:7:8"
            ),
            ("1:0:0:4:0:0:0:8", .v6(high: 0x1_0000_0000_0004, low: 8), "1:0:0:4::8"),
            (
                "1:0:0:4:5:0:0:8", .v6(high: 0x1_0000_0000_0004, low: 0x5_0000_0000_0008),
                "1::4:5:0:0:8"
            ),
            ("FE80::ABCD", .v6(high: 0xFE80_0000_0000_0000, low: 0xABCD), "fe80::abcd"),
            // An IPv4 address at the end.
            ("::ffff:192.0.2.1", .v6(high: 0, low: 0xFFFF_C000_0201), "::ffff:192.0.2.1"),
            ("::ffff:c000:201", .v6(high: 0, low: 0xFFFF_C000_0201), "::ffff:192.0.2.1"),
            (
                "64:ff9b::192.0.2.1", .v6(high: 0x0064_FF9B_0000_0000, low: 0xC000_0201),
                "64:ff9b::c000:201"
            ),
            (
                "1:2:3:4:5:6:1.2.3.4", .v6(high: 0x1_0002_0003_0004, low: 0x5_0006_0102_0304),
                "1:2:3:4:5:6:102:304"
            ),
            ("::1.2.3.4", .v6(high: 0, low: 0x0102_0304), "::102:304"),
        ])
    func readsAndWrites(text: String, address: IPAddress, canonical: String) {
        #expect(IPAddress(text) == address)
        #expect(address.description == canonical)
        #expect(IPAddress(canonical) == address)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", " ", ".", "1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.256",
            "1.2.3.1000", "010.1.2.3", "1.2.3.00", "0x1.2.3.4", "1.2.3.a", "+1.2.3.4", "1.2.3.-4",
            " 1.2.3.4", "1.2.3.4 ", "1.2.3.4/24", "1.2.3.4\n", "１.2.3.4", "1.2.3.4\u{301}",
            ":", ":::", "::1::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
            "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", ":1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:8:", "1:2:3:4:5:6:7:", ":1::", "::1:", "12345::", "g::", "::+1", "::-1",
            "fe80::1%wlan0", "[::1]", "::1/128", "1.2.3.4::", "::1.2.3.4:5", "::1.2.3",
            "::01.2.3.4",
            "1:2:3:4:5:6:7:1.2.3.4", "::1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4:", ":1.2.3.4",
        ])
    func refuses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("every address is read back from its text")
    func roundTrip() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            // Groups of few values, so that runs of zeros are frequent.
            let half = { (generator: inout SystemRandomNumberGenerator) in
                (0..<4).reduce(0 as UInt64) { number, _ in
                    number << 16
                        | [0, 0, 0, 1, 0xFFFF, UInt64.random(in: 0...0xFFFF, using: &generator)][
                            Int.random(in: 0..<6, using: &generator)]
                }
            }
            let six = IPAddress.v6(high: half(&generator), low: half(&generator))
            let four = IPAddress.v4(.random(in: 0 ... .max, using: &generator))
            #expect(IPAddress(six.description) == six)
            #expect(IPAddress(four.description) == four)
        }
    }
}
