/// The whole state as a snapshot tells it.
struct DeviceState: Equatable {
    let path: PathSnapshot
    /// By the apps' ids.
    let apps: [String: AppSnapshot]
    /// Whether there is a name server; it depends on the machine that the tests run on.
    let dns: Bool

    /// From a snapshot's entries: the path's first, then one for each app.
    init?(_ entries: ArraySlice<PublishedEntry>) {
        guard let first = entries.first, first.opensSnapshot, let path = PathSnapshot(first) else {
            return nil
        }
        self.path = path
        dns = first["DNS"] == "yes"
        var apps: [String: AppSnapshot] = [:]
        for entry in entries.dropFirst() where entry.event == "snapshot" {
            guard let app = entry.app, let snapshot = AppSnapshot(entry), apps[app] == nil,
                PathSnapshot(entry) == path
            else { return nil }
            apps[app] = snapshot
        }
        self.apps = apps
    }

    /// Each app's reason.
    var reasons: [String: String] { apps.mapValues(\.reason) }
}

/// A network path as entries tell it, without the name server.
struct PathSnapshot: Equatable {
    var status: String
    /// Why it is unsatisfied; nil where it is satisfied.
    var reason: String?
    /// All interfaces, in order of preference: `wlan0:wifi wwan0:cellular`.
    var interfaces: String
    /// The preferred interface's name; empty where there is none.
    var interface: String
    /// The type of the preferred interface, or of what carries it.
    var type: String
    var isExpensive: Bool
    var ipv4: Bool
    var ipv6: Bool

    enum Families {
        case ipv4
        case ipv6
        case both
    }

    /// No path.
    static let unsatisfied = PathSnapshot(
        status: "unsatisfied", reason: "notAvailable", interfaces: "", interface: "", type: "",
        isExpensive: false, ipv4: false, ipv6: false)

    /// A satisfied path; it is expensive where its type is cellular.
    ///
    /// - Parameter type: what carries the first interface; nil for its own type.
    static func via(
        _ interfaces: String, _ families: Families = .ipv4, type: String? = nil
    ) -> PathSnapshot {
        let first = interfaces.split(separator: " ").first ?? ""
        let parts = first.split(separator: ":").map(String.init)
        let type = type ?? parts.last ?? ""
        return PathSnapshot(
            status: "satisfied", reason: nil, interfaces: interfaces, interface: parts.first ?? "",
            type: type, isExpensive: type == "cellular", ipv4: families != .ipv6,
            ipv6: families != .ipv4)
    }
}

extension PathSnapshot {
    /// From an entry that carries the path's fields.
    init?(_ entry: PublishedEntry) {
        guard let status = entry["PATH_STATUS"], let interfaces = entry["INTERFACES"],
            let interface = entry["INTERFACE"], let type = entry["INTERFACE_TYPE"],
            let isExpensive = entry["EXPENSIVE"], let ipv4 = entry["IPV4"],
            let ipv6 = entry["IPV6"]
        else { return nil }
        self.init(
            status: status, reason: entry["PATH_REASON"], interfaces: interfaces,
            interface: interface, type: type, isExpensive: isExpensive == "yes",
            ipv4: ipv4 == "yes", ipv6: ipv6 == "yes")
    }
}

/// An app's state as entries tell it.
struct AppSnapshot: Equatable {
    var restrictedState: String
    /// nil unless the state is unknown.
    var unknownReason: String?
    var choice: String
    var isAvailable: Bool
    var reason: String
}

extension AppSnapshot {
    /// From an entry that carries an app's fields.
    init?(_ entry: PublishedEntry) {
        guard let restrictedState = entry["RESTRICTED_STATE"], let choice = entry["CHOICE"],
            let available = entry["AVAILABLE"], let reason = entry["REASON"]
        else { return nil }
        self.init(
            restrictedState: restrictedState, unknownReason: entry["UNKNOWN_REASON"],
            choice: choice, isAvailable: available == "yes", reason: reason)
    }

    /// The four apps of `PolicyFolder` on a path of a kind: the table of R43–R45 and R8.
    static func table(on kind: PathKind) -> [String: AppSnapshot] {
        let reasons = Self.reasons(on: kind)
        func app(_ id: String, _ restricted: String, _ choice: String) -> AppSnapshot {
            let reason = reasons[id] ?? ""
            return AppSnapshot(
                restrictedState: restricted,
                unknownReason: restricted == "unknown" ? "notAsked" : nil, choice: choice,
                isAvailable: reason == "available", reason: reason)
        }
        return [
            "A": app("A", "restricted", "wifiOnly"),
            "B": app("B", "notRestricted", "wifiAndCellular"),
            "C": app("C", "restricted", "off"),
            "D": app("D", "unknown", "undecided"),
        ]
    }

    /// The reasons in that table.
    static func reasons(on kind: PathKind) -> [String: String] {
        switch kind {
        case .offline:
            ["A": "notAvailable", "B": "notAvailable", "C": "notAvailable", "D": "notAvailable"]
        case .wifi, .wired:
            ["A": "available", "B": "available", "C": "wifiDenied", "D": "available"]
        case .cellular:
            ["A": "cellularDenied", "B": "available", "C": "cellularDenied", "D": "undecided"]
        }
    }

    /// The columns of the table.
    enum PathKind {
        case offline
        case wifi
        case wired
        case cellular
    }
}
