import CellgateBusInterface
import TestSupport
import Testing

@Suite("The interface files that are installed")
struct InterfaceFileTests {
    @Test(
        "say what the daemon and agents serve, with its documentation",
        arguments: [
            ManagerInterface.description, AppInterface.description, AgentInterface.description,
        ])
    func file(interface: InterfaceDescription) throws {
        let file = try ProjectFolder.text(of: "config/dbus/interfaces/\(interface.name).xml")
        #expect(file == Introspection.documentation(of: interface))
    }
}

@Suite("The D-Bus part of the manual page")
struct InterfacePageTests {
    /// The part of the page from one heading to the next.
    private static func section(_ heading: String) throws -> Substring {
        let page = try ProjectFolder.text(of: "config/man/cellgated.8")
        let rest = try #require(page.split(separator: heading + "\n", maxSplits: 1).last)
        return rest.split(separator: "\n.S", maxSplits: 1)[0]
    }

    @Test(
        "has each method with what it takes and gives, and no other",
        arguments: [
            ("Methods of the device", ManagerInterface.description),
            ("Agents", AgentInterface.description),
        ])
    func methods(heading: String, interface: InterfaceDescription) throws {
        let rows = try Self.section(".SS " + heading)
            .matches(of: /(?m)^([A-Z][A-Za-z]+)\t([^\t\n]+)\t([^\t\n]+)\t/)
            .map { row in
                // The page parts what a method gives; the signature does not.
                "\(row.output.1) \(row.output.2) \(row.output.3.replacing(" ", with: ""))"
            }
        func shown(_ signature: String) -> String { signature.isEmpty ? "\\-" : signature }
        let wanted = interface.methods.map {
            "\($0.name) \(shown($0.inputSignature)) "
                + shown($0.outputs.map(\.signature).joined())
        }
        #expect(rows.sorted() == wanted.sorted())
    }

    @Test(
        "has each property, and no other",
        arguments: [
            ("device", ManagerInterface.description), ("app", AppInterface.description),
        ])
    func properties(object: String, interface: InterfaceDescription) throws {
        let lists = try Self.section(".SS Properties").split(separator: ".TP\n")
        let list = try #require(lists.first { $0.hasPrefix(object + "\n") })
        let named = list.matches(of: /[A-Z][A-Za-z0-9]+/).map { String($0.output) }
            .filter { $0 != "IR" }
        #expect(named.sorted() == interface.properties.map(\.name).sorted())
    }
}
