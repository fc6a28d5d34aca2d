import Testing

@testable import CellgateDaemon

@Suite("The command line's reader")
struct InvocationTests {
    @Test(
        "a directory of any name can be given in both ways",
        arguments: [
            "/etc/cellgate", "a=b", "-", "--json", " ", "\u{301}x", "\u{711}s", "=\u{301}",
        ])
    func directories(name: String) {
        var wanted = Invocation()
        wanted.configurationDirectory = name
        #expect(Invocation.parse(["--config", name]) == .success(wanted))
        #expect(Invocation.parse(["--config=" + name]) == .success(wanted))
    }
}
