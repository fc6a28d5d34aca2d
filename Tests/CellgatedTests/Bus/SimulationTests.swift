import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    /// `cellgatectl simulate` (R83, R84).
    @Suite("A simulation by hand")
    struct SimulationTests {
        private static let maps = "org.example.Maps"

        /// A daemon on Wi-Fi, on a bus of its own.
        private final class Stage {
            let bus: PrivateBus
            let namespace: NamedNetworkNamespace
            let policy: PolicyFolder
            let state: TemporaryDirectory
            var daemon: RunningDaemon
            let client: BusClient

            init() throws {
                bus = try PrivateBus()
                namespace = try NamedNetworkNamespace()
                try namespace.addWifi()
                policy = try PolicyFolder(apps: [SimulationTests.maps: "ask"])
                state = try TemporaryDirectory()
                daemon = try RunningDaemon(in: namespace, policy: policy, state: state, bus: bus)
                try daemon.reach(.via("wlan0:wifi"))
                client = try BusClient(bus)
            }

            /// Runs a command as the README has it.
            func run(_ command: String, _ launcher: String = "") throws -> Subprocess.Result {
                let program = try BuiltProgram.named("cellgatectl")
                let folder = String(program.dropLast("cellgatectl".count))
                let line = command.replacing("sudo ", with: "")
                return try Subprocess.run(
                    ["bash", "-c", "PATH=\(folder):$PATH; \(launcher) \(line)"],
                    environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            }
        }

        @Test("what is simulated is told to all, and the end gives back what is so")
        func readme() throws {
            let stage = try Stage()
            try stage.client.subscribe()
            let commands = try Readme().commands.filter {
                $0.contains("cellgatectl simulate") || $0 == "cellgatectl status"
            }
            #expect(commands.count == 5)
            var outputs: [String] = []
            for command in commands {
                let result = try stage.run(command)
                #expect(result.ending == .exit(0), "\(command): \(result.errorOutput)")
                outputs.append(result.output)
                if command.contains("ENETUNREACH") {
                    let app = try stage.client.app(Self.maps)
                    #expect(app.reason == "cellularDenied")
                    #expect(app.guidance == "eligible")
                    #expect(try stage.client.device().interface == "sim-cellular")
                }
            }
            #expect(outputs[0] == "simulated: path cellular\n")
            let simulated = "path cellular; choice \(Self.maps) wifi-only"
            #expect(outputs[3].contains("Simulated: \(simulated)\n"))
            #expect(outputs[4] == "nothing is simulated\n")
            try stage.daemon.settle()
            let state = try stage.daemon.reach(.via("wlan0:wifi"))
            #expect(state.reasons == [Self.maps: "available"])
            #expect(try stage.client.device().simulation == [])
            #expect(try stage.client.app(Self.maps).choice == "undecided")
            #expect(try stage.client.app(Self.maps).guidance == "none")
            let told = stage.client.changes.compactMap { $0.app == nil ? $0["Simulation"] : nil }
            #expect(told.last == .strings([]))
            // Every entry from the first step to the end carries the mark, and no other.
            let entries = stage.daemon.entries
            let steps = entries.indices.filter { entries[$0].event == "simulation-changed" }
            #expect(entries.filter { $0.event == "permission-required" }.count == 1)
            for (index, entry) in entries.enumerated() {
                let isWithin = (steps.first ?? 0)...(steps.last ?? 0) ~= index
                #expect((entry["SIMULATED"] == "1") == isWithin, "\(entry)")
            }
            #expect(try stage.run("cellgatectl help simulate").output.contains("airplane-mode"))
        }

        @Test("a restart ends it, and nothing of it was stored")
        func restart() throws {
            let stage = try Stage()
            #expect(try stage.run("cellgatectl simulate launch \(Self.maps)").ending == .exit(0))
            for step in ["choice \(Self.maps) off", "path none"] {
                #expect(try stage.run("cellgatectl simulate \(step)").ending == .exit(0))
            }
            #expect(try stage.client.device().simulation.count == 2)
            #expect(try stage.daemon.stop() == .exit(0))
            stage.daemon = try RunningDaemon(
                in: stage.namespace, policy: stage.policy, state: stage.state, bus: stage.bus)
            let state = try stage.daemon.reach(.via("wlan0:wifi"))
            #expect(state.reasons == [Self.maps: "available"])
            #expect(try stage.client.device().simulation == [])
            #expect(try stage.client.app(Self.maps).unknownReason == "notAsked")
        }

        @Test("who may not choose may not simulate; what is no step is named")
        func refused() throws {
            let stage = try Stage()
            let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
            let refusal = try stage.run("cellgatectl simulate path none", nobody)
            #expect(refusal.ending == .exit(1))
            #expect(refusal.errorOutput.contains("org.cellgate.cellgate1.set-choice"))
            let nonsense = try stage.run("cellgatectl simulate path wfi")
            #expect(nonsense.ending == .exit(2))
            #expect(nonsense.errorOutput.contains("did you mean 'wifi'?"))
            let unknown = try stage.run("cellgatectl simulate choice org.example.Mps off")
            #expect(unknown.ending == .exit(1))
            #expect(unknown.errorOutput.contains("did you mean \"\(Self.maps)\"?"))
            #expect(
                try stage.client.refusal("Simulate", [.strings(["path", "wfi"])])?.name
                    == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(try stage.client.device().simulation == [])
        }
    }
}
