import CellgateCore
import Testing

@Suite struct ProcessIdentityTests {
    @Test(
        "a unit's name stands for the app that runs in it",
        arguments: [
            ("app-org.example.Maps-1234.scope", "org.example.Maps"),
            ("app-gnome-org.example.Maps-1234.scope", "org.example.Maps"),
            ("app-flatpak-org.example.Maps-1234.scope", "org.example.Maps"),
            (#"app-gnome-my\x2dapp-1234.scope"#, "my-app"),
            ("app-org.example.Maps.scope", "org.example.Maps"),
            ("app-gnome-org.example.Maps@abc.service", "org.example.Maps"),
            ("app-org.example.Maps.service", "org.example.Maps"),
            (#"app-my\x2dapp@autostart.service"#, "my-app"),
            ("snap.firefox.firefox-6c1f1b1e-0f4f-4f0b-9d0c-0f8d4f1b2a3c.scope", "firefox_firefox"),
            ("snap.a-b.c-d-6c1f1b1e-0f4f-4f0b-9d0c-0f8d4f1b2a3c.scope", "a-b_c-d"),
            ("snap.lxd.daemon.service", "lxd_daemon"),
            ("maps.service", "maps.service"),
            (#"dev-disk-by\x2dlabel.mount"#, "dev-disk-by-label.mount"),
            ("session-3.scope", "session-3.scope"),
            // Scalars that combine with the sign beside them.
            ("app-\u{301}maps-1.scope", "\u{301}maps"),
            ("app-gnome-maps-\u{301}1.scope", "maps"),
            ("snap.\u{301}a.\u{301}b.service", "\u{301}a_\u{301}b"),
            (#"odd\x2.service"#, #"odd\x2.service"#),
        ])
    func convention(unit: String, app: String) {
        #expect(UnitName(unit).appID == AppID(app))
    }

    @Test(
        "a name that would break a line is no app",
        arguments: [#"app-a\x0ab-1.scope"#, #"app-\xff-1.scope"#, ""])
    func impossible(unit: String) {
        #expect(UnitName(unit).appID == nil)
    }

    private static let maps = ProcessIdentity(
        unit: UnitName("app-org.example.Maps-7.scope"),
        cgroup: "/user.slice/user-1000.slice/user@1000.service/app.slice/"
            + "app-org.example.Maps-7.scope", userID: 1000, userName: "anna")

    @Test(
        "each key that is given has to fit, by one of its patterns",
        arguments: [
            ([], [], [], [], false),
            (["app-org.example.Maps-*.scope"], [], [], [], true),
            (["maps.service", "app-*"], [], [], [], true),
            (["maps.service"], [], [], [], false),
            ([], ["org.example.*"], [], [], true),
            ([], ["org.example.Mail"], [], [], false),
            ([], [], ["/user.slice/*"], [], true),
            ([], [], ["/system.slice/*"], [], false),
            ([], [], [], ["anna"], true),
            ([], [], [], ["1000"], true),
            ([], [], [], ["0", "bert"], false),
            (["app-*"], [], [], ["bert"], false),
            (["app-*"], ["org.*"], ["*/app.slice/*"], ["bert", "anna"], true),
        ] as [([String], [String], [String], [String], Bool)])
    func match(
        units: [String], appIDs: [String], cgroups: [String], users: [String], fits: Bool
    ) {
        var match = AppMatch()
        match.units = units.map(NamePattern.init(_:))
        match.appIDs = appIDs.map(NamePattern.init(_:))
        match.cgroups = cgroups.map(NamePattern.init(_:))
        match.users = users
        #expect(match.matches(Self.maps) == fits)
    }

    @Test("a user without a name is known by the number")
    func namelessUser() {
        var match = AppMatch()
        match.users = ["1000"]
        let process = ProcessIdentity(
            unit: UnitName("a.service"), cgroup: "/a.service", userID: 1000, userName: nil)
        #expect(match.matches(process))
        match.users = ["anna"]
        #expect(!match.matches(process))
    }

    @Test("the first fitting file by id decides, else the convention does")
    func table() {
        var match = AppMatch()
        match.users = ["anna"]
        let policy = AppPolicy(
            standing: .choice(.off, source: .package, isLocked: false), match: match)
        let table = PolicyTable(apps: [AppID("b"): policy, AppID("a"): policy])
        #expect(table.app(of: Self.maps) == AppID("a"))
        #expect(PolicyTable().app(of: Self.maps) == AppID("org.example.Maps"))
    }
}
