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
