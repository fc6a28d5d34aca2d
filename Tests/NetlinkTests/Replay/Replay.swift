import CNetlink
import CellgateCore
import CellgateSimulation

@testable import Netlink

/// An engine that hears a recording, with the simulated kernel that follows it to ask.
struct Replay {
    /// May use Wi-Fi and not mobile data, so that the type of the path is seen in what is published.
    static let app = "org.example.Maps"

    private let capture: Capture
    private(set) var run: EngineRun
    /// The links and addresses as the events have them.
    private(set) var network = NetworkState()
    /// What was done, what the kernel told of it and what was published then, line by line.
    private var lines: [String] = []
    /// How many of the entries stand in ``lines``.
    private var listed = 0

    /// Starts the engine on a machine that the kernel dumped so.
    init(_ capture: Capture, at dump: Capture.Dump) throws {
        self.capture = capture
        run = EngineRun(
            kernel: try SimulatedKernel(dump, devices: capture.devices),
            apps: [Self.app: .choice(.wifiOnly, source: .package, isLocked: false)])
        let dumped = try Self.network(dump)
        network.replace(with: dumped)
        lines = ["start"]
        run.turn { run in
            run.feed(.start)
            // What the kernel really answered, in place of what the simulated one has kept of it.
            run.feed(.dump(dumped))
        }
        list()
    }

    /// Plays a step, each message in a turn of its own.
    mutating func play(_ step: Capture.Step) throws {
        advance(to: step.moment)
        lines.append(step.text)
        for message in step.messages { try play([message]) }
    }

    /// Plays messages that are read together: the kernel has done all that they tell before the
    /// engine asks it.
    mutating func play(_ messages: [Capture.Message]) throws {
        guard let last = messages.last else { return }
        advance(to: last.moment)
        var decoded = EventDecoder.Decoded()
        for message in messages {
            try run.kernel.follow(message.bytes, devices: capture.devices)
            EventDecoder.decode(message.bytes.span, into: &decoded)
        }
        for event in decoded.events { network.apply(event) }
        lines += decoded.events.map { "    < \($0.words)" }
        run.turn { $0.announce(decoded.events) }
        list()
    }

    /// Lets what was held back be published.
    mutating func rest() {
        run.advance(by: .seconds(5))
        list()
    }

    private mutating func advance(to moment: Duration) {
        run.advance(by: max(moment - run.now.since(.zero), .zero))
        list()
    }

    private mutating func list() {
        lines += run.entries[listed...].filter { $0.event != .started }
            .map { "    > \($0.event.rawValue): \($0.message)" }
        listed = run.entries.count
    }

    /// The state as the daemon publishes it when it is asked to.
    func state() -> [[Entry.Field]] {
        var run = run
        return run.turn { $0.feed(.publishState) }.map(\.details)
    }

    /// What was done, what the kernel told of it (`<`), what was published then (`>`), and the path
    /// in the end.
    var listing: String {
        let path = run.engine.path?.sentence ?? "no path is known"
        return (lines + ["end", "    \(path)"]).joined(separator: "\n") + "\n"
    }

    /// Links and addresses of a dump, as the daemon reads them.
    static func network(_ dump: Capture.Dump) throws -> NetworkDump {
        NetworkDump(
            links: try Capture.read(dump.messages, type: RTM_NEWLINK) {
                message throws(Undecodable) in try LinkDecoder.update(message)
            },
            addresses: try Capture.read(dump.messages, type: RTM_NEWADDR) {
                message throws(Undecodable) in try AddressDecoder.address(message: message)
            })
    }
}
