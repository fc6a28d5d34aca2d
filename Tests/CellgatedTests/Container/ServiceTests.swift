import CellgateCore
import TestSupport
import Testing

/// The service in one life on each system: the first test that asks for it lets it run.
@Suite(
    "The installed service",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct ServiceTests {
    typealias System = InstalledService.System

    @Test("it can be installed and is started by one command", arguments: System.allCases)
    func install(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(try life.part("install").exitStatus == 0)
        #expect(try life.part("start").exitStatus == 0)
    }

    @Test("the defaults that are installed are valid", arguments: System.allCases)
    func defaults(on system: System) throws {
        let life = try ServiceLife.on(system)
        let file = try ProjectFolder.text(of: "config/cellgate/cellgated.conf")
        #expect(try life.part("defaults").text == file.dropLast())
        #expect(try life.part("check of defaults").exitStatus == 0)
        #expect(
            try life.part("check of defaults").text == "The configuration is valid: 2 apps.")
    }

    @Test("systemctl start returns when the state is known", arguments: System.allCases)
    func start(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(
            try life.part("state after start").properties == [
                "ActiveState": "active", "SubState": "running", "Result": "success",
                "ExecMainCode": "0", "ExecMainStatus": "0", "NRestarts": "0",
                "StatusText": "wifi via wlan0; 2 apps: 2 available",
            ])
        let entries = try life.part("entries of start").entries
        #expect(
            entries.map { [$0["CELLGATE_EVENT"], $0["MESSAGE"]] } == [
                ["started", "cellgated 0.1.0 started: 2 apps, profile cellular"],
                [
                    "snapshot",
                    "path: wifi via wlan0, then wwan0 (cellular), IPv4, gateway 10.1.0.1",
                ],
                ["snapshot", "org.example.Mail: available (path: wifi via wlan0)"],
                ["snapshot", "org.example.Maps: available (path: wifi via wlan0)"],
                ["bus-changed", "programs can ask on D-Bus, as org.cellgate.Cellgate1"],
            ])
    }

    @Test(
        "READY comes exactly once, from the main process (OS-07)", arguments: System.allCases)
    func readiness(on system: System) throws {
        let life = try ServiceLife.on(system)
        let main = try life.part("main process").text
        let lines = try life.part("notifications of start").lines
            .filter { $0.hasPrefix("cellgated.service: ") }
        // As systemd 252 and 257 write it.
        #expect(
            lines.allSatisfy { $0.contains(" PID \(main) (") || $0.contains(" PID \(main): ") })
        #expect(lines.count { $0.contains("READY=1") } == 1)
        #expect(lines.last?.contains("READY=1") == true)
    }

    @Test("entries have the documented fields and journald's own", arguments: System.allCases)
    func fields(on system: System) throws {
        let life = try ServiceLife.on(system)
        let user = try life.part("user").text
        let main = try life.part("main process").text
        let entries = try life.part("entries of start").entries
        try #require(entries.count == 5)
        for entry in entries {
            #expect(entry["_SYSTEMD_UNIT"] == "cellgated.service")
            #expect(entry["_TRANSPORT"] == "journal")
            #expect(entry["_UID"] == user)
            #expect(entry["_PID"] == main)
        }
        #expect(
            ServiceLife.own(entries[0]) == [
                "MESSAGE": "cellgated 0.1.0 started: 2 apps, profile cellular",
                "MESSAGE_ID": "7e6662c4def04f109fad1d2e690851ea",
                "PRIORITY": "5", "SYSLOG_IDENTIFIER": "cellgated",
                "CELLGATE_EVENT": "started", "CELLGATE_SEQ": "1", "CELLGATE_GENERATION": "1",
                "CELLGATE_CAUSE": "start",
            ])
        #expect(
            ServiceLife.own(entries[3]) == [
                "MESSAGE": "org.example.Maps: available (path: wifi via wlan0)",
                "MESSAGE_ID": "db0bfcb7ad834252b0b15cdd1faf3526",
                "PRIORITY": "6", "SYSLOG_IDENTIFIER": "cellgated",
                "CELLGATE_EVENT": "snapshot", "CELLGATE_SEQ": "4", "CELLGATE_GENERATION": "1",
                "CELLGATE_CAUSE": "start", "CELLGATE_PATH_STATUS": "satisfied",
                "CELLGATE_INTERFACE": "wlan0", "CELLGATE_INTERFACE_TYPE": "wifi",
                "CELLGATE_TYPE_SOURCE": "name",
                "CELLGATE_INTERFACES": "wlan0:wifi wwan0:cellular",
                "CELLGATE_EXPENSIVE": "no", "CELLGATE_EXPENSIVE_SOURCE": "type",
                "CELLGATE_CONSTRAINED": "no",
                "CELLGATE_IPV4": "yes", "CELLGATE_IPV6": "no", "CELLGATE_DNS": "yes",
                "CELLGATE_APP": "org.example.Maps", "CELLGATE_RESTRICTED_STATE": "restricted",
                "CELLGATE_CHOICE": "wifiOnly", "CELLGATE_CHOICE_SOURCE": "administrator",
                "CELLGATE_AVAILABLE": "yes", "CELLGATE_REASON": "available",
            ])
    }

    @Test("the journal explains an entry and finds it by its id", arguments: System.allCases)
    func catalog(on system: System) throws {
        let life = try ServiceLife.on(system)
        let explained = try life.part("explained").text
        #expect(explained.contains("Subject: Cellgate has started"))
        #expect(explained.contains("evaluated every app once"))
        #expect(explained.contains("Documentation: man:cellgated(8)"))
        #expect(try life.part("by message id").events == ["started"])
    }

    @Test(
        "it runs as its own user without any capability, and still sees the links",
        arguments: System.allCases)
    func privileges(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(try life.part("process user").text == "cellgate")
        let capabilities = try life.part("process status").lines.filter { $0.hasPrefix("Cap") }
        #expect(capabilities.count == 5)
        #expect(capabilities.allSatisfy { $0.hasSuffix("\t0000000000000000") })
        #expect(try life.part("devtype").text == "DEVTYPE=bridge")
        let path = try #require(life.part("entries of start").entries.dropFirst().first)
        #expect(path["CELLGATE_INTERFACES"] == "wlan0:wifi wwan0:cellular")
    }

    @Test("systemd finds no fault in the unit, and little exposure", arguments: System.allCases)
    func unit(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(try life.part("verify").exitStatus == 0)
        #expect(try life.part("verify").text == "")
        let exposure = try #require(
            life.part("security").text.firstMatch(of: /exposure level for .*: ([0-9.]+)/))
        #expect(try #require(Double(exposure.output.1)) <= 1.2)
    }

    @Test("it waits for no network (OS-20)", arguments: System.allCases)
    func ordering(on system: System) throws {
        let properties = try ServiceLife.on(system).part("ordering").properties
        #expect(try #require(properties["After"]).contains("basic.target"))
        for property in properties.values {
            #expect(!property.contains("network"))
        }
    }

    @Test(
        "SIGUSR1 reads everything anew and publishes the whole state", arguments: System.allCases)
    func refresh(on system: System) throws {
        let entries = try ServiceLife.on(system).part("refresh").entries
        #expect(
            entries.map { [$0["CELLGATE_EVENT"], $0["CELLGATE_CAUSE"], $0["CELLGATE_APP"]] } == [
                ["refresh", "refresh", nil], ["snapshot", "refresh", nil],
                ["snapshot", "refresh", "org.example.Mail"],
                ["snapshot", "refresh", "org.example.Maps"],
            ])
        #expect(entries.first?["CELLGATE_CHANGED"] == "0")
    }

    @Test("SIGUSR2 publishes the whole state", arguments: System.allCases)
    func publishedState(on system: System) throws {
        let entries = try ServiceLife.on(system).part("state published").entries
        #expect(
            entries.map { [$0["CELLGATE_EVENT"], $0["CELLGATE_CAUSE"], $0["CELLGATE_APP"]] } == [
                ["snapshot", "request", nil], ["snapshot", "request", "org.example.Mail"],
                ["snapshot", "request", "org.example.Maps"],
            ])
    }

    @Test("a reload is told to systemd and takes new apps in", arguments: System.allCases)
    func reload(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(try life.part("reload").exitStatus == 0)
        #expect(try life.part("process after reload").text == life.part("main process").text)
        let notifications = try life.part("notifications of reload").lines
            .filter { $0.hasPrefix("cellgated.service: ") && !$0.contains("WATCHDOG") }
        #expect(
            notifications.map { $0.contains("RELOADING=1") } == [true, false, false])
        #expect(notifications.map { $0.contains("READY=1") } == [false, false, true])
        #expect(notifications.first?.contains("MONOTONIC_USEC=") == true)
        let entries = try life.part("entries of reload").entries
        #expect(
            entries.map { [$0["CELLGATE_EVENT"], $0["CELLGATE_CAUSE"]] } == [
                ["config-loaded", "reload"], ["restriction-changed", "reload"],
                ["app-changed", "reload"],
            ])
        #expect(
            try life.part("state after reload").properties["StatusText"]
                == "wifi via wlan0; 3 apps: 2 available, 1 without any network")
    }

    @Test(
        "after a restart and after SIGKILL it publishes the same state", arguments: System.allCases)
    func samePublishedState(on system: System) throws {
        let life = try ServiceLife.on(system)
        let before = try life.part("published before").entries.map(ServiceLife.state)
        #expect(before.count == 4)
        #expect(try life.part("published after restart").entries.map(ServiceLife.state) == before)
        #expect(try life.part("published after kill").entries.map(ServiceLife.state) == before)
        #expect(try life.part("restart").events.prefix(2) == ["stopped", "started"])
        #expect(try life.part("killed").events.first == "started")
        #expect(try life.part("state after kill").properties["NRestarts"] == "1")
    }

    @Test("it says that it stops, and ends cleanly", arguments: System.allCases)
    func stop(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(try life.part("entries of stop").messages == ["cellgated stops (SIGTERM)"])
        let state = try life.part("state after stop").properties
        #expect(state["ActiveState"] == "inactive")
        #expect(state["Result"] == "success")
        #expect(state["ExecMainCode"] == "1")
        #expect(state["ExecMainStatus"] == "0")
    }

    @Test("an unusable cellgated.conf ends the start for good", arguments: System.allCases)
    func unusableConfiguration(on system: System) throws {
        let life = try ServiceLife.on(system)
        #expect(try life.part("start with unusable configuration").exitStatus == 1)
        let state = try life.part("state with unusable configuration").properties
        // Where it were to be started again it would be activating.
        #expect(state["ActiveState"] == "failed")
        #expect(state["ExecMainStatus"] == "78")
        #expect(state["NRestarts"] == "0")
        let fault =
            "/etc/cellgate/cellgated.conf:2: error: Profile=: 'whatever' is not accepted; "
            + "write cellular, any-network or allow"
        let entries = try life.part("entries with unusable configuration").entries
        #expect(
            entries.map { [$0["CELLGATE_EVENT"], $0["PRIORITY"], $0["MESSAGE"]] } == [
                ["config-error", "3", fault]
            ])
        #expect(try life.part("check").exitStatus == 78)
        #expect(try life.part("check").text == fault)
    }

    @Test("anybody may run it in the foreground", arguments: System.allCases)
    func anybody(on system: System) throws {
        let lines = try ServiceLife.on(system).part("as nobody").lines
        #expect(lines.last == "ended with 0")
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "org.example.Own: unavailable, all network use is off for this app "
                        + "(path: wifi via wlan0)")
            })
    }

    @Test("make run shows the state until Ctrl-C ends it cleanly")
    func makeRun() throws {
        let lines = try ServiceLife.on(.debian12).part("make run").lines
        #expect(lines.contains { $0.contains("path: wifi via wlan0") })
        #expect(lines.contains { $0.contains("cellgated stops (SIGINT)") })
        #expect(!lines.contains { $0.contains("make:") })
        #expect(lines.last == "ended with 0")
    }

    @Test("make run hands arguments on to the daemon")
    func makeRunWithArguments() throws {
        let lines = try ServiceLife.on(.debian12).part("make run with arguments").lines
        #expect(lines.contains { $0.contains("\"CELLGATE_EVENT\":\"snapshot\"") })
        // The terminal shows the ^C, wherever the output is then.
        #expect(lines.prefix { !$0.contains("^C") }.allSatisfy { $0.hasPrefix("{") })
        #expect(lines.last == "ended with 0")
    }

    @Test("it leaves configuration and state when it is uninstalled")
    func uninstall() throws {
        let life = try ServiceLife.on(.debian12)
        #expect(try life.part("uninstall").exitStatus == 0)
        let left = try life.part("left behind").lines.sorted()
        #expect(
            left == [
                "/etc/cellgate/apps.d/org.example.Mail.conf",
                "/etc/cellgate/apps.d/org.example.Maps.conf",
                "/etc/cellgate/apps.d/org.example.News.conf",
            ])
    }

    @Test("it is uninstalled while others ask for it, and leaves neither folders nor a failed unit")
    func uninstallsUnderCalls() throws {
        let life = try ServiceLife.on(.debian12)
        #expect(try life.part("uninstall").lines.filter { $0.contains("anceled") } == [])
        #expect(try life.part("folders left behind").lines == [])
        #expect(try life.part("units left behind").lines == [])
        #expect(try life.part("call after uninstall").exitStatus != 0)
    }
}
