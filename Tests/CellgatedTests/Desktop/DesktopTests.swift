import TestSupport
import Testing

/// A display, and what shows notifications on it.
private enum Desktop {
    static let isAvailable =
        NamedNetworkNamespace.isAvailable && PrivateBus.isAvailable
        && ["Xvfb", "dunst", "xdotool", "import"].allSatisfy {
            (try? Subprocess.succeed(["sh", "-c", "command -v \($0)"])) != nil
        }
}

/// The desktop agent with a real notification server on a display.
@Suite(
    "A prompt on a desktop",
    .enabled(if: Desktop.isAvailable, "needs root, Xvfb, dunst, xdotool and ImageMagick"),
    .timeLimit(.minutes(10)))
struct DesktopTests {
    @Test("is shown as a notification, and a click answers it")
    func click() throws {
        let programs = String(try BuiltProgram.cellgated().dropLast("/cellgated".count))
        let output = try Subprocess.succeed(["\(ProjectFolder.path)/Tests/Desktop/click", programs])
        let lines = output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(output)")
        let pixels = try #require(lines[0].split(separator: " ").last.flatMap { Int($0) })
        #expect(pixels > 2, "nothing is on the screen")
        #expect(
            Array(lines[1...]) == [
                "probe: denied", "org.example.Maps  wifi-only  user  restricted  available",
                // That there was no server at first, and that there is one.
                "agent: 2 lines",
            ])
    }
}
