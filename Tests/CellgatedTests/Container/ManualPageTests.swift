import CellgateCore
import TestSupport
import Testing

@Suite("The manual page of cellgated")
struct ManualPageTests {
    @Test("it has every event with its MESSAGE_ID, and no other")
    func events() throws {
        let page = try ProjectFolder.text(of: "config/man/cellgated.8")
        let rows = page.matches(of: /(?m)^([a-z-]+)\t([0-9a-f]{32})$/)
            .map { [String($0.output.1), String($0.output.2)] }
        #expect(rows == EntryEvent.allCases.map { [$0.rawValue, $0.messageID] })
    }

    @Test("it has every field, and no other")
    func fields() throws {
        let page = try ProjectFolder.text(of: "config/man/cellgated.8")
        let named = Set(page.matches(of: /CELLGATE_[A-Z0-9_]+/).map { String($0.output) })
        let written = Set(EntryField.allCases.map(\.rawValue).filter { $0.hasPrefix("CELLGATE_") })
        #expect(named == written)
    }

    @Test(
        "it has every value of the cause, and of how a type and a cost are known",
        arguments: Cause.allCases.map(\.rawValue) + TypeSource.allCases.map(\.rawValue)
            + ExpensiveSource.allCases.map(\.rawValue))
    func values(value: String) throws {
        let page = try ProjectFolder.text(of: "config/man/cellgated.8")
        #expect(page.contains(".IR \(value) ") || page.contains(".I \(value)\n"))
    }
}
