import TestSupport
import Testing

/// Two sessions of the login manager, an agent in each; the first test that asks for it lets
/// Tests/Container/seats run.
@Suite(
    "A prompt when the user turns to another session",
    .enabled(if: Container.isAvailable, "needs root and a cgroup2 hierarchy"))
struct SeatSwitchTests {
    @Test(
        "is shown in the session in front, and taken away in the other",
        arguments: [
            ("in front", ["c1 1 0", "c2 0 0"]), ("turned", ["c1 1 1", "c2 1 0"]),
            ("turned back", ["c1 2 1", "c2 1 1"]), ("ended", ["c1 2 2", "c2 2 1"]),
        ])
    func screens(part: String, lines: [String]) throws {
        #expect(try Self.transcript.get().part(part).lines == lines)
    }

    @Test("is one prompt all the same, and the answer counts")
    func answer() throws {
        let transcript = try Self.transcript.get()
        #expect(
            try transcript.part("entries").events == ["prompt-requested", "prompt-answered"])
        let chosen = try transcript.part("chosen").text
        #expect(chosen.contains("org.example.Maps  wifi-only"))
    }

    private static let transcript = Result { try InstalledService.run("seats", installs: true) }
}
