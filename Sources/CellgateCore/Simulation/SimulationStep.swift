/// One thing that is simulated, or that ends the simulation: every state by hand (R84).
///
/// It is spelt as words, on the command line as on D-Bus.
package enum SimulationStep: Codable, Equatable, Sendable {
    /// The device's path is another one than the kernel's.
    case path(SimulatedPath)
    /// The path moves from Wi-Fi to mobile data; from mobile data it moves to Wi-Fi.
    case handover
    /// The mobile radios are off, or on.
    case airplaneMode(Bool)
    /// The modem and its SIM.
    case modem(CellularRadio.Modem)
    /// The app has this choice; undecided, and not asked about, by ``Choice/undecided``.
    case choice(AppID, Choice)
    /// The first launch: the app has a clean record, and uses the network.
    case launch(AppID)
    /// The user answers the question about the app; it is asked where it is not open.
    case answer(AppID, Choice)
    /// The user leaves the question about the app alone; it is asked where it is not open.
    case ignore(AppID)
    /// The app was removed and is back: its record is clean.
    case reinstall(AppID)
    /// The return to the foreground (R70).
    case foreground
    /// A request of the app failed with this code.
    case failure(AppID, FailureCode)
    /// What is so counts again.
    case stop

    /// The app that it is about; nil for the others.
    package var app: AppID? {
        switch self {
        case .choice(let app, _), .launch(let app), .answer(let app, _), .ignore(let app),
            .reinstall(let app), .failure(let app, _):
            app
        case .path, .handover, .airplaneMode, .modem, .foreground, .stop: nil
        }
    }

    /// The same about another app; itself where it is about none.
    package func about(_ app: AppID) -> SimulationStep {
        switch self {
        case .choice(_, let choice): .choice(app, choice)
        case .launch: .launch(app)
        case .answer(_, let choice): .answer(app, choice)
        case .ignore: .ignore(app)
        case .reinstall: .reinstall(app)
        case .failure(_, let code): .failure(app, code)
        case .path, .handover, .airplaneMode, .modem, .foreground, .stop: self
        }
    }

    /// The words that it is read from.
    package var words: [String] {
        switch self {
        case .path(let path): ["path", path.rawValue]
        case .handover: ["handover"]
        case .airplaneMode(let isOn): ["airplane-mode", isOn ? "on" : "off"]
        case .modem(.withoutSIM): ["sim", "missing"]
        case .modem(.absent): ["modem", "missing"]
        case .modem(.failed): ["modem", "failed"]
        case .modem(.present), .modem(.unknown): ["sim", "present"]
        case .choice(let app, let choice): ["choice", app.rawValue, choice.fileValue]
        case .launch(let app): ["launch", app.rawValue]
        case .answer(let app, let choice): ["answer", app.rawValue, choice.fileValue]
        case .ignore(let app): ["ignore", app.rawValue]
        case .reinstall(let app): ["reinstall", app.rawValue]
        case .foreground: ["foreground"]
        case .failure(let app, let code): ["failure", app.rawValue, String(code.rawValue)]
        case .stop: ["stop"]
        }
    }

    /// The words in one line.
    package var text: String { words.joined(separator: " ") }
}

/// In recordings it is spelt as on the command line.
extension SimulationStep {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let words = try container.decode([String].self)
        do throws(SimulationWordError) {
            self = try SimulationStep(words: words)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(error)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(words)
    }
}

/// A path that is simulated.
package enum SimulatedPath: String, Codable, CaseIterable, Equatable, Sendable {
    case wifi
    case cellular
    case wired
    /// No network at all.
    case none

    /// What it is made of; nil for no network.
    private var type: InterfaceType? {
        switch self {
        case .wifi: .wifi
        case .cellular: .cellular
        case .wired: .wiredEthernet
        case .none: nil
        }
    }

    /// The path in the words of the engine: one interface, which no link has the index of, with both
    /// families and a name server.
    package var networkPath: NetworkPath {
        var path = NetworkPath()
        guard let type else { return path }
        let family = FamilyPath(
            type: type, typeSource: .simulated, isExpensive: type == .cellular)
        path.availableInterfaces = [
            Interface(
                index: LinkIndex(0), name: InterfaceName("sim-\(rawValue)"), type: type,
                typeSource: .simulated)
        ]
        path.ipv4 = family
        path.ipv6 = family
        path.supportsDNS = true
        return path
    }
}

extension NetworkPath {
    /// What is left of the path without mobile data.
    var withoutCellular: NetworkPath {
        var path = self
        if ipv4?.type == .cellular { path.ipv4 = nil }
        if ipv6?.type == .cellular { path.ipv6 = nil }
        guard path.preferred != nil else { return NetworkPath() }
        path.availableInterfaces.removeAll { $0.type == .cellular }
        return path
    }
}
