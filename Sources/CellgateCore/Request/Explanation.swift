/// Why an app can or cannot reach the network, and what would change that.
package struct Explanation: Equatable, Sendable {
    package let report: AppReport
    /// What would make the app available, the likeliest first; none where it is available.
    package let remedies: [Remedy]

    /// Explains a report.
    ///
    /// - Parameters:
    ///   - profile: Says whether an undecided app may use Wi-Fi.
    ///   - radio: What may keep mobile data from working whatever is decided.
    package init(_ report: AppReport, profile: Profile, radio: CellularRadio) {
        self.report = report
        remedies = Self.remedies(report, profile: profile, radio: radio)
    }

    private static func remedies(
        _ report: AppReport, profile: Profile, radio: CellularRadio
    ) -> [Remedy] {
        let choice = report.state.choice
        let permit: Remedy = report.isLocked ? .askAdministrator : .allowNetwork
        switch report.state.availability {
        case .available: return []
        case .notAvailable:
            switch choice {
            case .off: return [.connect, permit]
            // A mobile network would not help it.
            case .wifiOnly: return [.joinWifi]
            case .wifiAndCellular: return [.connect] + remedy(radio)
            case .undecided:
                return [.connect] + remedy(radio) + (profile == .anyNetwork ? [.decide] : [])
            }
        case .cellularDenied:
            let change: Remedy = report.isLocked ? .askAdministrator : .allowMobileData
            return [change] + (choice == .wifiOnly ? [.joinWifi] : [])
        case .wifiDenied: return [permit]
        case .undecided: return [.decide] + (profile == .cellular ? [.joinWifi] : [])
        case .invalid: return [report.state.choiceSource == .user ? .chooseAgain : .mendFile]
        }
    }

    /// What would bring mobile data back.
    private static func remedy(_ radio: CellularRadio) -> [Remedy] {
        switch radio.obstacle {
        case .airplaneMode: [.leaveAirplaneMode]
        case .noModem: [.attachModem]
        case .noSIM: [.insertSIM]
        case .pending, .notAsked, .indeterminate, nil: []
        }
    }

    /// The first reason that fails, in a sentence.
    package var reason: String {
        let state = report.state
        let summary = report.path.summary
        switch state.availability {
        case .available:
            switch state.barredFamily {
            case nil: return "The path is \(summary), which this app may use."
            case .ipv4: return "The path is \(summary), and this app may use its IPv6 only."
            case .ipv6: return "The path is \(summary), and this app may use its IPv4 only."
            }
        case .notAvailable: return "There is no network: no interface has a usable route."
        case .cellularDenied:
            return "The path is \(summary), and mobile data is off for this app."
        case .wifiDenied:
            return "The path is \(summary), and all network use is off for this app."
        case .undecided:
            return "The path is \(summary), and nobody has decided yet whether this app may use it."
        case .invalid:
            return state.choiceSource == .user
                ? "The stored choice of this app is none that is known."
                : "The file of this app has an error."
        }
    }
}

/// What would make an app available.
package enum Remedy: String, Hashable, CaseIterable, Sendable {
    case connect
    case joinWifi
    case allowMobileData
    case allowNetwork
    case decide
    case askAdministrator
    case chooseAgain
    case mendFile
    case leaveAirplaneMode
    case attachModem
    case insertSIM

    /// In a sentence, without commands and blame (R69).
    package var sentence: String {
        switch self {
        case .connect: "Connect the device to a network."
        case .joinWifi: "Join a Wi-Fi network, or plug in a cable."
        case .allowMobileData: "Allow Wi-Fi and mobile data for this app."
        case .allowNetwork: "Allow Wi-Fi, or Wi-Fi and mobile data, for this app."
        case .decide: "Decide whether this app may use this network."
        case .askAdministrator: "The administrator has settled this, and can change it."
        case .chooseAgain: "Choose again for this app."
        case .mendFile: "Mend the file of this app; the configuration check names the line."
        case .leaveAirplaneMode: "Leave airplane mode."
        case .attachModem: "Attach a modem."
        case .insertSIM: "Insert a SIM."
        }
    }
}
