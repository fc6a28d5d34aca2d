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

    @Test(
        "what does not go together is refused, in any order",
        arguments: [
            ("--replay a --record b", "--replay goes together with --json or --scenario only"),
            ("--record b --replay a", "--replay goes together with --json or --scenario only"),
            ("--replay a --check", "--replay goes together with --json or --scenario only"),
            ("--replay a --state b", "--replay goes together with --json or --scenario only"),
            ("--simulate a --replay b", "--simulate goes together with --json only"),
            ("--simulate a --check", "--simulate goes together with --json only"),
            ("--check --replay a", "--check runs nothing, and goes together with --config"),
            (
                "--scenario", "--scenario goes together with --replay FILE, and not with --json"
            ),
            (
                "--replay a --json --scenario",
                "--scenario goes together with --replay FILE, and not with --json"
            ),
            ("--record a --check", "--check runs nothing, and goes together with --config"),
        ])
    func conflicts(line: String, message: String) {
        let outcome = Invocation.parse(line.split(separator: " ").map(String.init))
        guard case .failure(let error) = outcome else {
            Issue.record("\(line) is accepted")
            return
        }
        #expect(error.message == message)
    }
}
