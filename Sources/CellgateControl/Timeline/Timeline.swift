package import CellgateCore

/// What held when: of the path, of each interface that was usable, and of each app.
package struct Timeline: Equatable, Sendable {
    /// From when to when, in microseconds since 1970 UTC; never empty.
    package let range: Range<UInt64>
    /// The path's row, then the interfaces' in the order of their names, then the apps' by their ids.
    package let rows: [Row]
    /// What happened in the range, in order.
    package let marks: [Mark]

    /// What a row is about.
    package enum Subject: Hashable, Sendable {
        /// The device's network path.
        case path
        /// A link, by its name as the journal writes it.
        case interface(String)
        case app(AppID)

        /// As it is shown, not yet safe for a terminal.
        package var name: String {
            switch self {
            case .path: "path"
            case .interface(let name): name
            case .app(let app): app.rawValue
            }
        }
    }

    /// One subject, and how it stood.
    package struct Row: Equatable, Sendable {
        package let subject: Subject
        /// In order, without gaps, from the begin of the range to its end; neighbours differ.
        package let intervals: [Interval]

        /// How often the state changed in the range.
        package var changes: Int { intervals.count - 1 }
    }

    /// A time in which a state held.
    package struct Interval: Equatable, Sendable {
        /// In microseconds since 1970 UTC; never empty.
        package let range: Range<UInt64>
        package let state: State
    }

    /// Something that happened.
    package struct Mark: Equatable, Sendable {
        /// In microseconds since 1970 UTC.
        package let time: UInt64
        package let event: EntryEvent
        /// Nil where it is about the device.
        package let app: AppID?
        /// The entry's sentence.
        package let message: String
        package let isSimulated: Bool
    }
}

extension Timeline {
    /// How a subject stands.
    package struct State: Hashable, Sendable {
        package let look: Look
        /// More about it, by the names of the JSON output.
        package let details: [Detail]
        /// Whether something simulated or overridden took part in it.
        package let isSimulated: Bool

        package init(_ look: Look, _ details: [Detail] = [], isSimulated: Bool = false) {
            self.look = look
            self.details = details
            self.isSimulated = isSimulated
        }

        /// That nothing is known.
        package static func unknown(_ ignorance: Ignorance) -> State {
            State(.unknown, [Detail("because", ignorance.rawValue)])
        }

        /// The value of a detail; nil where it has none of that name.
        package subscript(_ name: String) -> String? {
            details.first { $0.name == name }?.value
        }
    }

    /// A name and a value.
    package struct Detail: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What sets states apart at first sight.
    package enum Look: String, CaseIterable, Sendable {
        /// Of the path: what carries it; of an interface: its type, while it is usable.
        case wifi, cellular, wiredEthernet, other
        /// Of the path: there is none; of an interface: it is not usable.
        case unusable
        /// Of an app: what it can reach, and why not.
        case available, notAvailable, cellularDenied, wifiDenied, undecided, invalid
        case unknown
    }

    /// Why nothing is known.
    package enum Ignorance: String, Sendable {
        /// Nothing has been told yet.
        case untold
        /// The daemon said that it stops.
        case stopped
        /// The daemon was started anew and had not said that it stops.
        case ended
        /// Entries are missing.
        case missing
    }
}

extension Timeline.State {
    /// The state in words.
    package var words: String {
        let words =
            switch look {
            case .unknown:
                switch self["because"].flatMap(Timeline.Ignorance.init) {
                case .stopped?: "not known: cellgated did not run"
                case .ended?: "not known: cellgated ended without a word"
                case .missing?: "not known: entries are missing"
                case .untold?, nil: "not known: nothing told it"
                }
            case .unusable: self["preferred"] == nil ? "no network" : "not usable"
            case .wifi, .cellular, .wiredEthernet, .other: carrierWords
            case .available, .notAvailable, .cellularDenied, .wifiDenied, .undecided, .invalid:
                look.rawValue + choiceWords
            }
        return isSimulated ? words + " (simulated)" : words
    }

    private var carrierWords: String {
        if let isPreferred = self["preferred"] {
            return (self["type"] ?? look.rawValue)
                + (isPreferred == "yes" ? ", preferred" : ", usable")
        }
        var words = "\(self["interfaceType"] ?? look.rawValue) via \(self["interface"] ?? "?")"
        if self["expensive"] == "yes" { words += ", expensive" }
        if self["constrained"] == "yes" { words += ", constrained" }
        return words
    }

    private var choiceWords: String {
        guard let choice = self["choice"] else { return "" }
        let source = self["choiceSource"].map { $0 == "default" ? "" : " by \($0)" } ?? ""
        return " (\(ChoiceWord.shown(choice))\(source))"
    }
}
