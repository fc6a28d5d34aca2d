import CellgateBusInterface
import TestSupport
import Testing

@Suite("The interface files that are installed")
struct InterfaceFileTests {
    @Test("say what the daemon serves, with its documentation", arguments: ["Manager", "App"])
    func file(kind: String) throws {
        let interface =
            kind == "App" ? AppInterface.description : ManagerInterface.description
        let file = try ProjectFolder.text(of: "config/dbus/interfaces/\(interface.name).xml")
        #expect(file == Introspection.documentation(of: interface))
    }
}
