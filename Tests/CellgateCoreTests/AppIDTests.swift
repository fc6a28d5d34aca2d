import CellgateCore
import Testing

@Suite("app ids")
struct AppIDTests {
    @Test(
        "a policy file's name gives the id",
        arguments: [
            ("org.example.Maps.conf", "org.example.Maps"), ("a.conf", "a"), ("a b.conf", "a b"),
            (".conf.conf", ".conf"), ("dev\\x2dtool.conf", "dev\\x2dtool"),
            ("Kärtchen.conf", "Kärtchen"),
            (String(repeating: "x", count: 255) + ".conf", String(repeating: "x", count: 255)),
        ])
    func fromFileName(name: String, id: String) {
        #expect(AppID(fileName: Array(name.utf8)) == AppID(id))
    }

    @Test(
        "what would make no id, or break the lines it is shown in, gives none",
        arguments: [
            "", "a", "conf", ".conf", "a.conf.bak", "a.CONF", "a\n.conf", "a\u{0}b.conf",
            "a\u{7F}.conf", "a\u{85}.conf", "a\u{1B}[31m.conf", "a\u{2028}.conf",
            String(repeating: "x", count: 256) + ".conf",
        ])
    func refuses(name: String) {
        #expect(AppID(fileName: Array(name.utf8)) == nil)
    }

    @Test("bytes that are not UTF-8 give no id")
    func notUTF8() {
        #expect(AppID(fileName: [0x61, 0xFF] + Array(".conf".utf8)) == nil)
    }

    @Test("ids of different bytes are different apps, however alike they look")
    func bytewise() {
        let composed = AppID("caf\u{E9}")
        let decomposed = AppID("cafe\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(decomposed < composed)
        #expect(!(composed < decomposed))
        #expect(
            [AppID("b"), AppID("a"), AppID("B"), AppID("aa")].sorted().map(\.rawValue) == [
                "B", "a", "aa", "b",
            ])
    }
}
