import CellgateCore
import CellgatePolicyFile
import Testing

@Suite("which file counts")
struct PrecedenceTests {
    private let profiles: [ConfigurationRoot: String] = [
        .package: "[Permission]\nProfile=allow\n", .runtime: "[Permission]\nProfile=any-network\n",
        .administrator: "[Permission]\nProfile=cellular\n",
    ]

    @Test(
        "the highest root's cellgated.conf hides the others, in whatever order they are found",
        arguments: [
            ([.package], .allow), ([.package, .runtime], .anyNetwork),
            ([.runtime, .package], .anyNetwork), ([.package, .administrator], .cellular),
            ([.administrator, .runtime, .package], .cellular), ([], .cellular),
        ] as [([ConfigurationRoot], Profile)])
    func mainFile(roots: [ConfigurationRoot], profile: Profile) {
        let files = roots.map { file($0, "cellgated.conf", profiles[$0] ?? "") }
        #expect(PolicyFile.read(files).configuration?.profile == profile)
    }

    @Test("an empty cellgated.conf hides the lower one and leaves the defaults")
    func emptyMainFile() {
        let files = [
            file(.package, "cellgated.conf", "[Permission]\nProfile=allow\n"),
            file(.runtime, "cellgated.conf", ""),
        ]
        #expect(
            PolicyFile.read(files)
                == PolicyReading(
                    configuration: Configuration(), table: PolicyTable(), diagnostics: []))
    }

    @Test(
        "drop-ins follow in the order of their names, whatever their roots",
        arguments: [
            // The file's name decides, not the root.
            (
                [(.administrator, "10.conf", "allow"), (.package, "20.conf", "any-network")],
                .anyNetwork
            ),
            (
                [(.package, "20.conf", "any-network"), (.administrator, "10.conf", "allow")],
                .anyNetwork
            ),
            // Bytewise: digits before capitals before small letters; 10 before 9.
            ([(.package, "a.conf", "allow"), (.package, "B.conf", "any-network")], .allow),
            ([(.package, "9.conf", "allow"), (.package, "10.conf", "any-network")], .allow),
            ([(.package, "a.conf", "allow"), (.package, "a-b.conf", "any-network")], .allow),
            // The same name hides.
            (
                [(.package, "a.conf", "allow"), (.administrator, "a.conf", "any-network")],
                .anyNetwork
            ),
            (
                [(.administrator, "a.conf", "any-network"), (.package, "a.conf", "allow")],
                .anyNetwork
            ),
            ([(.runtime, "a.conf", "any-network"), (.package, "a.conf", "allow")], .anyNetwork),
        ] as [([(ConfigurationRoot, String, String)], Profile)])
    func dropIns(files: [(ConfigurationRoot, String, String)], profile: Profile) {
        let sources =
            files.map { file($0.0, "cellgated.conf.d/\($0.1)", "[Permission]\nProfile=\($0.2)\n") }
            // Read before every drop-in, though it is the administrator's and comes last here.
            + [file(.administrator, "cellgated.conf", "[Permission]\nProfile=cellular\n")]
        #expect(PolicyFile.read(sources).configuration?.profile == profile)
    }

    @Test("an empty drop-in makes the lower one void, and needs none to be void itself")
    func emptyDropIn() {
        let files = [
            file(.package, "cellgated.conf.d/a.conf", "[Permission]\nProfile=nonsense\n"),
            file(.administrator, "cellgated.conf.d/a.conf", ""),
            file(.administrator, "cellgated.conf.d/b.conf", ""),
        ]
        #expect(
            PolicyFile.read(files)
                == PolicyReading(
                    configuration: Configuration(), table: PolicyTable(), diagnostics: []))
    }

    @Test("lists grow from file to file, and an empty assignment empties them")
    func lists() {
        let interfaces = PolicyFile.read([
            file(
                .package, "cellgated.conf",
                "[Interfaces]\nCellular=a b\nCellular=c\nExpensive=e\nWired=w\n"),
            file(.administrator, "cellgated.conf.d/1.conf", "[Interfaces]\nCellular=d\nWired=\n"),
            file(
                .runtime, "cellgated.conf.d/2.conf",
                "[Interfaces]\nExpensive=\nExpensive=f\nWifi=l\n"),
        ]).configuration?.interfaces
        var expected = InterfaceConfiguration()
        expected.types =
            ["a", "b", "c", "d"].map { .init(pattern: NamePattern($0), type: .cellular) }
            + [.init(pattern: NamePattern("l"), type: .wifi)]
        expected.expensive = [NamePattern("f")]
        #expect(interfaces == expected)
    }

    private let apps: [ConfigurationRoot: String] = [
        .package: "[App]\nChoice=off\n", .runtime: "[App]\nChoice=wifi-only\n",
        .administrator: "[App]\nChoice=wifi-and-cellular\n",
    ]

    @Test(
        "the highest root's file is the app's, and says whose choice it is",
        arguments: [
            ([.package], .choice(.off, source: .package, isLocked: false)),
            ([.runtime, .package], .choice(.wifiOnly, source: .administrator, isLocked: false)),
            (
                [.package, .administrator, .runtime],
                .choice(.wifiAndCellular, source: .administrator, isLocked: false)
            ),
        ] as [([ConfigurationRoot], PolicyStanding)])
    func appFiles(roots: [ConfigurationRoot], standing: PolicyStanding) {
        let reading = PolicyFile.read(roots.map { file($0, "apps.d/a.conf", apps[$0] ?? "") })
        let policy = AppPolicy(standing: standing, isPackaged: roots == [.package])
        #expect(reading.table == PolicyTable(apps: [AppID("a"): policy]))
        #expect(reading.diagnostics == [])
    }

    @Test("an empty app's file masks the app without a word")
    func emptyAppFile() {
        let reading = PolicyFile.read([
            file(.administrator, "apps.d/a.conf", ""),
            file(.package, "apps.d/a.conf", "[App]\nFoo\n"),
        ])
        #expect(reading.table == PolicyTable())
        #expect(reading.diagnostics == [])
    }

    @Test("an empty app's file that masks nothing is no app either, with a warning")
    func emptyAppFileAlone() {
        let reading = PolicyFile.read([
            file(.package, "apps.d/a.conf", ""), file(.package, "apps.d/b.conf", "[App]\n"),
        ])
        #expect(Array(reading.table.apps.keys) == [AppID("b")])
        #expect(
            lines(reading) == [
                "/usr/lib/cellgate/apps.d/a.conf: warning: the file is empty, which masks the app, "
                    + "and there is none to mask; write [App] to have one with the standard values"
            ])
    }

    @Test("an empty file of a lower root masks nothing above it")
    func emptyLower() {
        let reading = PolicyFile.read([
            file(.administrator, "apps.d/a.conf", "[App]\nChoice=off\n"),
            file(.package, "apps.d/a.conf", ""),
        ])
        #expect(reading.standing == .choice(.off, source: .administrator, isLocked: false))
        #expect(reading.diagnostics == [])
    }

    @Test("a file that cannot be read does not let the lower one through")
    func unreadable() {
        let reading = PolicyFile.read([
            file(.administrator, "apps.d/a.conf", .unreadable("Permission denied")),
            file(.package, "apps.d/a.conf", "[App]\nChoice=wifi-and-cellular\n"),
        ])
        #expect(reading.standing == .invalid)
        #expect(
            lines(reading) == [
                "/etc/cellgate/apps.d/a.conf: error: cannot be read: Permission denied"
            ])
    }

    @Test("of two files with one root and name the later counts")
    func twice() {
        let reading = PolicyFile.read([
            file(.package, "apps.d/a.conf", "[App]\nChoice=off\n"),
            file(.package, "apps.d/a.conf", "[App]\nChoice=wifi-only\n"),
        ])
        #expect(reading.standing == .choice(.wifiOnly, source: .package, isLocked: false))
    }

    @Test("files whose names look alike are different apps")
    func lookalikes() {
        let reading = PolicyFile.read([
            file(.package, "apps.d/caf\u{E9}.conf", "[App]\nChoice=off\n"),
            file(.package, "apps.d/cafe\u{301}.conf", "[App]\n"),
        ])
        #expect(reading.table.apps.count == 2)
    }
}
