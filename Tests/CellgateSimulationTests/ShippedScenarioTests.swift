import CellgateCore
import CellgateSimulation
import FoundationEssentials
import TestSupport
import Testing

@Suite("The shipped scenarios")
struct ShippedScenarioTests {
    @Test("are all listed here")
    func listed() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: ProjectFolder.path + "/config/scenarios")
        #expect(files.sorted() == ShippedScenario.names.map { $0 + ".scenario" })
    }

    @Test("begin with what they show, and hold", arguments: ShippedScenario.names)
    func holds(name: String) throws {
        let text = try ShippedScenario.text(name)
        #expect(text.hasPrefix("# "))
        let run = try RunScenario(text)
        #expect(run.failures == [])
        #expect(run.held == text.split(separator: "\n").count { Self.isExpectation($0) })
        #expect(run.held >= 7)
    }

    @Test(
        "R83: every entry says that it is simulated, and the same text gives the same entries",
        arguments: ShippedScenario.names)
    func simulated(name: String) throws {
        let text = try ShippedScenario.text(name)
        let run = try RunScenario(text)
        #expect(
            run.publications.allSatisfy { publication in
                publication.entry.fields.last?.name == .simulated
                    && publication.entry.fields.last?.value == "1"
            })
        #expect(try RunScenario(text).publications == run.publications)
    }

    @Test("fail readably where one expected line is changed", arguments: ShippedScenario.names)
    func changed(name: String) throws {
        let file = name + ".scenario"
        let lines = try ShippedScenario.text(name)
            .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        var count = 0
        for (index, line) in lines.enumerated() where Self.isExpectation(line[...]) {
            var changed = lines
            changed[index] = Self.changed(line)
            let run = try RunScenario(changed.joined(separator: "\n"), file: file)
            let first = try #require(run.failures.first, "\(file):\(index + 1)")
            #expect(first.line == index + 1)
            let told = "\(first)".split(separator: "\n")
            #expect(told[0] == "\(file):\(index + 1): failed: \(changed[index])")
            #expect(told[1].hasPrefix("    expected: ") && told[2].hasPrefix("         got: "))
            #expect(first.expected != first.got && !first.got.isEmpty)
            #expect(told[3].contains("since line"))
            count += 1
        }
        #expect(count >= 7)
    }

    private static func isExpectation(_ line: Substring) -> Bool {
        !line.hasPrefix("#") && line.split(separator: " ").contains("expect")
    }

    /// Two values of each field that has only some.
    private static let values: [String: [String]] = [
        "AVAILABLE": ["yes", "no"], "EXPENSIVE": ["yes", "no"], "DNS": ["yes", "no"],
        "IPV4": ["yes", "no"], "IPV6": ["yes", "no"], "CONSTRAINED": ["yes", "no"],
        "REASON": ["available", "undecided"], "UNKNOWN_REASON": ["pending", "notAsked"],
        "CHOICE": ["off", "wifiOnly"], "CHOICE_SOURCE": ["user", "default"],
        "RESTRICTED_STATE": ["restricted", "unknown"], "GUIDANCE": ["none", "shown"],
        "CAUSE": ["network", "decision"], "PATH_STATUS": ["satisfied", "unsatisfied"],
        "INTERFACE_TYPE": ["wifi", "cellular"], "TYPE_SOURCE": ["name", "configured"],
    ]

    /// The line with something else expected that can be expected, too.
    private static func changed(_ line: String) -> String {
        if line.hasSuffix("expect nothing") {
            return line.replacing("expect nothing", with: "expect entry netlink-resync")
        }
        if let sign = line.lastIndex(of: "=") {
            let name = line[..<sign].split(separator: " ").last.map { String($0) } ?? ""
            guard let values = Self.values[name] else { return line + "x" }
            return line[...sign] + (line.hasSuffix("=\(values[0])") ? values[1] : values[0])
        }
        if line.contains("expect entry ") { return line + " MESSAGE=x" }
        let others = [
            "on": "off", "off": line.contains(" prompt ") ? "on" : "advice", "advice": "off",
            "specific": "off", "success": "off", "waiting": "ran", "ran": "waiting",
            "granted": "denied", "denied": "granted", "undetermined": "denied",
            "permission": "offline", "offline": "other", "other": "permission",
            "undecided": "other", "done": "refused", "refused": "done",
        ]
        var words = line.split(separator: " ").map { String($0) }
        let last = words.removeLast()
        let isAnswer = ["use", "probe", "fail"].contains { line.contains("expect \($0) ") }
        let other = isAnswer && last == "waiting" ? "refused" : others[last] ?? "?"
        return (words + [other]).joined(separator: " ")
    }
}
