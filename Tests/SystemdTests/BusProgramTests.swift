import Systemd
import TestSupport
import Testing

/// Calls by other programs, which do not use this code.
@Suite(.enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct BusProgramTests {
    let bus: PrivateBus
    let stage: BusStage

    init() throws {
        bus = try PrivateBus()
        stage = try BusStage(bus)
    }

    @Test("another program's call is understood, and its answer too")
    func busctl() throws {
        let server = try stage.connect()
        try server.serve(path: "/x") { try? $0.reply($0.message.body) }
        let result = try run(
            [
                "busctl", "--address=\(bus.address)", "call", server.name, "/x", "test.I", "Echo",
                "a{sv}", "2", "one", "as", "2", "a", "b", "two", "t", "18446744073709551615",
            ], besides: server)
        let output = #"a{sv} 2 "one" as 2 "a" "b" "two" t 18446744073709551615"# + "\n"
        #expect(result == Subprocess.Result(ending: .exit(0), output: output))
    }

    @Test("a caller that wants no answer gets none, and nothing comes of answering")
    func noReplyExpected() throws {
        let server = try stage.connect()
        var calls: [BusCall] = []
        try server.serve(path: "/x") { calls.append($0) }
        for _ in 0..<2 {
            let result = try run(
                [
                    "busctl", "--address=\(bus.address)", "--expect-reply=no", "call",
                    server.name, "/x", "test.I", "M",
                ], besides: server)
            #expect(result == Subprocess.Result(ending: .exit(0)))
        }
        #expect(calls.count == 2)
        try calls[0].reply()
        calls = []
        try stage.settle(server)
    }

    @Test("a call with a text that libsystemd does not take is answered with InvalidArgs")
    func noncharacter() throws {
        let server = try stage.connect()
        var served = 0
        try server.serve(path: "/x") { _ in served += 1 }
        let result = try run(
            [
                "dbus-send", "--bus=\(bus.address)", "--print-reply", "--dest=\(server.name)",
                "/x", "test.I.M", "string:\u{FFFF}",
            ], besides: server)
        #expect(result.ending == .exit(1))
        #expect(result.errorOutput.hasPrefix("Error \(BusErrorName.invalidArguments)"))
        #expect(served == 0)
        try stage.settle(server)
    }

    /// Runs a program that calls `server`, while the loop turns: until the program has left the
    /// bus.
    private func run(
        _ arguments: [String], besides server: BusConnection
    ) throws -> Subprocess.Result {
        var isGone = false
        let match = try server.match(.nameOwnerChanged()) {
            isGone = isGone || $0.body.last?.string == ""
        }
        try stage.settle(server)
        let program = try Subprocess(arguments)
        try stage.run { isGone }
        withExtendedLifetime(match) {}
        return try program.finish()
    }
}
