import CellgateBusInterface
import CellgateCore
import Systemd
import TestSupport
import Testing

extension KernelTests.BusTests {
    @Suite("The bus and the journal tell the same story")
    struct AgreementTests {
        @Test("each published change has one signal, of the same evaluation, values and order")
        func sameStory() throws {
            var generator = SeededGenerator()
            let bus = try PrivateBus()
            let namespace = try NamedNetworkNamespace()
            try namespace.addWifi()
            try namespace.addCellular()
            let daemon = try RunningDaemon(in: namespace, bus: bus)
            try daemon.reach(.via("wlan0:wifi wwan0:cellular"))
            let client = try BusClient(bus)
            try client.subscribe()
            let mark = daemon.entries.count
            var story = try Story(client)

            for _ in 0..<150 {
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: try namespace.ip("link set wlan0 down")
                case 1:
                    try namespace.ip("link set wlan0 up")
                    try namespace.ip("route replace default via 10.1.0.1 dev wlan0 metric 600")
                case 2:
                    try namespace.ip("route replace default via 10.2.0.1 dev wwan0 metric 700")
                case 3: try namespace.ip("route flush dev wwan0 proto boot")
                case 4:
                    let app = ["A", "B", "C", "D", "E"].randomElement(using: &generator) ?? "A"
                    try client.call("ClearRecord", [.string(app)])
                default:
                    let app = ["A", "B", "C", "D", "E"].randomElement(using: &generator) ?? "A"
                    let choice =
                        ["wifiAndCellular", "wifiOnly", "off"].randomElement(using: &generator)
                    try client.setChoice(app, choice ?? "off")
                }
            }
            // What was held back comes, too.
            try daemon.settle()
            try client.settle()

            let entries = daemon.changes(since: mark)
            let leftOver = try story.follow(entries, by: client.changes)
            #expect(leftOver == [])
            #expect(entries.count > 50)
            // What clients were told comes to what is so.
            let device = try client.device()
            #expect(story.device.withoutCounts == device.withoutCounts)
            for (app, told) in story.apps where app != "E" {
                #expect(told == (try client.app(app)).ofEvaluation(told.generation), "\(app)")
            }
            print("\(entries.count) entries and \(client.changes.count) signals agree")
        }
    }
}

/// What a client knows that reads once and then listens.
private struct Story {
    var device: ManagerProperties
    var apps: [String: AppProperties] = [:]

    init(_ client: BusClient) throws {
        device = try client.device().withoutCounts
        for app in ["A", "B", "C", "D"] { apps[app] = try client.app(app) }
    }

    /// Takes the signals in, and finds for each the entries that tell the same.
    ///
    /// - Returns: the entries that no signal tells of.
    mutating func follow(
        _ entries: [PublishedEntry], by signals: [ToldChange]
    ) throws -> [String] {
        var rest = entries[...]
        for signal in signals {
            let name = signal.app?.rawValue
            try take(signal)
            // Permission and reach of one app are two entries and one signal.
            var count = 0
            while let entry = rest.first, entry.app == name,
                entry["GENERATION"] == String(signal.generation)
            {
                #expect(facts(of: name) == facts(in: entry), "\(entry.fields)")
                rest.removeFirst()
                count += 1
            }
            if count == 0 {
                // Nothing that an entry would have told.
                #expect(Self.told.isDisjoint(with: signal.properties.keys), "\(signal)")
            }
        }
        return rest.map(\.summary)
    }

    private mutating func take(_ signal: ToldChange) throws {
        if let app = signal.app {
            try apps[app.rawValue, default: AppProperties()].take(signal.dictionary)
        } else {
            try device.take(signal.dictionary)
        }
    }

    /// Properties whose change is an entry's, too.
    private static let told: Set<String> = [
        "RestrictedState", "UnknownReason", "Choice", "ChoiceSource", "Available", "Reason",
        "Interface", "TypeSource", "ExpensiveSource",
    ]

    private func facts(of name: String?) -> [String] {
        if let name {
            let app = apps[name] ?? AppProperties()
            return [
                app.restrictedState, app.unknownReason, app.choice, app.choiceSource,
                app.isAvailable ? "yes" : "no", app.reason,
            ]
        }
        return [
            device.pathStatus, device.pathReason, device.interface, device.interfaceType,
            device.interfaces.map { "\($0.name):\($0.type)" }.joined(separator: " "),
            device.isExpensive ? "yes" : "no", device.expensiveSource,
            device.supportsIPv4 ? "yes" : "no",
            device.supportsIPv6 ? "yes" : "no", device.supportsDNS ? "yes" : "no",
        ]
    }

    private func facts(in entry: PublishedEntry) -> [String] {
        let names =
            entry.app == nil
            ? [
                "PATH_STATUS", "PATH_REASON", "INTERFACE", "INTERFACE_TYPE", "INTERFACES",
                "EXPENSIVE", "EXPENSIVE_SOURCE", "IPV4", "IPV6", "DNS",
            ]
            : [
                "RESTRICTED_STATE", "UNKNOWN_REASON", "CHOICE", "CHOICE_SOURCE", "AVAILABLE",
                "REASON",
            ]
        return names.map { entry[$0] ?? "" }
    }
}

extension ManagerProperties {
    /// Without what is read when it is wanted and what follows each evaluation.
    fileprivate var withoutCounts: ManagerProperties {
        var copy = self
        copy.apps = [:]
        copy.statistics = [:]
        copy.generation = 0
        return copy
    }
}

extension AppProperties {
    /// The same, as another evaluation has told it.
    fileprivate func ofEvaluation(_ generation: UInt64) -> AppProperties {
        var copy = self
        copy.generation = generation
        return copy
    }
}
