package import CellgateBusInterface
package import CellgateCore
package import Systemd

/// The views as JSON: names are those of the D-Bus properties, with the capitals that they begin
/// with in lower case.
package enum JSONView {
    /// The properties of the device or of an app.
    package static func text(_ record: some PropertyRecord) -> String {
        object(record.values.map { (key($0.name), text($0.value)) })
    }

    /// The list of apps.
    package static func text(_ apps: [AppSummary]) -> String {
        array(apps.map(text))
    }

    /// An app in the list.
    package static func text(_ app: AppSummary) -> String {
        object([
            ("id", JSONText.quote(app.id)), ("name", JSONText.quote(app.name)),
            ("choice", JSONText.quote(app.choice)),
            ("choiceSource", JSONText.quote(app.choiceSource)),
            ("restrictedState", JSONText.quote(app.restrictedState)),
            ("reason", JSONText.quote(app.reason)), ("available", String(app.isAvailable)),
        ])
    }

    /// An explanation.
    package static func text(_ explanation: ExplanationProperties) -> String {
        let remedies = explanation.remedies.map {
            object([("name", JSONText.quote($0.name)), ("sentence", JSONText.quote($0.sentence))])
        }
        return object([
            ("app", text(explanation.app)), ("reason", JSONText.quote(explanation.reason)),
            ("remedies", array(remedies)),
        ])
    }

    /// The counters and the apps.
    package static func statistics(_ device: ManagerProperties) -> String {
        let wanted = ["Statistics", "Apps"]
        return object(
            wanted.compactMap { name in device.value(of: name).map { (key(name), text($0)) } })
    }

    /// What a failed request of an app means.
    package static func failureClass(_ failure: FailureClass, _ code: FailureCode, of id: AppID)
        -> String
    {
        object([
            ("id", JSONText.quote(id.rawValue)), ("code", String(code.rawValue)),
            ("class", JSONText.quote(failure.rawValue)),
        ])
    }

    /// What a probe came to.
    package static func probe(_ probe: ProbeProperties) -> String {
        let (seconds, attoseconds) = probe.cost.components
        return object([
            ("result", JSONText.quote(probe.result.rawValue)),
            ("costUSec", String(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)),
            ("network", JSONText.quote(probe.network)),
        ])
    }

    /// A choice that was set.
    package static func choice(_ choice: Choice, of id: AppID) -> String {
        object([
            ("id", JSONText.quote(id.rawValue)), ("choice", JSONText.quote(choice.rawValue)),
        ])
    }

    /// That a choice was forgotten.
    package static func cleared(_ id: AppID) -> String {
        object([("id", JSONText.quote(id.rawValue))])
    }

    /// A step of a simulation.
    package static func step(_ step: SimulationStep) -> String {
        object([("step", array(step.words.map(JSONText.quote)))])
    }

    /// That an app can reach the network.
    package static func available(_ id: AppID) -> String {
        object([("id", JSONText.quote(id.rawValue)), ("available", "true")])
    }

    /// A failure.
    package static func error(_ error: BusError) -> String {
        let members = [
            ("name", JSONText.quote(error.name)), ("message", JSONText.quote(error.message)),
        ]
        return object([("error", object(members))])
    }

    /// A line of `watch`.
    ///
    /// - Parameters:
    ///   - event: `manager`, `app`, `running` or `notRunning`.
    ///   - members: What else the object has, as JSON.
    package static func event(_ event: String, _ members: [(String, String)] = []) -> String {
        object([("event", JSONText.quote(event))] + members)
    }

    /// An event whose members are texts.
    static func event(_ event: String, texts members: [(String, String)]) -> String {
        Self.event(event, members.map { ($0.0, JSONText.quote($0.1)) })
    }

    /// An object of members that are JSON already.
    package static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(JSONText.quote($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    /// An array of elements that are JSON already.
    static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }

    /// `InterfaceType` as `interfaceType`, `IPv4` as `ipv4`, `DNS` as `dns`.
    private static func key(_ name: String) -> String {
        let capitals = name.unicodeScalars.prefix { ("A"..."Z").contains($0) }
        return String(capitals).lowercased()
            + String(name.unicodeScalars.dropFirst(capitals.count))
    }

    /// A value of the bus: dictionaries and interfaces are objects.
    package static func text(_ value: BusValue) -> String {
        switch value {
        case .string(let text), .objectPath(let text), .signature(let text):
            return JSONText.quote(text)
        case .boolean(let isSo): return String(isSo)
        case .uint64(let number): return String(number)
        case .double(let number): return number.isFinite ? String(number) : "null"
        case .byte, .int16, .uint16, .int32, .uint32, .int64:
            return value.integer.map(String.init) ?? "null"
        case .variant(let inner): return text(inner)
        case .structure(let fields): return interface(fields) ?? array(fields.map(text))
        case .entry(let key, let value): return array([text(key), text(value)])
        case .array(let signature, let elements):
            guard signature.hasPrefix("{s") else { return array(elements.map(text)) }
            return object(elements.compactMap(member))
        }
    }

    /// The only structure that a property has; nil where the fields are others.
    private static func interface(_ fields: [BusValue]) -> String? {
        guard fields.signature == "sus" else { return nil }
        return object(zip(["name", "index", "type"], fields.map(text)).map { ($0, $1) })
    }

    private static func member(_ entry: BusValue) -> (String, String)? {
        guard case .entry(.string(let name), let value) = entry else { return nil }
        // A variant is a property; other keys are names of their own.
        if case .variant = value { return (key(name), text(value)) }
        return (name, text(value))
    }
}
