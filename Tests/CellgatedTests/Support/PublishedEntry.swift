import FoundationEssentials

/// One entry as the daemon wrote it on standard output: a JSON object of strings.
struct PublishedEntry: Equatable {
    /// The values by name.
    let fields: [String: String]

    /// Reads a line.
    ///
    /// - Throws: `DecodingError` where it is anything but one JSON object of strings.
    init(json line: String) throws {
        fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    }

    /// A field by its name after `CELLGATE_`; nil where the entry lacks it.
    subscript(_ name: String) -> String? { fields["CELLGATE_" + name] }

    var event: String { self["EVENT"] ?? "" }
    var cause: String { self["CAUSE"] ?? "" }
    /// The app that it is about; nil for the device.
    var app: String? { self["APP"] }

    /// Whether it tells of a change, and so must come once for each.
    var isChange: Bool {
        ["path-changed", "app-changed", "restriction-changed"].contains(event)
    }

    /// Whether it tells that programs can ask on D-Bus.
    var tellsOfBus: Bool { event == "bus-changed" && fields["PRIORITY"] == "5" }

    /// Whether it opens a snapshot: the path's entry, which the apps' follow.
    var opensSnapshot: Bool { event == "snapshot" && app == nil }

    /// What changed, in short: `path: wwan0:cellular`, `A: cellularDenied`, `A may: wifiOnly`; an
    /// event's name where it is no change.
    var summary: String {
        switch event {
        case "path-changed":
            let interfaces = self["INTERFACES"] ?? ""
            return "path: " + (interfaces.isEmpty ? "none" : interfaces)
        case "app-changed": return "\(app ?? ""): \(self["REASON"] ?? "")"
        case "restriction-changed": return "\(app ?? "") may: \(self["CHOICE"] ?? "")"
        default: return event
        }
    }
}
