import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("Two daemons")
    struct TwoDaemonsTests {
        @Test(
            "the second on one bus and one state directory runs on and says why it cannot be asked; it follows when the first is gone, and no choice is lost"
        )
        func succession() throws {
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            let policy = try PolicyFolder()
            let state = try TemporaryDirectory()
            let first = try RunningDaemon(
                in: namespace, policy: policy, state: state, bus: bus)
            let client = try BusClient(bus)
            try client.setChoice("A", "off")

            let second = try RunningDaemon(
                in: namespace, policy: policy, state: state, bus: bus)
            let missing = try #require(second.entries(of: "bus-changed").first)
            #expect(!missing.tellsOfBus)
            #expect(missing.fields["MESSAGE"]?.contains("belongs to another connection") == true)
            // That another has the records is no fault of the files.
            #expect(second.entries(of: "config-error") == [])
            #expect(try second.settle().apps["A"]?.choice == "off")

            // What is set meanwhile goes to the first, and the second reads it when it takes over.
            try client.setChoice("B", "wifiOnly")
            #expect(try client.processOfService() == UInt32(first.processID))
            #expect(try first.stop() == .exit(0))
            try second.awaitEntry(where: \.tellsOfBus)
            #expect(try client.processOfService() == UInt32(second.processID))
            #expect(try client.app("B").choice == "wifiOnly")
            try client.setChoice("C", "wifiAndCellular")
            #expect(
                try state.choicesInFile()
                    == ["A": "off", "B": "wifiOnly", "C": "wifiAndCellular"])
        }

        @Test(
            "two daemons on buses of their own: the one that has not the records refuses, and says who has"
        )
        func twoBuses() throws {
            let buses = [try PrivateBus(), try PrivateBus()]
            let namespace = try NamedNetworkNamespace()
            let state = try TemporaryDirectory()
            let first = try RunningDaemon(in: namespace, state: state, bus: buses[0])
            let second = try RunningDaemon(in: namespace, state: state, bus: buses[1])
            let clients = [try BusClient(buses[0]), try BusClient(buses[1])]
            try clients[0].setChoice("A", "off")
            let refusal = try #require(
                try clients[1].refusal("SetChoice", [.string("B"), .string("off")]))
            #expect(refusal.name == ServiceName.errorPrefix + "StorageFailed")
            #expect(
                refusal.message.contains(
                    "\(state.path)/records.json: another daemon has \(state.path)"))
            #expect(try state.choicesInFile() == ["A": "off"])

            // Once the first has gone, the second can write, and keeps what the first has written.
            #expect(try first.stop() == .exit(0))
            try clients[1].setChoice("B", "off")
            #expect(try state.choicesInFile() == ["A": "off", "B": "off"])
            #expect(try second.stop() == .exit(0))
        }
    }
}
