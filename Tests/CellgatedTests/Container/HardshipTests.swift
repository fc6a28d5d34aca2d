import TestSupport
import Testing

/// The service on a bad day; the first test that asks for it lets Tests/Container/hardship run.
@Suite(
    "The service in hardship",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct HardshipTests {
    static let day = Result { try InstalledService.run("hardship", installs: true) }

    @Test("it is ready where there is only lo, and lo is down (OS-20)")
    func noNetwork() throws {
        let day = try Self.day.get()
        #expect(
            try day.part("links without network").lines.map { $0.contains("<LOOPBACK>") } == [true])
        #expect(try day.part("start without network").exitStatus == 0)
        let state = try day.part("state without network").properties
        #expect(state["ActiveState"] == "active")
        #expect(state["StatusText"] == "no network; no apps")
    }

    @Test("signals that come during the start are kept and kill nothing (OS-09)", arguments: 1...5)
    func earlySignals(round: Int) throws {
        let day = try Self.day.get()
        let state = try day.part("state after early signals \(round)").properties
        #expect(state["ActiveState"] == "active")
        #expect(state["NRestarts"] == "0")
        let entries = try day.part("entries after early signals \(round)").entries
        #expect(entries.map { $0["CELLGATE_EVENT"] }.prefix(2) == ["started", "snapshot"])
        let causes = Set(entries.dropFirst(2).compactMap { $0["CELLGATE_CAUSE"] })
        #expect(causes.isSuperset(of: ["reload", "refresh"]))
    }

    @Test("signals from the moment that there is a process leave a service that runs (OS-09)")
    func signalsAtOnce() throws {
        #expect(try Self.day.get().part("state after signals at once").text == "active")
    }

    @Test("it feeds the watchdog, and goes on as the same process")
    func watchdog() throws {
        let day = try Self.day.get()
        #expect(try day.part("process while fed").exitStatus == 0)
        #expect(try day.part("state while fed").properties["NRestarts"] == "0")
    }

    @Test("systemd starts it anew where it hangs")
    func hang() throws {
        let day = try Self.day.get()
        let state = try day.part("state after watchdog").properties
        #expect(state["ActiveState"] == "active")
        #expect(state["NRestarts"] == "1")
        #expect(try day.part("manager after watchdog").text.contains("Watchdog timeout"))
    }

    @Test("a sandbox without AF_NETLINK is named as the reason at once (OS-16)")
    func withoutNetlink() throws {
        let day = try Self.day.get()
        #expect(try day.part("start without netlink").exitStatus == 1)
        #expect(try day.part("state without netlink").properties["ExecMainStatus"] == "1")
        #expect(
            try day.part("messages without netlink").lines == [
                "cellgated: cannot open rtnetlink socket: Address family not supported by protocol "
                    + "(AF_NETLINK is needed: does RestrictAddressFamilies= leave it out?)"
            ])
    }
}
