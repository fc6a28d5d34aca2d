import Testing

@testable import CellgateDaemon

@Suite("A link's name as NetworkManager writes it")
struct LinkNameTests {
    @Test(
        "is read as the kernel has it",
        arguments: [
            ("wlan0", Array("wlan0".utf8)), ("", []), ("ä", [0xC3, 0xA4]),
            ("w\\377n0", [0x77, 0xFF, 0x6E, 0x30]), ("\\303\\244", [0xC3, 0xA4]),
            ("a\\\\0", Array("a\\0".utf8)), ("a\\\\\\101", Array("a\\A".utf8)),
            ("a\\", Array("a\\".utf8)), ("a\\12", Array("a\\12".utf8)),
            ("a\\777", Array("a\\777".utf8)), ("a\\+12", Array("a\\+12".utf8)),
        ] as [(String, [UInt8])])
    func unescaped(_ text: String, _ bytes: [UInt8]) {
        #expect(NetworkManagerSource.unescaped(text) == bytes)
    }
}
