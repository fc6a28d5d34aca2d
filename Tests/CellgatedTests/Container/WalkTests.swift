import FoundationEssentials
import TestSupport
import Testing

/// First use from end to end on each system; the first test that asks for it lets
/// Tests/Container/walk run.
@Suite(
    "First use of mobile data on the installed service",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct WalkTests {
    typealias System = InstalledService.System

    /// A part of the walk and what the journal tells of it.
    struct Stage: Sendable, CustomStringConvertible {
        let part: String
        let description: String
        /// The entries, a line each: the event, the app, and the fields of ``fields`` that are there.
        let listing: [String]

        init(_ part: String, _ description: String, _ listing: String) {
            self.part = part
            self.description = description
            self.listing = listing.split(separator: "\n").map(String.init)
        }
    }

    /// The fields that are compared; times, numbers and what others repeat are left out.
    static let fields = [
        "INTERFACE", "REASON", "UNKNOWN_REASON", "CHOICE", "GUIDANCE", "PROBE_RESULT",
        "PROBE_NETWORK", "CHANGED", "CAUSE",
    ]

    static let stages = [
        Stage(
            "allowing", "Wi-Fi goes, an app is launched, waits for the answer and is allowed",
            """
            path-changed - wwan0 network
            app-changed org.example.Maps wwan0 undecided notAsked undecided network
            prompt-requested org.example.Maps undecided notAsked undecided request
            restriction-changed org.example.Maps wwan0 undecided pending undecided decision
            prompt-answered org.example.Maps wifiAndCellular decision
            restriction-changed org.example.Maps wwan0 available wifiAndCellular decision
            app-changed org.example.Maps wwan0 available wifiAndCellular decision
            """),
        Stage(
            "refusing",
            "another is refused, advised about when a request fails, and allowed in the settings",
            """
            prompt-requested news.service undecided notAsked undecided request
            restriction-changed news.service wwan0 undecided pending undecided decision
            app-changed news.service wwan0 undecided pending undecided decision
            prompt-answered news.service wifiOnly decision
            restriction-changed news.service wwan0 cellularDenied wifiOnly decision
            app-changed news.service wwan0 cellularDenied wifiOnly decision
            refresh - 0 refresh
            permission-required news.service wwan0 cellularDenied wifiOnly request
            guidance-changed news.service eligible request
            guidance-changed news.service shown request
            guidance-changed news.service clicked request
            restriction-changed news.service wwan0 cellularDenied off decision
            refresh - 0 refresh
            guidance-changed news.service specific refresh
            restriction-changed news.service wwan0 available wifiAndCellular decision
            app-changed news.service wwan0 available wifiAndCellular decision
            guidance-changed news.service resolved decision
            refresh - 0 refresh
            probe-finished news.service granted cellular request
            """),
        Stage(
            "the third", "a third starts on Wi-Fi and is asked about when it is on mobile data",
            """
            path-changed - wwan0 network
            prompt-requested radio.service undecided notAsked undecided request
            restriction-changed radio.service wwan0 undecided pending undecided decision
            app-changed radio.service wwan0 undecided pending undecided decision
            prompt-waiting radio.service timer
            """),
        Stage(
            "the restart",
            "what is not answered is asked again after a restart, when somebody is there",
            """
            stopped - request
            started - start
            bus-changed - request
            prompt-answered radio.service off decision
            restriction-changed radio.service wwan0 cellularDenied off decision
            app-changed radio.service wwan0 cellularDenied off decision
            """),
        Stage(
            "installing anew", "an app that is installed anew is asked about anew",
            """
            restriction-changed radio.service wwan0 undecided notAsked undecided decision
            prompt-requested radio.service undecided notAsked undecided request
            restriction-changed radio.service wwan0 undecided pending undecided decision
            app-changed radio.service wwan0 undecided pending undecided decision
            prompt-answered radio.service wifiAndCellular decision
            restriction-changed radio.service wwan0 available wifiAndCellular decision
            app-changed radio.service wwan0 available wifiAndCellular decision
            """),
    ]

    @Test(
        "the journal tells each step, once and in order (R85)", arguments: System.allCases, stages)
    func journal(on system: System, stage: Stage) throws {
        let entries = try Walk.on(system).part("entries of \(stage.part)").entries
            .filter { $0["CELLGATE_EVENT"] != "snapshot" }
        let told = entries.map { entry in
            let known = [entry["CELLGATE_EVENT"], entry["CELLGATE_APP"] ?? "-"]
            return (known + Self.fields.map { entry["CELLGATE_" + $0] }).compactMap { $0 }
                .joined(separator: " ")
        }
        #expect(told == stage.listing)
    }

    @Test("what was recorded of it replays to the same entries", arguments: System.allCases)
    func replay(on system: System) throws {
        let walk = try Walk.on(system)
        let told = try walk.part("all entries").entries.map(Self.ownFields)
        let replayed = try walk.part("replayed")
        #expect(replayed.exitStatus == 0)
        #expect(replayed.lines.count == told.count)
        #expect(replayed.entries == told)
        #expect(told.count > 60)
    }

    /// Those that the daemon gives; the journal adds others.
    private static func ownFields(_ entry: [String: String]) -> [String: String] {
        entry.filter { name, _ in
            name.hasPrefix("CELLGATE_")
                || ["MESSAGE", "MESSAGE_ID", "PRIORITY", "SYSLOG_IDENTIFIER"].contains(name)
        }
    }

    @Test("a clean record is one that is not there", arguments: System.allCases)
    func cleanRecord(on system: System) throws {
        #expect(try Walk.on(system).part("records before").lines == [])
    }

    @Test(
        "who sits at the machine may show prompts, and others need the right",
        arguments: System.allCases)
    func right(on system: System) throws {
        let walk = try Walk.on(system)
        let action = try walk.part("polkit action").lines.filter { $0.contains("implicit") }
            .map { $0.split(separator: " ").last }
        #expect(action == ["auth_admin_keep", "auth_admin_keep", "yes"])
        let refused = try walk.part("agent without the right")
        #expect(refused.exitStatus == 1)
        #expect(refused.text.contains("org.cellgate.cellgate1.agent"))
    }

    @Test("each launch gets its answer", arguments: System.allCases)
    func launches(on system: System) throws {
        let walk = try Walk.on(system)
        #expect(try walk.part("launched").lines == ["granted"])
        #expect(try walk.part("refused").lines == ["denied"])
        #expect(try walk.part("failed request").text == "s \"permission\"")
        #expect(try walk.part("failed again").text == "s \"permission\"")
        #expect(try walk.part("works again").lines == ["granted"])
        #expect(try walk.part("third launched").lines == ["undetermined", "undetermined"])
        #expect(try walk.part("launched again").lines == ["granted"])
    }

    @Test(
        "an app that waits for the answer is pending, and not refused",
        arguments: System.allCases, ["waiting", "pending after restart"])
    func pending(on system: System, part: String) throws {
        let state = try Walk.state(in: Walk.on(system).part(part))
        #expect(
            state
                == Walk.State(
                    restrictedState: "unknown", unknownReason: "pending", reason: "undecided",
                    available: false))
    }

    @Test("an app that is allowed reaches the network", arguments: System.allCases)
    func allowed(on system: System) throws {
        let state = try Walk.state(in: Walk.on(system).part("allowed"))
        #expect(
            state
                == Walk.State(
                    restrictedState: "notRestricted", unknownReason: "", reason: "available",
                    available: true))
    }

    @Test("on Wi-Fi nobody is asked about an undecided app (R15)", arguments: System.allCases)
    func notAskedOnWifi(on system: System) throws {
        let entries = try Walk.on(system).part("third on Wi-Fi").entries
        #expect(entries.map { $0["CELLGATE_EVENT"] } == ["probe-finished"])
        #expect(entries.map { $0["CELLGATE_PROBE_RESULT"] } == ["undetermined"])
    }

    @Test("who has just refused is not advised at once (R61)", arguments: System.allCases)
    func noAdviceAtOnce(on system: System) throws {
        let terminal = try Walk.on(system).part("terminal at once").text
        #expect(terminal.hasSuffix("news.service: wifi-only"))
        #expect(!terminal.contains("Mobile data is off"))
    }

    @Test(
        "the terminal shows each advice once, and that it works again", arguments: System.allCases)
    func advice(on system: System) throws {
        let lines = try Walk.on(system).part("terminal").lines.filter {
            $0.contains("obile data") && !$0.contains("wants to use") && !$0.hasPrefix("  ")
        }
        #expect(
            lines == [
                "Mobile data is off for news.service, so it cannot connect here. It can be allowed "
                    + "in the settings.",
                "Mobile data is still off for news.service, so it cannot connect here. In the "
                    + "settings of mobile data, news.service has an entry of its own, which can be "
                    + "set to Wi-Fi and mobile data.",
                "news.service may use mobile data again.",
            ])
    }

    @Test("what came of it is counted (R76, R77)", arguments: System.allCases)
    func measures(on system: System) throws {
        let walk = try Walk.on(system)
        let last = try walk.part("entries of refusing").entries
            .last { $0["CELLGATE_EVENT"] == "guidance-changed" }
        let flags = ["SHOWN", "CLICKED", "RESOLVED"].map { last?["CELLGATE_GUIDE_" + $0] }
        #expect(flags == ["yes", "yes", "yes"])
        let prometheus = try Set(walk.part("prometheus").lines)
        #expect(
            prometheus.isSuperset(of: [
                "cellgate_prompts_total 2", "cellgate_probes_granted_total 1",
                "cellgate_probes_denied_total 0", "cellgate_probes_undetermined_total 0",
                "cellgate_guidance_shown_total 1", "cellgate_guidance_clicked_total 1",
                "cellgate_guidance_resolved_total 1",
            ]))
        #expect(try walk.part("statistics").text.contains("\"guidanceResolved\":1"))
    }

    @Test("the service was never restarted by systemd", arguments: System.allCases)
    func service(on system: System) throws {
        let state = try Walk.on(system).part("state at the end").properties
        #expect(state["ActiveState"] == "active")
        #expect(state["NRestarts"] == "0")
    }
}

/// What Tests/Container/walk tells on each system.
private enum Walk {
    /// The transcript; the script runs once, when it is first asked for.
    static func on(_ system: InstalledService.System) throws -> Transcript {
        switch system {
        case .debian12: try onDebian12.get()
        case .debian13: try onDebian13.get()
        }
    }

    private static let onDebian12 = Result {
        try InstalledService.run("walk", installs: true, on: .debian12)
    }
    private static let onDebian13 = Result {
        try InstalledService.run("walk", installs: true, on: .debian13)
    }

    /// An app's state, as `cellgatectl --json show` has it.
    struct State: Decodable, Equatable {
        let restrictedState: String
        let unknownReason: String
        let reason: String
        let available: Bool
    }

    static func state(in part: Transcript.Part) throws -> State {
        try JSONDecoder().decode(State.self, from: Data(part.text.utf8))
    }
}
