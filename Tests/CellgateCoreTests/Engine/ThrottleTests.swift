import TestSupport
import Testing

@testable import CellgateCore
import CellgateSimulation

@Suite("A flood")
struct ThrottleTests {
    private static func flip(_ run: inout EngineRun, times: Int) -> [Entry] {
        var entries: [Entry] = []
        for at in 0..<times {
            entries += run.ip(
                at.isMultiple(of: 2)
                    ? "route add default via 10.2.0.1 dev wwan0 metric 1"
                    : "route del default via 10.2.0.1 dev wwan0 metric 1")
        }
        return entries
    }

    @Test("of changes publishes 16 sets at once, and then the last state (OS-01)")
    func burst() {
        var run = EngineChangeTests.started()
        let atOnce = Self.flip(&run, times: 3_001)
        #expect(atOnce.filter { $0.event == .pathChanged }.count == 16)
        #expect(run.timers[.publication] == .zero + .milliseconds(250))
        #expect(run.advance(by: .milliseconds(249)) == [])
        let later = run.advance(by: .milliseconds(1))
        #expect(later.map(\.event) == [.pathChanged, .appChanged, .appChanged, .appChanged])
        // Every second of the others was the one that had been published.
        for entry in later {
            #expect(entry.details.last == Entry.Field(.merged, "1492"))
            #expect(entry.details.contains(Entry.Field(.interface, "wwan0")))
            #expect(entry.cause == .network)
        }
        #expect(run.advance(by: .seconds(10)) == [])
    }

    @Test("that ends where it began publishes nothing more")
    func undone() {
        var run = EngineChangeTests.started()
        _ = Self.flip(&run, times: 3_000)
        #expect(run.advance(by: .seconds(10)) == [])
        let next = run.ip("route add default via 10.2.0.1 dev wwan0 metric 1")
        #expect(next.first?.details.last == Entry.Field(.merged, "1492"))
    }

    @Test("a state that only came late is not called merged")
    func late() {
        var run = EngineChangeTests.started()
        _ = Self.flip(&run, times: 17)
        let later = run.advance(by: .milliseconds(250))
        #expect(later.first?.event == .pathChanged)
        #expect(later.allSatisfy { !$0.details.contains { $0.name == .merged } })
    }

