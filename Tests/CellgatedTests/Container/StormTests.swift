import TestSupport
import Testing

/// Floods, and a journal that does not take them; the first test that asks for it lets
/// Tests/Container/storm run.
@Suite(
    "The service in a storm",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct StormTests {
    static let storm = Result { try InstalledService.run("storm", installs: true) }

    @Test("3,001 default routes at once make few entries, and the last is the final state (OS-01)")
    func defaultRoutes() throws {
        let storm = try Self.storm.get()
        let changes = try storm.part("entries of storm").entries
            .filter { $0["CELLGATE_EVENT"] == "path-changed" }
        #expect((1...20).contains(changes.count))
        #expect(changes.last?["CELLGATE_INTERFACES"] == "wwan0:cellular")
        #expect(
            try storm.part("state after storm").properties["StatusText"]
                == "cellular via wwan0; 2 apps: 1 available, 1 without mobile data")
    }

    @Test("a default route that moves from link to link is not told as no network")
    func noFalseAlarm() throws {
        let storm = try Self.storm.get()
        let changes = try
            (storm.part("entries of storm").entries
            + storm.part("entries of slow storm").entries)
            .filter { $0["CELLGATE_EVENT"] == "path-changed" }
        #expect(changes.count > 16)
        // One may slip through between a change and its announcement.
        #expect(changes.count { $0["CELLGATE_PATH_STATUS"] != "satisfied" } <= 1)
    }

    @Test("states that it passes over are counted (OS-01)")
    func merged() throws {
        let entries = try Self.storm.get().part("entries of slow storm").entries
        let merged = entries.compactMap { $0["CELLGATE_MERGED"] }.compactMap(Int.init)
        #expect(try #require(merged.max()) > 0)
        #expect(
            entries.last { $0["CELLGATE_EVENT"] == "path-changed" }?["CELLGATE_INTERFACES"]
                == "wlan0:wifi")
    }

    @Test("journald's rate limit takes none of its entries (OS-01)")
    func rateLimit() throws {
        let numbers = try Self.storm.get().part("all entries").entries
            .compactMap { $0["CELLGATE_SEQ"] }.compactMap(Int.init)
        #expect(numbers.count > 30)
        #expect(numbers == Array(1...numbers.count))
    }

    @Test("while the journal hangs it answers and feeds the watchdog (OS-04)")
    func hangingJournal() throws {
        let storm = try Self.storm.get()
        #expect(
            try storm.part("answer while the journal hangs").entries.map { $0["CELLGATE_CAUSE"] }
                == ["request"])
        #expect(try storm.part("process while the journal hangs").exitStatus == 0)
        let state = try storm.part("state while the journal hangs").properties
        #expect(state["NRestarts"] == "0")
        #expect(
            state["StatusText"]
                == "cellular via wwan0; 2 apps: 1 available, 1 without mobile data")
    }

    @Test("when the journal goes on, it gets every entry in order (OS-04)")
    func journalThatGoesOn() throws {
        let entries = try Self.storm.get().part("entries across the hang").entries
        let numbers = entries.compactMap { $0["CELLGATE_SEQ"] }.compactMap(Int.init)
        #expect(numbers.count > 10)
        #expect(numbers == Array(1...numbers.count))
        #expect(
            entries.last { $0["CELLGATE_EVENT"] == "path-changed" }?["CELLGATE_INTERFACES"]
                == "wlan0:wifi")
    }

    @Test("what could not be kept is counted, and each app's latest state was kept (OS-04)")
    func lostEntries() throws {
        let storm = try Self.storm.get()
        let lost = try storm.part("losses").entries
            .compactMap { $0["CELLGATE_LOST"] }.compactMap(Int.init)
        #expect(lost.reduce(0, +) > 0)
        let apps = try Set(
            storm.part("snapshots after the losses").entries.compactMap { $0["CELLGATE_APP"] })
        #expect(apps.count == 502)
        #expect(
            try storm.part("path after the losses").entries.last?["CELLGATE_INTERFACES"]
                == "wwan0:cellular")
    }

    @Test("the first change after the journal was stopped is in it (OS-04)")
    func stoppedJournal() throws {
        let storm = try Self.storm.get()
        #expect(try storm.part("answer while the journal is stopped").exitStatus == 0)
        #expect(try storm.part("process while the journal is stopped").exitStatus == 0)
        let changes = try storm.part("entries after the stop").entries
            .filter { $0["CELLGATE_EVENT"] == "path-changed" }
        #expect(changes.map { $0["CELLGATE_INTERFACES"] } == ["wwan0:cellular"])
    }
}
