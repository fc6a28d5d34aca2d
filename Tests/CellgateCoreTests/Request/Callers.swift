import CellgateCore
import CellgateSimulation
import TestSupport

extension Caller {
    /// A process of the app, in a scope as desktops make them.
    static func app(_ id: String, client: String? = nil) -> Caller {
        Caller(
            client: ClientID(client ?? ":1.\(id)"), process: .scope("app-\(id)-1.scope"),
            isPrivileged: false)
    }

    /// A process that stands nowhere and may nothing more than others.
    static let nobody = Caller(client: ClientID(":1.nobody"), process: nil, isPrivileged: false)

    static let root = Caller(client: ClientID(":1.root"), process: nil, isPrivileged: true)
}

extension ProcessIdentity {
    /// In a unit of user 1000.
    static func scope(_ unit: String) -> ProcessIdentity {
        ProcessIdentity(
            unit: UnitName(unit), cgroup: "/user.slice/\(unit)", userID: 1000, userName: "ann")
    }
}

extension EngineRun {
    /// The report of one app, as its own process gets it.
    mutating func ask(_ app: String) -> AppReport? {
        guard case .app(let report)? = request(.app(AppID(app)), from: .root) else { return nil }
        return report
    }

    /// What a client was told of apps, as `id: availability → availability`.
    func told(_ caller: Caller) -> [String] {
        signals.compactMap { client, signal in
            guard client == caller.client, case .app(let old, let new) = signal else { return nil }
            return "\(new.app): \(old.state.availability) → \(new.state.availability)"
        }
    }
}

extension NetworkPath {
    /// A path whose families go by a link of these types, IPv4's preferred.
    static func by(_ ipv4: InterfaceType?, _ ipv6: InterfaceType? = nil) -> NetworkPath {
        var path = NetworkPath()
        let types = [ipv4, ipv6].compactMap(\.self)
        path.availableInterfaces = (ipv4 == ipv6 ? Array(types.prefix(1)) : types).map {
            Interface(
                index: LinkIndex(UInt32($0.rawValue.utf8.count)),
                name: InterfaceName("\($0.rawValue)0"), type: $0, typeSource: .name)
        }
        path.ipv4 = ipv4.map { type in
            FamilyPath(
                type: type, typeSource: .name, isExpensive: type == .cellular,
                gateways: [.v4(0x0A01_0001)])
        }
        path.ipv6 = ipv6.map { type in
            FamilyPath(
                type: type, typeSource: .name, isExpensive: type == .cellular,
                gateways: [.v6(high: 0x2001_0DB8_0000_0000, low: 1)])
        }
        path.supportsDNS = !types.isEmpty
        return path
    }
}

extension AppReport {
    /// The report of an app `a` on a path.
    static func of(
        _ choice: Choice?, source: ChoiceSource = .user, isLocked: Bool = false,
        on path: NetworkPath, under profile: Profile = .cellular,
        radio: CellularRadio = CellularRadio()
    ) -> AppReport {
        AppReport(
            app: AppID("a"), name: nil,
            state: AppState(
                Permission(choice: choice, source: source), on: path, under: profile, radio: radio),
            isLocked: isLocked, decided: nil, path: path, generation: 1,
            standing: Standing(since: .zero, cause: .start))
    }
}
