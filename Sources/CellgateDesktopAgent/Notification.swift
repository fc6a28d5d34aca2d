/// A notification as a notification server shows it.
///
/// Source: Desktop Notifications Specification.
package struct Notification: Equatable, Sendable {
    /// One button.
    package struct Button: Equatable, Sendable {
        /// What the server tells when it is clicked.
        package let key: String
        /// What stands on it.
        package let label: String

        package init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    /// How urgent it is; the raw value is the byte on the bus.
    package enum Urgency: UInt8, Sendable {
        case low = 0
        case critical = 2
    }

    /// How long it stays where nobody closes it; the raw value is what the server is told.
    package enum Expiry: Int32, Sendable {
        case asServerSets = -1
        case never = 0
    }

    /// One line, never markup.
    package let summary: String
    /// Markup, where the server takes it.
    package let body: String
    package let buttons: [Button]
    package let urgency: Urgency
    package let expiry: Expiry
    /// Whether it stays after a click on a button.
    package let isResident: Bool

    package init(
        summary: String, body: String, buttons: [Button], urgency: Urgency, expiry: Expiry,
        isResident: Bool
    ) {
        self.summary = summary
        self.body = body
        self.buttons = buttons
        self.urgency = urgency
        self.expiry = expiry
        self.isResident = isResident
    }
}

/// What a notification server can do, as far as it matters here.
package struct ServerAbilities: Equatable, Sendable {
    /// Whether it shows buttons.
    package let hasActions: Bool
    /// Whether it takes the body for markup.
    package let hasMarkup: Bool

    package init(hasActions: Bool, hasMarkup: Bool) {
        self.hasActions = hasActions
        self.hasMarkup = hasMarkup
    }

    /// Reads the names that GetCapabilities returned.
    init(names: [String]) {
        self.init(hasActions: names.contains("actions"), hasMarkup: names.contains("body-markup"))
    }
}
