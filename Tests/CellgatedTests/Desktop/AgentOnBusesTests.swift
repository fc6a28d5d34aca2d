import CellgateBusInterface
import Glibc
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    /// The desktop agent between a daemon and a notification server that keeps what it is told.
    @Suite("An agent between two buses")
    struct AgentOnBusesTests {
        private static let prompt = NotificationRecorder.Shown(
            id: 1, summary: "Maps wants to use mobile data",
            actions: [
                "wifiAndCellular", "Wi-Fi & mobile data", "wifiOnly", "Wi-Fi only", "off", "Off",
            ], urgency: 2)

        private static func agent(_ stage: FirstUseStage, _ session: PrivateBus) throws
            -> Subprocess
        {
            try Subprocess(
                [BuiltProgram.named("cellgate-agent")],
                environment: stage.environment.merging(
                    ["DBUS_SESSION_BUS_ADDRESS": session.address]) { $1 })
        }

        @Test("without a server it warns once; the prompt waits, is shown, and survives a crash")
        func server() throws {
            let stage = try FirstUseStage()
            let session = try PrivateBus()
            let agent = try Self.agent(stage, session)
            let warning = try #require(try agent.nextLine(from: .standardError))
            #expect(warning.hasPrefix("cellgate-agent: There is no notification server: "))
            try stage.probe()
            #expect(try stage.maps().unknownReason == "pending")

            var server: NotificationRecorder? = try NotificationRecorder(
                session, loop: stage.client.loop)
            try stage.client.loop.turn { server?.shown.isEmpty == false }
            #expect(server?.shown == [Self.prompt])
            // It crashes while the prompt is shown.
            server = nil
            var lines = [try #require(try agent.nextLine(from: .standardError))]
            lines.append(try #require(try agent.nextLine(from: .standardError)))
            #expect(
                lines == [
                    "cellgate-agent: Prompts are shown here.",
                    "cellgate-agent: The notification server is gone",
                ])
            #expect(try stage.maps().unknownReason == "pending")

            let next = try NotificationRecorder(session, loop: stage.client.loop)
            try stage.client.loop.turn { !next.shown.isEmpty }
            #expect(try stage.maps().unknownReason == "pending")
            next.click(1, "wifiOnly")
            try stage.await { $0.choice == "wifiOnly" }
            try stage.client.loop.turn { next.open.isEmpty }
            #expect(next.shown == [Self.prompt])

            agent.send(signal: SIGTERM)
            let result = try agent.finish()
            #expect(result.ending == .exit(0))
            #expect(result.errorOutput == "cellgate-agent: Prompts are shown here.\n")
        }

        @Test("where the server starts anew while its prompt is shown, never two are shown")
        func takeover() throws {
            let stage = try FirstUseStage()
            let session = try PrivateBus()
            let agent = try Self.agent(stage, session)
            do {
                for round in 0..<5 {
                    let server = try NotificationRecorder(session, loop: stage.client.loop)
                    if round == 0 { try stage.probe() }
                    try stage.client.loop.turn { !server.shown.isEmpty }
                    #expect(server.shown == [Self.prompt])
                    #expect(server.mostOpen == 1)
                }
            } catch {
                let app = try stage.maps()
                agent.send(signal: SIGTERM)
                Issue.record("\(app); the agent said: \(try agent.finish().errorOutput)")
                throw error
            }
        }

        @Test("advice is quiet, opens the settings by a click only, and tells of it (R63, R64)")
        func advice() throws {
            let stage = try FirstUseStage(
                choice: "wifi-only",
                settings: "[Guidance]\nSettingsCommand=/bin/true --app %i\n")
            let session = try PrivateBus()
            let server = try NotificationRecorder(session, loop: stage.client.loop)
            let agent = try Self.agent(stage, session)
            defer { withExtendedLifetime(agent) {} }
            try stage.reportFailure()
            try stage.await { $0.guidance == "shown" }
            #expect(
                server.shown == [
                    NotificationRecorder.Shown(
                        id: 1, summary: "Maps", actions: ["settings", "Open settings"], urgency: 0)
                ])
            // However often requests fail.
            try stage.reportFailure()
            try stage.await { $0.guidance == "shown" }
            #expect(server.started == [])

            server.click(1, "settings")
            try stage.await { $0.guidance == "clicked" }
            try stage.client.loop.turn { !server.started.isEmpty && server.open.isEmpty }
            #expect(server.shown.count == 1)
            #expect(server.started.count == 1)
            #expect("\(server.started)".contains("/bin/true"))
            #expect("\(server.started)".contains("org.example.Maps"))
        }

        @Test("a program for the settings that is none is not started, and said of")
        func noProgram() throws {
            let stage = try FirstUseStage(
                choice: "wifi-only", settings: "[Guidance]\nSettingsCommand=/usr/bin\n")
            let session = try PrivateBus()
            let server = try NotificationRecorder(session, loop: stage.client.loop)
            let agent = try Self.agent(stage, session)
            try stage.reportFailure()
            try stage.await { $0.guidance == "shown" }
            server.click(1, "settings")
            try stage.await { $0.guidance == "clicked" }
            var line = try #require(try agent.nextLine(from: .standardError))
            // It says first whether there is a server, and that may come after it.
            while !line.contains("settings") {
                line = try #require(try agent.nextLine(from: .standardError))
            }
            #expect(
                line == #"cellgate-agent: The settings cannot be opened: "/usr/bin" is no program"#)
            #expect(server.started == [])
        }

        @Test("advice that the server refuses to show comes with the next reason")
        func refused() throws {
            let stage = try FirstUseStage(choice: "wifi-only")
            let session = try PrivateBus()
            let server = try NotificationRecorder(session, loop: stage.client.loop)
            server.refuses = true
            let agent = try Self.agent(stage, session)
            defer { withExtendedLifetime(agent) {} }
            try stage.reportFailure()
            try stage.await { $0.guidance == "recorded" }
            #expect(server.refusals == 1)
            server.refuses = false
            try stage.reportFailure()
            try stage.await { $0.guidance == "shown" }
            #expect(server.refusals == 1 && server.shown.count == 1)
        }

        @Test(
            "advice that leaves the screen is put away, and does not come back by itself (R63)",
            arguments: [1, 2, 3] as [UInt32])
        func dismissed(reason: UInt32) throws {
            let stage = try FirstUseStage(choice: "wifi-only")
            let session = try PrivateBus()
            let server = try NotificationRecorder(session, loop: stage.client.loop)
            let agent = try Self.agent(stage, session)
            defer { withExtendedLifetime(agent) {} }
            try stage.reportFailure()
            try stage.await { $0.guidance == "shown" }
            #expect(server.shown.map(\.actions) == [[]], "there is no command for a button")
            server.close(1, reason: reason)
            try stage.await { $0.guidance == "recorded" }
            try stage.reportFailure()
            try stage.await { $0.guidance == "recorded" }
            #expect(server.shown.count == 1)
            #expect(server.started == [])
        }
    }
}
