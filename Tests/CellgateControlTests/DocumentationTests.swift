import TestSupport
import Testing

@testable import CellgateControl

@Suite("What is installed beside cellgatectl")
struct DocumentationTests {
    @Test("the manual page has each verb, and no other")
    func verbs() throws {
        let page = try ProjectFolder.text(of: "config/man/cellgatectl.1")
        let section = try #require(
            page.split(separator: ".SH VERBS\n").last?.split(separator: ".SH OPTIONS").first)
        let named = section.matches(of: /(?m)^\.TP\n\.(?:B|BI|BR) ([a-z\\-]+)/).map {
            String($0.output.1).replacing("\\", with: "")
        }
        #expect(named.sorted() == Verb.all.map(\.name).sorted())
    }

    @Test("the manual page and the completion have each option", arguments: Option.all.map(\.name))
    func options(name: String) throws {
        let page = try ProjectFolder.text(of: "config/man/cellgatectl.1")
        #expect(page.contains(name.replacing("-", with: "\\-")))
        let completion = try ProjectFolder.text(of: "config/completion/cellgatectl.bash")
        #expect(completion.contains(name))
    }

    @Test("the completion has each verb and each choice")
    func completion() throws {
        let completion = try ProjectFolder.text(of: "config/completion/cellgatectl.bash")
        let words = Set(completion.split { " \n'".contains($0) }.map(String.init))
        #expect(words.isSuperset(of: Verb.all.map(\.name) + ChoiceWord.settable))
    }

    @Test("the unit's command line can be followed")
    func unit() throws {
        let unit = try ProjectFolder.text(of: "systemd/cellgate-wait@.service")
        let command = try #require(unit.firstMatch(of: /(?m)^ExecStart=:\S+ (.*)$/)?.output.1)
        let arguments = command.split(separator: " ").map { $0 == "%I" ? "-odd id" : String($0) }
        var options = Options()
        options.timeout = .seconds(30)
        let wanted = Invocation(.wait(try AppReference("-odd id")), options)
        #expect(CommandLineReader.read(arguments) == .success(wanted))
    }
}
