package import CellgateCore

/// What the timeline needs of an entry of the journal.
package struct TimelineEntry: Equatable, Sendable {
    /// When it was written, in microseconds since 1970 UTC.
    package let time: UInt64
    private let values: [String: String]

    /// The fields that are looked at; others need not be given.
    package static let fieldNames = Set(
        [
            .event, .sequence, .message, .app, .pathStatus, .interface, .interfaceType,
            .interfaces, .expensive, .constrained, .restrictedState, .choice, .choiceSource,
            .available, .reason, .simulation,
        ].map(\EntryField.rawValue) + [simulated, boot, invocation])

    /// 1 where something simulated took part.
    private static let simulated = "CELLGATE_SIMULATED"
    /// Which start of the machine, and which of the unit. Source: systemd.journal-fields(7).
    private static let boot = "_BOOT_ID"
    private static let invocation = "_SYSTEMD_INVOCATION_ID"

    /// An entry of these fields; nil where it is none of the daemon's.
    ///
    /// - Parameter values: By the names of the fields.
    package init?(time: UInt64, _ values: [String: String]) {
        guard values[EntryField.event.rawValue] != nil else { return nil }
        self.time = time
        self.values = values
    }

    /// The value of a field; nil where the entry has none.
    package subscript(_ field: EntryField) -> String? { values[field.rawValue] }

    /// What it is about; nil for an event of another version.
    package var event: EntryEvent? { self[.event].flatMap(EntryEvent.init) }

    /// The app that it tells of; nil where it is about the device.
    package var app: AppID? { self[.app].map { AppID($0) } }

    /// Its number in the daemon's life; nil where that cannot be read.
    package var sequence: UInt64? { self[.sequence].flatMap { UInt64($0) } }

    /// Whether something simulated or overridden took part in it.
    package var isSimulated: Bool { values[Self.simulated] == "1" }

    /// Whether it is the last one of a simulation.
    package var endsSimulation: Bool {
        event == .simulationChanged && self[.simulation] == SimulationStep.stop.text
    }

    /// Tells lives of the daemon apart; nil where the entry did not come through systemd.
    package var life: String? {
        guard let invocation = values[Self.invocation] else { return values[Self.boot] }
        return (values[Self.boot] ?? "") + " " + invocation
    }
}

// MARK: The states that it tells

extension TimelineEntry {
    /// How the path stands; nil where the entry does not tell.
    var path: Timeline.State? {
        guard let status = self[.pathStatus] else { return nil }
        guard status == PathStatus.satisfied.rawValue else {
            return Timeline.State(.unusable, isSimulated: isSimulated)
        }
        return Timeline.State(
            Self.look(ofType: self[.interfaceType] ?? ""),
            [
                Timeline.Detail("interface", self[.interface] ?? ""),
                Timeline.Detail("interfaceType", self[.interfaceType] ?? ""),
                Timeline.Detail("expensive", self[.expensive] ?? "no"),
                Timeline.Detail("constrained", self[.constrained] ?? "no"),
            ], isSimulated: isSimulated)
    }

    /// The usable interfaces and how they stand, in order of preference.
    var interfaces: [(name: String, state: Timeline.State)] {
        let texts = (self[.interfaces] ?? "").split(separator: " ")
        return texts.enumerated().map { number, text in
            // A colon in a name is escaped.
            let parts = text.split(separator: ":", maxSplits: 1).map { String($0) }
            let type = parts.count > 1 ? parts[1] : ""
            let state = Timeline.State(
                Self.look(ofType: type),
                [
                    Timeline.Detail("type", type),
                    Timeline.Detail("preferred", number == 0 ? "yes" : "no"),
                ], isSimulated: isSimulated)
            return (parts.first ?? "", state)
        }
    }

    /// How its app stands; nil where the entry does not tell.
    var standing: Timeline.State? {
        guard let reason = self[.reason], self[.available] != nil else { return nil }
        let look: Timeline.Look =
            switch Availability(rawValue: reason) {
            case .available?: .available
            case .notAvailable?: .notAvailable
            case .cellularDenied?: .cellularDenied
            case .wifiDenied?: .wifiDenied
            case .undecided?: .undecided
            case .invalid?: .invalid
            // Of another version.
            case nil: self[.available] == "yes" ? .available : .notAvailable
            }
        let details = [
            ("choice", self[.choice]), ("choiceSource", self[.choiceSource]),
            ("restrictedState", self[.restrictedState]),
        ].compactMap { name, value in value.map { Timeline.Detail(name, $0) } }
        return Timeline.State(look, details, isSimulated: isSimulated)
    }

    private static func look(ofType type: String) -> Timeline.Look {
        switch InterfaceType(rawValue: type) {
        case .wifi?: .wifi
        case .cellular?: .cellular
        case .wiredEthernet?: .wiredEthernet
        case .other?, .loopback?, nil: .other
        }
    }
}
