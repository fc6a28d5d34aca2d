import CellgateCore
import CellgateDaemon
import Posix
import Systemd
import Testing

@Suite("what an agent returns")
struct AgentAnswerTests {
    @Test(
        "is a choice where it is one text that is one",
        arguments: [
            ("wifiAndCellular", Choice.wifiAndCellular), ("wifiOnly", .wifiOnly), ("off", .off),
        ])
    func choice(text: String, choice: Choice) {
        #expect(PromptAnswer(signature: "s", body: [.string(text)]) == .choice(choice))
    }

    @Test("is refused with its text where that is no choice", arguments: ["", "undecided", "Off"])
    func noChoice(text: String) {
        #expect(
            PromptAnswer(signature: "s", body: [.string(text)])
                == .failed(reason: "the agent's answer is no choice: \(text.debugDescription)"))
    }

    private static let others: [(String, [BusValue])] = [
        ("", []), ("su", [.string("off"), .uint32(0)]), ("v", [.variant(.string("off"))]),
        ("u", [.uint32(1)]), ("ss", [.string("off"), .string("off")]),
    ]

    @Test("is refused with its signature where that is another", arguments: others)
    func signature(signature: String, body: [BusValue]) {
        #expect(
            PromptAnswer(signature: signature, body: body)
                == .failed(
                    reason: "the agent's answer has the signature "
                        + "\(signature.debugDescription), not \"s\""))
    }

    private static let bus = "org.freedesktop.DBus.Error."

    @Test(
        "did not come where the bus or a connection is at fault",
        arguments: [
            "LimitsExceeded", "NoReply", "NoMemory", "Timeout", "Disconnected", "ServiceUnknown",
            "NameHasNoOwner",
        ])
    func undelivered(name: String) {
        let error = BusError.named(name: Self.bus + name, message: "why")
        #expect(
            PromptAnswer(.failure(error)) == .undelivered(reason: "why (\(Self.bus + name))"))
    }

    @Test(
        "says that the agent cannot show it, by any other error",
        arguments: ["Failed", "UnknownMethod", "UnknownObject", "AccessDenied", "InvalidArgs"])
    func failed(name: String) {
        let error = BusError.named(name: Self.bus + name, message: "")
        #expect(PromptAnswer(.failure(error)) == .failed(reason: Self.bus + name))
    }
}
