/// One record to publish: the same in the journal, as a JSON line and as a readable line.
package struct Entry: Equatable, Sendable {
    package let event: EntryEvent
    /// Grows by one with each entry, from 1 at the start of the daemon (R80).
    package let sequence: UInt64
    /// The evaluation that it tells of; grows with each, 0 before the first.
    package let generation: UInt64
    package let cause: Cause
    package let priority: Priority
    /// A sentence for people, one line.
    package let message: String
    /// What the event adds to the fields that every entry has, in the order of the documentation.
    package let details: [Field]

    package init(
        event: EntryEvent, sequence: UInt64, generation: UInt64, cause: Cause, priority: Priority,
        message: String, details: [Field]
    ) {
        self.event = event
        self.sequence = sequence
        self.generation = generation
        self.cause = cause
        self.priority = priority
        self.message = message
        self.details = details
    }

    /// The severities in use. Source: syslog(3), `LOG_*`.
    package enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// A name and its value.
    package struct Field: Equatable, Sendable {
        package let name: EntryField
        package let value: String

        package init(_ name: EntryField, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All fields in order, `MESSAGE` first. Names are unique and fit the journal's rules.
    package var fields: [Field] {
        [
            Field(.message, message),
            Field(.messageID, event.messageID),
            Field(.priority, String(priority.rawValue)),
            Field(.syslogIdentifier, "cellgated"),
            Field(.event, event.rawValue),
            Field(.sequence, String(sequence)),
            Field(.generation, String(generation)),
            Field(.cause, cause.rawValue),
        ] + details
    }

    /// The entry as a JSON object of strings on one line, without the newline.
    package var json: String {
        "{"
            + fields.map { "\(JSONText.quote($0.name.rawValue)):\(JSONText.quote($0.value))" }
            .joined(separator: ",") + "}"
    }

    /// The entry with the mark that something simulated or overridden took part in it (R83).
    package var asSimulated: Entry {
        guard !details.contains(where: { $0.name == .simulated }) else { return self }
        return Entry(
            event: event, sequence: sequence, generation: generation, cause: cause,
            priority: priority, message: message, details: details + [Field(.simulated, "1")])
    }

    /// The app that it tells of; nil where it is about the device.
    package var app: String? {
        details.first { $0.name == .app }?.value
    }
}
