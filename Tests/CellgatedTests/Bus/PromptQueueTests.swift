import CellgateBusInterface
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("An agent for whom many prompts wait")
    struct PromptQueueTests {
        /// With prompts of an earlier run, which an agent gets when it registers.
        private static func daemon(
            on bus: PrivateBus, prompts count: Int
        ) throws -> RunningDaemon {
            let state = try TemporaryDirectory()
            let apps = (0..<count).map {
                "\"app\($0)\":{\"choice\":\"undecided\",\"asked\":true}"
            }
            try state.write(
                "{\"version\":1,\"apps\":{\(apps.joined(separator: ","))}}", to: "records.json")
            return try RunningDaemon(
                in: NamedNetworkNamespace(), policy: PolicyFolder(apps: [:]), state: state,
                bus: bus)
        }

        @Test("has eight of them at a time, and the daemon's place on the bus is not used up")
        func eight() throws {
            let bus = try PrivateBus()
            let daemon = try Self.daemon(on: bus, prompts: 200)
            let agent = try BusClient(bus)
            var calls: [BusCall] = []
            try agent.connection.serve(path: ServiceName.agentPath) { calls.append($0) }
            try agent.call("RegisterAgent")
            try agent.settle()
            #expect(calls.map(\.message.member) == Array(repeating: "Ask", count: 8))
            try calls[0].reply([.string("off")])
            // An answer that is none, with a value too many.
            try calls[1].reply([.string("off"), .uint32(0)])
            try agent.loop.turn { calls.count == 10 }
            try agent.settle()
            #expect(calls.count == 10)
            let first = try #require(calls[0].message.body.first?.string)
            let second = try #require(calls[1].message.body.first?.string)
            // The next prompt does not wait for the disk.
            try agent.loop.turn { try agent.app(first).choice == "off" }
            #expect(try agent.app(second).unknownReason == "pending")
            // Another connection is served, too.
            #expect(try BusClient(bus).device().pathStatus == "unsatisfied")
            try daemon.settle()
        }

        @Test("is asked 10 s later what the bus refused to deliver")
        func refused() throws {
            let bus = try PrivateBus(limits: ["max_replies_per_connection": 6])
            let daemon = try Self.daemon(on: bus, prompts: 8)
            let agent = try BusClient(bus)
            var calls: [BusCall] = []
            try agent.connection.serve(path: ServiceName.agentPath) { calls.append($0) }
            try agent.call("RegisterAgent")
            try daemon.settle()
            try agent.settle()
            #expect(calls.count == 6)
            for call in calls { try call.reply([.string("off")]) }
            try agent.loop.turn { calls.count == 8 }
            let apps = Set(calls.compactMap { $0.message.body.first?.string })
            #expect(apps.count == 8)
        }
    }
}
