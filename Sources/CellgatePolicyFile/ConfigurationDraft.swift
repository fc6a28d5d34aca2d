internal import CellgateCore

/// The settings while `cellgated.conf` and its drop-ins are read one after the other.
struct ConfigurationDraft {
    /// The lists of `[Interfaces]`, as long as they have grown.
    var cellular: [NamePattern] = []
    var wifi: [NamePattern] = []
    var wired: [NamePattern] = []
    var other: [NamePattern] = []
    var expensive: [NamePattern] = []
    var constrained: [NamePattern] = []
    /// `ProbeAddress=`, of both families.
    var probeAddresses: [IPAddress] = []
    var profile = Configuration().profile
    var reloadsOnChange = Configuration().reloadsOnChange
    var snapshotInterval = Configuration().snapshotInterval

    /// What it comes to.
    var configuration: Configuration {
        var configuration = Configuration()
        let types: [([NamePattern], InterfaceType)] = [
            (cellular, .cellular), (wifi, .wifi), (wired, .wiredEthernet), (other, .other),
        ]
        configuration.interfaces.types = types.flatMap { patterns, type in
            patterns.map { InterfaceConfiguration.TypeRule(pattern: $0, type: type) }
        }
        configuration.interfaces.expensive = expensive
        configuration.interfaces.constrained = constrained
        configuration.probes = ProbeAddress.probes(probeAddresses)
        configuration.profile = profile
        configuration.reloadsOnChange = reloadsOnChange
        configuration.snapshotInterval = snapshotInterval
        return configuration
    }

    /// The keys of `cellgated.conf`.
    static let schema = FileSchema<ConfigurationDraft>(sections: [
        .init(
            name: "Interfaces",
            keys: [
                patterns("Cellular", \.cellular), patterns("Wifi", \.wifi),
                patterns("Wired", \.wired), patterns("Other", \.other),
                patterns("Expensive", \.expensive), patterns("Constrained", \.constrained),
            ]),
        .init(
            name: "Path",
            keys: [
                .init(name: "ProbeAddress") { (value, draft) throws(BadValue) in
                    draft.probeAddresses += try ProbeAddress.read(value)
                    if value.bytes.isEmpty { draft.probeAddresses = [] }
                }
            ]),
        .init(
            name: "Permission",
            keys: [
                .init(name: "Profile") { (value, draft) throws(BadValue) in
                    draft.profile =
                        value.bytes.isEmpty
                        ? Configuration().profile
                        : try value.choice(Profile.self, spelling: \.rawValue)
                },
                .init(name: "ReloadOnChange") { (value, draft) throws(BadValue) in
                    draft.reloadsOnChange =
                        value.bytes.isEmpty
                        ? Configuration().reloadsOnChange : try value.boolean()
                },
            ]),
        .init(
            name: "Journal",
            keys: [
                .init(name: "SnapshotInterval") { (value, draft) throws(BadValue) in
                    draft.snapshotInterval =
                        value.bytes.isEmpty
                        ? Configuration().snapshotInterval : try snapshotInterval(value)
                }
            ]),
    ])

    /// A key with a list of name patterns, which grows with each assignment and which an empty
    /// value empties.
    private static func patterns(
        _ name: String, _ list: any WritableKeyPath<ConfigurationDraft, [NamePattern]> & Sendable
    ) -> FileSchema<ConfigurationDraft>.Key {
        .init(name: name) { (value, draft) throws(BadValue) in
            let accepted = "names or patterns of interfaces, such as wwan*, with spaces between"
            let words = try value.words(accepted: accepted)
            for word in words {
                // What the kernel lets into no name, so that such a pattern would never fit.
                let isImpossible = word.contains { byte in
                    byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || byte == 0x20
                        || (0x09...0x0D).contains(byte)
                }
                guard !word.isEmpty, !isImpossible else {
                    throw BadValue(
                        word, problem: "is the name of no interface", accepted: accepted)
                }
            }
            if words.isEmpty {
                draft[keyPath: list] = []
            } else {
                draft[keyPath: list] += words.map { NamePattern(bytes: $0) }
            }
        }
    }

    /// The interval; nil for never.
    private static func snapshotInterval(_ value: Value) throws(BadValue) -> Duration? {
        let accepted = "at least 1min, such as 12h or 1d, or infinity for never"
        let span: TimeSpan
        do throws(TimeSpan.Fault) {
            span = try TimeSpan.parse(value.bytes)
        } catch {
            switch error {
            case .malformed:
                throw BadValue(value.bytes, problem: "is no time span", accepted: accepted)
            case .tooLong:
                throw BadValue(value.bytes, problem: "is too long", accepted: accepted)
            }
        }
        switch span {
        case .infinity, .finite(.zero): return nil
        case .finite(let duration) where duration < .seconds(60):
            throw BadValue(value.bytes, problem: "is too short", accepted: accepted)
        case .finite(let duration): return duration
        }
    }
}
