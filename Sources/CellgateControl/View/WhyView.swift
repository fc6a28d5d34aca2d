package import CellgateBusInterface
internal import CellgateCore

/// Why an app can or cannot reach the network, and what would change that.
package enum WhyView {
    /// The reason, what it depends on, and the remedies with the commands that are some.
    package static func lines(_ explanation: ExplanationProperties, on screen: Screen) -> [String] {
        let app = explanation.app
        var sheet = PropertySheet()
        sheet.add("Now", app.reason, .of(reason: app.reason))
        sheet.add("Why", explanation.reason)
        sheet.add("Since", screen.clock.text(app.since))
        sheet.add("Cause", app.cause)
        sheet.add("Path", path(of: app))
        sheet.add("May use", app.restrictedWords)
        sheet.add("Choice", app.choiceWords)
        sheet.add("Decided", screen.clock.text(app.decided))
        var lines = [screen.paint(ShownText.safe(app.title), .heading)] + sheet.lines(on: screen)
        guard !explanation.remedies.isEmpty else { return lines }
        lines += ["", "What would change it:"]
        for remedy in explanation.remedies {
            let parts = ShownText.wrap(
                ShownText.safe(remedy.sentence), to: screen.width.map { max($0 - 4, 20) })
            lines += parts.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
            if let command = command(remedy, for: app.id) {
                lines.append("      " + screen.paint(command, .faint))
            }
        }
        return lines
    }

    private static func path(of app: AppProperties) -> String {
        let reason = app.pathReason.isEmpty ? "" : " (\(app.pathReason))"
        guard !app.interfaces.isEmpty else { return app.pathStatus + reason }
        let interfaces = app.interfaces.map(\.shown).joined(separator: ", ")
        let abilities = app.abilities.isEmpty ? "" : ", " + app.abilities
        return "\(app.pathStatus)\(reason): \(interfaces)\(abilities)"
    }

    /// What would do it at a shell; nil where no command does.
    private static func command(_ remedy: ExplanationProperties.Remedy, for id: String) -> String? {
        let isLikeOption = id.utf8.first == UInt8(ascii: "-")
        let set = "cellgatectl set \(isLikeOption ? "-- " : "")\(ShellWord.quote(id)) "
        switch Remedy(rawValue: remedy.name) {
        case .allowMobileData?: return set + Choice.wifiAndCellular.fileValue
        case .allowNetwork?:
            return set + Choice.wifiOnly.fileValue + "|" + Choice.wifiAndCellular.fileValue
        case .decide?, .chooseAgain?: return set + ChoiceWord.settable.joined(separator: "|")
        case .mendFile?: return "cellgatectl check"
        case .connect?, .joinWifi?, .askAdministrator?, .leaveAirplaneMode?, .attachModem?,
            .insertSIM?, nil:
            return nil
        }
    }
}

/// Words as a shell reads them. Source: POSIX, Shell Command Language, 2.2.
enum ShellWord {
    /// The text as one word for a shell, safe for a terminal.
    static func quote(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            let scalar = Unicode.Scalar(byte)
            return scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || "0123456789._-@".unicodeScalars.contains(scalar))
        }
        if isPlain, !text.isEmpty, text.utf8.first != UInt8(ascii: "-") { return text }
        let parts = ShownText.safe(text).unicodeScalars.split(
            separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
    }
}
