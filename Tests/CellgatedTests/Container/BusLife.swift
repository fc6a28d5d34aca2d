import CellgateBusInterface
import CellgateCore
import FoundationEssentials
import TestSupport
import Testing

/// What Tests/Container/bus tells of the service on the bus of each system.
enum BusLife {
    /// The transcript; the script runs once, when it is first asked for.
    static func on(_ system: InstalledService.System) throws -> Transcript {
        switch system {
        case .debian12: try onDebian12.get()
        case .debian13: try onDebian13.get()
        }
    }

    private static let onDebian12 = Result { try run(on: .debian12) }
    private static let onDebian13 = Result { try run(on: .debian13) }

    private static func run(on system: InstalledService.System) throws -> Transcript {
        try InstalledService.run("bus", installs: true, on: system)
    }

    /// A signal that a client got, and what it knew of the object then.
    struct Signal: Decodable, Equatable {
        let path: String
        let member: String
        /// The names of the properties that came with it.
        let changed: [String]
        /// What the client has by them, and by what it had read before: its texts, numbers and
        /// truth values (`True`, `False`).
        let state: [String: String]

        /// Without what it had read before.
        var news: Signal {
            Signal(
                path: path, member: member, changed: changed,
                state: state.filter { changed.contains($0.key) })
        }
    }

    /// The signals that a listener wrote.
    static func signals(_ part: Transcript.Part) throws -> [Signal] {
        try part.lines.filter { $0.hasPrefix("{") }.map {
            try JSONDecoder().decode(Signal.self, from: Data($0.utf8))
        }
    }

    /// What is told of an object at an evaluation, by the names of properties.
    struct Facts: Equatable {
        let object: String
        let generation: Int
        let values: [String: String]

        /// What an entry of the journal tells; nil where it tells of no change of an object.
        init?(_ entry: [String: String]) {
            switch entry["CELLGATE_EVENT"] {
            case "path-changed": object = ServiceName.managerPath
            case "app-changed", "restriction-changed":
                object = AppObject.path(of: AppID(entry["CELLGATE_APP"] ?? ""))
            default: return nil
            }
            generation = entry["CELLGATE_GENERATION"].flatMap(Int.init) ?? 0
            values = Self.fields(of: object).mapValues { Self.plain(entry[$0] ?? "") }
        }

        /// What properties tell, all others of the object aside.
        init(object: String, properties: [String: String]) {
            self.object = object
            generation = properties["Generation"].flatMap(Int.init) ?? 0
            values = Dictionary(
                uniqueKeysWithValues: Self.fields(of: object).keys.map {
                    ($0, Self.plain(properties[$0] ?? "no such property"))
                })
        }

        /// The fields of the journal that say the same as properties.
        private static func fields(of object: String) -> [String: String] {
            object == ServiceName.managerPath
                ? [
                    "PathStatus": "CELLGATE_PATH_STATUS", "Interface": "CELLGATE_INTERFACE",
                    "InterfaceType": "CELLGATE_INTERFACE_TYPE",
                ]
                : [
                    "Reason": "CELLGATE_REASON", "Available": "CELLGATE_AVAILABLE",
                    "Choice": "CELLGATE_CHOICE", "ChoiceSource": "CELLGATE_CHOICE_SOURCE",
                    "RestrictedState": "CELLGATE_RESTRICTED_STATE",
                ]
        }

        /// Truth values as the journal has them.
        private static func plain(_ text: String) -> String {
            switch text {
            case "True", "true": "yes"
            case "False", "false": "no"
            default: text
            }
        }
    }

    /// What `busctl get-property` told of each object, in its order.
    static func facts(_ part: Transcript.Part) -> [Facts] {
        part.text.split(separator: "object ").map { section in
            let lines = section.split(separator: "\n")
            let pairs = lines.dropFirst().map {
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            }
            return Facts(
                object: String(lines.first ?? ""),
                properties: Dictionary(
                    pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
                    uniquingKeysWith: { first, _ in first }))
        }
    }

    /// What `cellgatectl --json` told of the device and of each app, in its order.
    static func factsOfJSON(_ part: Transcript.Part) throws -> [Facts] {
        try part.lines.filter { $0.hasPrefix("{") }.map { line in
            let members = try JSONDecoder().decode([String: Scalar].self, from: Data(line.utf8))
            // The names of the properties, but for the first letter.
            let properties = Dictionary(
                uniqueKeysWithValues: members.map {
                    ($0.prefix(1).uppercased() + $0.dropFirst(), $1.text)
                })
            let object = properties["Id"].map { AppObject.path(of: AppID($0)) }
            return Facts(object: object ?? ServiceName.managerPath, properties: properties)
        }
    }

    /// A text, number or truth value of JSON; anything else plays no role here.
    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text =
                (try? container.decode(String.self))
                ?? (try? container.decode(Bool.self)).map(String.init)
                ?? (try? container.decode(Int.self)).map(String.init) ?? ""
        }
    }
}
