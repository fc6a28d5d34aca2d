import CellgateCore
import TestSupport
import Testing

@testable import CellgateSimulation
@testable import Netlink

@Suite("Recordings of true sequences")
struct ReplayTests {
    /// Those that hold events; the others are lists of links.
    static let sequences = Capture.names.filter { !Capture.files(".types").contains($0) }

    @Test("each has its steps, its messages and what is to come of them, and no file is left over")
    func files() {
        let names = Capture.names
        let listings = Capture.files(".published") + Capture.files(".types")
        #expect(names.count > 30)
        #expect(Capture.files(".nl") == names)
        #expect(listings.sorted() == names)
        #expect(Set(Capture.files(".nl80211")).isSubset(of: names))
        #expect(
            Capture.files("").filter { !$0.hasPrefix("README") }.count
                == 3 * names.count + Capture.files(".nl80211").count)
    }

    @Test("every message is read", arguments: Capture.names)
    func decoded(name: String) throws {
        let capture = try Capture(name)
        let decoded = capture.decoded
        #expect(decoded.undecodable == 0)
        #expect(decoded.overruns == 0)
        for dump in [capture.start, capture.end] {
            let links = try Replay.network(dump).links
            #expect(links.contains { $0.hardware == .loopback })
            #expect(links.allSatisfy { $0.isComplete && $0.name != nil })
        }
    }

    @Test("the engine publishes what is stated, step by step", arguments: sequences)
    func published(name: String) throws {
        let capture = try Capture(name)
        var replay = try Replay(capture, at: capture.start)
        for step in capture.steps { try replay.play(step) }
        replay.rest()
        try Listing.check(replay.listing, name + ".published")
    }

    @Test("following the messages comes to what the kernel dumps in the end", arguments: sequences)
    func freshStart(name: String) throws {
        let capture = try Capture(name)
        var replay = try Replay(capture, at: capture.start)
        for step in capture.steps { try replay.play(step) }
        replay.rest()
        var dumped = NetworkState()
        dumped.replace(with: try Replay.network(capture.end))
        #expect(replay.network.links == dumped.links)
        #expect(
            replay.network.addresses.mapValues(Set.init) == dumped.addresses.mapValues(Set.init))

        let fresh = try Replay(capture, at: capture.end)
        #expect(Self.routes(of: replay) == Self.routes(of: fresh))
        #expect(replay.run.kernel.rules == fresh.run.kernel.rules)
        #expect(replay.run.engine.path == fresh.run.engine.path)
    }

    @Test("however the messages are read together, the end is the same", arguments: sequences)
    func batches(name: String) throws {
        let capture = try Capture(name)
        var whole = try Replay(capture, at: capture.start)
        for step in capture.steps { try whole.play(step) }
        whole.rest()
        var generator = SeededGenerator()
        for _ in 0..<Thoroughness.cases(20) {
            var split = try Replay(capture, at: capture.start)
            var rest = capture.messages[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...Int.random(in: 1...rest.count), using: &generator)
                try split.play(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            split.rest()
            #expect(split.network == whole.network)
            #expect(split.run.engine.path == whole.run.engine.path)
            #expect(split.state() == whole.state())
        }
    }

    /// The routes that are not the machine's own addresses, without what only tells how long they
    /// last, in an order of their own.
    private static func routes(of replay: Replay) -> [String] {
        replay.run.kernel.routes.filter { $0.route.table != SimulatedKernel.localTable }
            .map { "\($0.route)" }.sorted()
    }
}
