import CNetlink
import CellgateCore
import Testing

@testable import Netlink

@Suite("Kinds of link")
struct KindsTests {
    @Test(
        "each link is of the stated type, known as stated, whatever its name suggests",
        arguments: Capture.files(".types"))
    func types(name: String) throws {
        let capture = try Capture(name)
        var network = NetworkState()
        network.replace(with: try Replay.network(capture.end))
        var answers = KernelAnswers()
        for (link, hints) in capture.devices { answers.add([.device(link): .device(hints)]) }
        let lines = try capture.steps.map { step in
            // The link by its name, and as the kernel answered where it is gone in the end.
            let name = InterfaceName(String(step.text.prefix { $0 != ":" }))
            let answer = try Capture.read(step.messages.map(\.bytes), type: RTM_NEWLINK) {
                message throws(Undecodable) in try LinkDecoder.update(message)
            }
            for update in answer { network.apply(.link(update)) }
            let index = answer.first?.index ?? network.links.values.first { $0.name == name }?.index
            let link = try #require(index, "\(name)")
            answers.add([.device(link): .device(capture.devices[link] ?? DeviceHints())])
            let found = try InterfaceClassifier(
                network: network, configuration: InterfaceConfiguration(), answers: answers
            ).classify(link)
            return "\(step.text): \(found.type) \(found.source.rawValue)"
        }
        try Listing.check(lines.joined(separator: "\n") + "\n", name + ".types")
    }
}
