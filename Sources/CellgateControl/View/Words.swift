internal import CellgateBusInterface
internal import CellgateCore

/// Values of the bus in the words of the views.
extension Bool {
    /// As the journal spells it.
    var word: String { self ? "yes" : "no" }
}

extension Screen.Style {
    /// The style of an ``CellgateCore/Availability``.
    static func of(reason: String) -> Screen.Style {
        switch Availability(rawValue: reason) {
        case .available?: .good
        case .notAvailable?, .undecided?, nil: .doubtful
        case .cellularDenied?, .wifiDenied?, .invalid?: .bad
        }
    }
}

extension InterfaceProperties {
    /// `wlan0 (wifi)`.
    var shown: String { "\(name) (\(type))" }
}

extension ManagerProperties {
    /// What is simulated, or that nothing is.
    var simulationWords: String {
        simulation.isEmpty
            ? "nothing simulated" : "simulated: " + simulation.joined(separator: "; ")
    }

    /// `wifi via wlan0`, or that there is none.
    var pathSummary: String {
        interface.isEmpty ? "no network" : "\(interfaceType) via \(interface)"
    }

    /// The families and the name server that the path has, such as `IPv4, DNS`; empty without any.
    var abilities: String { abilityList(supportsIPv4, supportsIPv6, supportsDNS) }

    /// How many apps there are, and how many stand in each way: the ways in the order of
    /// ``CellgateCore/Availability``, then what another version's daemon has.
    var appCounts: String {
        let known = Availability.allCases.map(\.rawValue)
        let unknown = apps.keys.filter { !known.contains($0) }.sorted()
        let parts = (known + unknown).compactMap { way -> String? in
            guard let count = apps[way], count > 0 else { return nil }
            return "\(count) \(way)"
        }
        let sum = apps.values.reduce(0) { $0 &+ $1 }
        return parts.isEmpty ? "\(sum)" : "\(sum) (\(parts.joined(separator: ", ")))"
    }
}

extension AppProperties {
    /// The families and the name server that the app may use.
    var abilities: String { abilityList(supportsIPv4, supportsIPv6, supportsDNS) }

    /// The choice, and who made it.
    var choiceWords: String {
        let by = choiceSource == ChoiceSource.default.rawValue ? "" : " by \(choiceSource)"
        return ChoiceWord.shown(choice) + by + (isLocked ? " (locked)" : "")
    }

    /// The restricted state, and why it is unknown.
    var restrictedWords: String {
        restrictedState + (unknownReason.isEmpty ? "" : " (\(unknownReason))")
    }

    /// The id, and the name where it is another.
    var title: String { name.isEmpty || name == id ? id : "\(id) (\(name))" }
}

extension ManagerProperties {
    /// What tells the type of the preferred interface; a source that is not known as it is.
    var typeSourceWords: String {
        switch TypeSource(rawValue: typeSource) {
        case .configured: "the configuration"
        case .nl80211, .deviceType, nil: typeSource
        case .linkKind: "its kind of link"
        case .linkType: "its hardware type"
        case .modemManager: "ModemManager"
        case .carrier: "what carries it"
        case .name: "its name"
        case .simulated: "the simulation"
        }
    }

    /// Where the modem stands with the mobile networks.
    var registrationWords: String {
        switch CellularRadio.Registration(rawValue: registration) {
        case .home: "registered"
        case .roaming: "registered, roaming"
        case .limited: "registered for messages or emergency calls only"
        case .searching: "searching for a network"
        case .denied: "refused by the network"
        case .idle: "not registered"
        case nil: registration.isEmpty ? "registration unknown" : registration
        }
    }

    /// Whether the path is expensive, and what says so.
    var expensiveWords: String {
        let teller =
            switch ExpensiveSource(rawValue: expensiveSource) {
            case .configured: "the configuration"
            case .roaming: "roaming"
            case .networkManager: "NetworkManager"
            case .networkManagerGuess: "a guess of NetworkManager's"
            case .type: "its type"
            case nil: expensiveSource
            }
        return isExpensive.word + (teller.isEmpty ? "" : " (by \(teller))")
    }
}

extension FailureClass {
    /// What it means for the program whose request failed.
    var sentence: String {
        switch self {
        case .permission: "mobile data is off for this app; it need not be retried"
        case .undecided: "nobody has decided yet whether this app may use this network"
        case .offline: "there is no network"
        case .other: "neither the network nor a missing permission for mobile data is the cause"
        }
    }
}

private func abilityList(_ ipv4: Bool, _ ipv6: Bool, _ dns: Bool) -> String {
    [ipv4 ? "IPv4" : nil, ipv6 ? "IPv6" : nil, dns ? "DNS" : nil].compactMap(\.self)
        .joined(separator: ", ")
}
