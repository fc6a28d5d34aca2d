package import CellgateCore

/// What notifications say: what is so, what follows, and the way out; no commands, no blame (R69).
package enum NotificationText {
    /// The question about an app, with a button for each answer.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether the user has put it away before.
    ///   - hasMarkup: Whether the body is taken for markup.
    package static func prompt(
        _ question: PromptQuestion, isQuiet: Bool, hasMarkup: Bool
    ) -> Notification {
        let wish = question.asksAboutWifi ? "the network" : "mobile data"
        let body =
            "Without a choice it stays without \(wish). The choice can be changed later.\n"
            + "App: \(AppLabel.id(question.app))"
        return Notification(
            summary: "\(AppLabel.name(question.name, of: question.app)) wants to use \(wish)",
            body: hasMarkup ? XMLText.markup(body) : body,
            buttons: [
                .init(key: Choice.wifiAndCellular.rawValue, label: "Wi-Fi & mobile data"),
                .init(key: Choice.wifiOnly.rawValue, label: "Wi-Fi only"),
                .init(key: Choice.off.rawValue, label: "Off"),
            ], urgency: isQuiet ? .low : .critical, expiry: .never, isResident: true)
    }

    /// Advice about an app, which looks like what it is: it passes by, and asks nothing (R63).
    ///
    /// - Parameters:
    ///   - canOpenSettings: Whether there is a button for the settings.
    ///   - hasMarkup: As above.
    package static func guidance(
        _ note: Advice, canOpenSettings: Bool, hasMarkup: Bool
    ) -> Notification {
        let text = AppLabel.plain(note.text)
        return Notification(
            summary: AppLabel.name(note.name, of: note.app),
            body: hasMarkup ? XMLText.markup(text) : text,
            buttons: canOpenSettings ? [.init(key: settingsKey, label: "Open settings")] : [],
            urgency: .low, expiry: .asServerSets, isResident: false)
    }

    /// The key of the button that opens the settings.
    static let settingsKey = "settings"
}

/// What the daemon wants to be shown that is no question.
package struct Advice: Equatable, Sendable {
    package let app: AppID
    /// For people, as the daemon tells it.
    package let name: String
    package let kind: GuidanceNote.Kind
    package let text: String

    package init(app: AppID, name: String, kind: GuidanceNote.Kind, text: String) {
        self.app = app
        self.name = name
        self.kind = kind
        self.text = text
    }
}