    @Test("sustained publishes one set in each quarter of a second")
    func sustained() {
        var run = EngineChangeTests.started()
        var count = 0
        for _ in 0..<100 {
            count += Self.flip(&run, times: 3).filter { $0.event == .pathChanged }.count
            count += run.advance(by: .milliseconds(50)).filter { $0.event == .pathChanged }.count
        }
        // 5 s: 16 at once, and 20 more.
        #expect((30...36).contains(count))
        run.advance(by: .seconds(1))
        #expect(
            run.entries.last { $0.event == .pathChanged }.map { entry in
                run.engine.path.map { entry.details.starts(with: $0.fields) }
            } == true)
    }

    @Test("does not hold back what somebody asks for")
    func asked() {
        var run = EngineChangeTests.started()
        _ = Self.flip(&run, times: 17)
        let entries = run.turn { $0.feed(.publishState) }
        #expect(
            entries.map(\.event) == [.pathChanged, .appChanged, .appChanged, .appChanged]
                + Array(repeating: .snapshot, count: 5))
    }

    @Test("ends with the last state in the journal, even where the daemon stops")
    func stop() {
        var run = EngineChangeTests.started()
        _ = Self.flip(&run, times: 17)
        let entries = run.turn { $0.feed(.stop(signal: "SIGTERM")) }
        #expect(
            entries.map(\.event)
                == [.pathChanged, .appChanged, .appChanged, .appChanged, .stopped])
        #expect(entries[0].details.contains(Entry.Field(.interface, "wwan0")))
    }

    @Test("a bucket fills up again, up to its capacity")
    func bucket() {
        var bucket = TokenBucket(capacity: 2, interval: .milliseconds(250))
        let at = { (milliseconds: Int) in Instant.zero + .milliseconds(milliseconds) }
        #expect(bucket.take(at: at(0)) == nil)
        #expect(bucket.take(at: at(0)) == nil)
        #expect(bucket.take(at: at(0)) == at(250))
        #expect(bucket.take(at: at(249)) == at(250))
        #expect(bucket.take(at: at(260)) == nil)
        #expect(bucket.take(at: at(270)) == at(500))
        #expect(bucket.take(at: at(600)) == nil)
        #expect(bucket.take(at: at(9_000)) == nil)
        #expect(bucket.take(at: at(9_000)) == nil)
        #expect(bucket.take(at: at(9_000)) == at(9_250))
    }

    // MARK: Lost messages

    @Test("one loss leads to one dump and one entry, and the process goes on (NL-01)")
    func loss() {
        var run = EngineChangeTests.started()
        run.advance(by: .seconds(60))
        let entries = run.turn { run in
            run.kernel.run("link set wlan0 down")
            run.feed(.messagesLost(overruns: 1, undecodable: 0))
        }
        #expect(entries.map(\.event).prefix(2) == [.netlinkResync, .pathChanged])
        #expect(
            entries[0].message
                == "messages of the kernel were lost (1 overrun); "
                + "links, addresses and routes are read anew")
        #expect(entries[0].details == [Entry.Field(.lost, "1")])
        #expect(entries[0].priority == .warning)
        #expect(run.dumps.count == 2)
        #expect(run.engine.path?.text == PathCase.onlyMobile + "; dns")
        #expect(run.exitCode == nil)
        #expect(run.advance(by: .seconds(60)) == [])
        #expect(run.dumps.count == 2)
    }

    @Test("a storm of losses dumps once a second and tells it once in five (NL-02)")
    func storm() {
        var run = EngineChangeTests.started()
        run.advance(by: .seconds(60))
        let dumps = run.dumps.count
        for _ in 0..<600 {
            run.turn { $0.feed(.messagesLost(overruns: 1, undecodable: 2)) }
            run.advance(by: .milliseconds(10))
        }
        run.advance(by: .seconds(60))
        let told = run.entries.filter { $0.event == .netlinkResync }
        #expect(run.dumps.count - dumps <= 7)
        #expect(run.dumps.count - dumps >= 6)
        #expect(
            zip(run.dumps.dropFirst(), run.dumps.dropFirst(2)).allSatisfy { one, next in
                next.since(one) >= .seconds(1)
            })
        // One at the begin, one after five seconds, and the summary.
        #expect(told.count == 3)
        let lost = told.compactMap { Int($0.details[0].value) }
        #expect(lost.reduce(0, +) == 1_800)
        #expect(told[1].message.contains("overrun, ") && told[1].message.contains(" undecodable"))
    }

    @Test("an interrupted dump is used, and made again, later each time (NL-03)")
    func interrupted() {
        var kernel = SimulatedKernel()
        kernel.run(PathCase.onWifi)
        var run = EngineRun(kernel: kernel)
        run.dumpsAreInterrupted = true
        run.start()
        #expect(run.engine.path?.preferred?.type == .wifi)
        #expect(run.directives.contains(.notify(.ready)))
        #expect(run.advance(by: .seconds(150)) == [])
        #expect(
            run.dumps.map(\.sinceZero)
                == [0, 1, 3, 7, 15, 31, 63, 95, 127].map { .seconds($0) })
        run.dumpsAreInterrupted = false
        run.advance(by: .seconds(1_000))
        #expect(run.dumps.count == 10)
        #expect(run.entries.allSatisfy { $0.event != .netlinkResync })
    }

    @Test("a kernel that gives no answer says nothing of the network: the path stays")
    func noAnswer() {
        var run = EngineChangeTests.started()
        let path = run.engine.path
        run.answerErrno = 105
        let entries = run.ip("link set wlan0 down")
        #expect(entries.map(\.event) == [.netlinkResync])
        #expect(entries[0].message.contains("the kernel gave no answer (errno 105)"))
        #expect(entries[0].details == [Entry.Field(.lost, "0")])
        #expect(run.engine.path == path)
        #expect(run.exitCode == nil)
        run.advance(by: .seconds(3))
        #expect(run.engine.path == path)
        run.answerErrno = nil
        run.advance(by: .seconds(1))
        #expect(run.engine.path?.text == PathCase.onlyMobile + "; dns")
        #expect(run.timers[.resync] == nil || run.entries.last?.event != .netlinkResync)
    }

    @Test("a dump that fails later is told and tried again")
    func failedDump() {
        var run = EngineChangeTests.started()
        run.dumpFailure = "no memory"
        let entries = run.turn { $0.feed(.refresh) }
        #expect(entries.map(\.event).prefix(2) == [.netlinkResync, .refresh])
        #expect(entries[0].message.contains("no memory"))
        run.dumpFailure = nil
        run.kernel.run("link set wlan0 down")
        run.advance(by: .seconds(1))
        #expect(run.engine.path?.preferred?.type == .cellular)
    }
}
