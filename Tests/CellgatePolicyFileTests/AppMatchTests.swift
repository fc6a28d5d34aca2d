import CellgateCore
import CellgatePolicyFile
import Testing

@Suite("an app's [Match]")
struct AppMatchTests {
    private func match(_ lines: String) -> AppMatch? {
        readApp("[App]\nChoice=off\n[Match]\n" + lines).table.apps[AppID("a")]?.match
    }

    @Test("each key is a list that grows, and that an empty value empties")
    func lists() {
        var expected = AppMatch()
        expected.units = [NamePattern("maps.service"), NamePattern("maps-*.scope")]
        expected.appIDs = [NamePattern("org.example.Maps")]
        expected.cgroups = [NamePattern("/system.slice/*")]
        expected.users = ["anna", "1000"]
        #expect(
            match(
                """
                Unit=lost.service
                Unit=
                Unit=maps.service
                Unit=maps-*.scope
                AppID=org.example.Maps
                CGroup=/system.slice/*
                User=anna 1000
                """) == expected)
    }

    @Test("a unit's name may be written as the service manager shows it, or unescaped")
    func escapes() {
        let process = ProcessIdentity(
            unit: UnitName(#"app-my\x2dapp-1.scope"#), cgroup: "/", userID: 0, userName: nil)
        #expect(match(#"Unit=app-my\x2dapp-*.scope"#)?.matches(process) == true)
        #expect(match("Unit=app-my-app-*.scope")?.matches(process) == true)
        #expect(match("Unit=app-your-app-*.scope")?.matches(process) == false)
    }

    @Test("a file without it matches nothing by itself")
    func none() {
        #expect(match("")?.isEmpty == true)
    }
}
