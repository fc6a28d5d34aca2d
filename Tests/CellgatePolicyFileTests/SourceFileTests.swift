import CellgateCore
import CellgatePolicyFile
import Testing

@Suite("the files of a root")
struct SourceFileTests {
    private func role(_ name: String, _ contents: SourceFile.Contents = .bytes([])) -> SourceFile
        .Role?
    {
        SourceFile(
            root: .runtime, directory: "/run/cellgate", relativeName: Array(name.utf8),
            contents: contents)?.role
    }

    @Test(
        "a file's name says what it is for",
        arguments: [
            ("cellgated.conf", .configuration),
            ("cellgated.conf.d/50-a.conf", .dropIn(Array("50-a.conf".utf8))),
            ("apps.d/org.example.Maps.conf", .app(Array("org.example.Maps.conf".utf8))),
        ] as [(String, SourceFile.Role)])
    func roles(name: String, expected: SourceFile.Role) {
        #expect(role(name) == expected)
        #expect(role(name, .unreadable("Permission denied")) == expected)
    }

    @Test(
        "a folder counts only where it cannot be listed",
        arguments: [("cellgated.conf.d", .dropInFolder), ("apps.d", .appFolder)]
            as [(String, SourceFile.Role)])
    func folders(name: String, expected: SourceFile.Role) {
        #expect(role(name) == nil)
        #expect(role(name, .unreadable("Permission denied")) == expected)
    }

    @Test(
        "other files are none of the configuration's",
        arguments: [
            "", "/", "cellgated.conf~", "Cellgated.conf", "other.conf", "apps.d/", "apps.d/a",
            "apps.d/a.conf.dpkg-old", "apps.d/.conf", "apps.d/.a.conf", "apps.d/x/a.conf",
            "apps/a.conf", "/cellgated.conf", "cellgated.conf/", "cellgated.conf.d/a.CONF",
        ])
    func others(name: String) {
        #expect(role(name) == nil)
        #expect(role(name, .unreadable("Permission denied")) == nil)
    }

    @Test("the path is shown whole and on one line")
    func path() {
        let name =
            Array("apps.d/a\n".utf8) + [0xFF]
            + Array("\(String(repeating: "x", count: 200)).conf".utf8)
        let file = SourceFile(
            root: .administrator, directory: "/etc/cellgate", relativeName: name,
            contents: .bytes([]))
        #expect(
            file?.path
                == "/etc/cellgate/apps.d/a\\x0a\\xff\(String(repeating: "x", count: 200)).conf")
    }

    @Test("the roots stand where design and manual say, the administrator's above the others")
    func roots() {
        #expect(
            ConfigurationRoot.allCases.sorted().map(\.standardDirectory)
                == ["/usr/lib/cellgate", "/run/cellgate", "/etc/cellgate"])
    }
}
