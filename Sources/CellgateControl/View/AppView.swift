package import CellgateBusInterface
internal import Systemd

/// Everything that is known of an app.
package enum AppView {
    /// Each property by its name on D-Bus; `-` for what is empty.
    package static func lines(_ app: AppProperties, on screen: Screen) -> [String] {
        var sheet = PropertySheet()
        for (name, value) in app.values {
            let isReason = name == "Reason"
            sheet.add(
                name, text(of: name, value, app, screen.clock),
                isReason ? .of(reason: app.reason) : .plain)
        }
        return sheet.lines(on: screen)
    }

    private static func text(
        of name: String, _ value: BusValue, _ app: AppProperties, _ clock: Clock
    ) -> String {
        let text =
            switch (name, value) {
            case ("Since", .uint64(let moment)), ("Decided", .uint64(let moment)):
                clock.text(moment) ?? ""
            case ("Choice", .string(let choice)): ChoiceWord.shown(choice)
            case (_, .string(let text)): text
            case (_, .boolean(let isSo)): isSo.word
            case ("Interfaces", _): app.interfaces.map(\.shown).joined(separator: ", ")
            case (_, .array): (value.strings ?? []).joined(separator: ", ")
            default: value.integer.map(String.init) ?? ""
            }
        return text.isEmpty ? "-" : text
    }
}
