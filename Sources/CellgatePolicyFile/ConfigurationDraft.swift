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
    var firstUse = FirstUseConfiguration()

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
        configuration.firstUse = firstUse
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
                span("ProbeTimeoutSec", \.probeTimeout, .milliseconds(100), .seconds(60)),
                span("DecisionTimeoutSec", \.decisionTimeout, .milliseconds(100), .seconds(300)),
                .init(name: "NetworkProbeURL") { (value, draft) throws(BadValue) in
                    draft.firstUse.networkProbeURL =
                        value.bytes.isEmpty
                        ? FirstUseConfiguration().networkProbeURL : try WebAddress.read(value)
                },
                span("ReevaluateDelaySec", \.reevaluateDelay, .zero, .seconds(60)),
                .init(name: "PromptOnQuery") { (value, draft) throws(BadValue) in
                    draft.firstUse.promptsOnQuery =
                        value.bytes.isEmpty
                        ? FirstUseConfiguration().promptsOnQuery : try value.boolean()
                },
            ]),
        .init(
            name: "Guidance",
            keys: [
                span("CooldownSec", \.guidanceCooldown, .zero, .seconds(86_400)),
                span("MeasureWindowSec", \.measureWindow, .seconds(60), .seconds(31_557_600)),
                .init(name: "SettingsCommand") { (value, draft) throws(BadValue) in
                    draft.firstUse.settingsCommand = try settingsCommand(value)
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

    /// A key with a time span between two bounds, which are among what is accepted.
    private static func span(
        _ name: String,
        _ path: any WritableKeyPath<FirstUseConfiguration, Duration> & Sendable,
        _ least: Duration, _ greatest: Duration
    ) -> FileSchema<ConfigurationDraft>.Key {
        .init(name: name) { (value, draft) throws(BadValue) in
            guard !value.bytes.isEmpty else {
                draft.firstUse[keyPath: path] = FirstUseConfiguration()[keyPath: path]
                return
            }
            let accepted = "a time span between \(least.shown) and \(greatest.shown)"
            switch try timeSpan(value, accepted: accepted) {
            case .finite(let duration) where duration < least:
                throw BadValue(value.bytes, problem: "is too short", accepted: accepted)
            case .finite(let duration) where duration <= greatest:
                draft.firstUse[keyPath: path] = duration
            case .finite, .infinity:
                throw BadValue(value.bytes, problem: "is too long", accepted: accepted)
            }
        }
    }

    /// The command; empty for none.
    private static func settingsCommand(_ value: Value) throws(BadValue) -> [String] {
        let accepted =
            "the absolute path of a program, and arguments, in which %i stands for the app's id "
            + "and %% for %"
        let words = try value.words(accepted: accepted)
        var command: [String] = []
        for word in words {
            // It is handed on by D-Bus.
            guard let text = String(validating: word, as: UTF8.self),
                !text.unicodeScalars.contains(where: \.isNoncharacter)
            else { throw BadValue(word, problem: "is no UTF-8 text", accepted: accepted) }
            guard !hasUnknownSpecifier(word) else {
                throw BadValue(word, problem: "has an unknown specifier", accepted: accepted)
            }
            command.append(text)
        }
        if let program = words.first, program.first != UInt8(ascii: "/") {
            throw BadValue(program, problem: "is no absolute path", accepted: accepted)
        }
        let file = words.first?.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).last.map { String(decoding: $0, as: UTF8.self) }
        if let program = words.first, let file, ["", ".", ".."].contains(file) {
            throw BadValue(program, problem: "names no file", accepted: accepted)
        }
        return command
    }

    /// Whether a `%` stands for nothing.
    private static func hasUnknownSpecifier(_ word: [UInt8]) -> Bool {
        var rest = word[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "%")) {
            guard let letter = rest[(start + 1)...].first,
                letter == UInt8(ascii: "i") || letter == UInt8(ascii: "%")
            else { return true }
            rest = rest[(start + 2)...]
        }
        return false
    }

    /// The interval; nil for never.
    private static func snapshotInterval(_ value: Value) throws(BadValue) -> Duration? {
        let accepted = "at least 1min, such as 12h or 1d, or infinity for never"
        switch try timeSpan(value, accepted: accepted) {
        case .infinity, .finite(.zero): return nil
        case .finite(let duration) where duration < .seconds(60):
            throw BadValue(value.bytes, problem: "is too short", accepted: accepted)
        case .finite(let duration): return duration
        }
    }

    /// The time span.
    ///
    /// - Throws: where it is none, or more than can be counted.
    private static func timeSpan(
        _ value: Value, accepted: String
    ) throws(BadValue) -> TimeSpan {
        do throws(TimeSpan.Fault) {
            return try TimeSpan.parse(value.bytes)
        } catch {
            switch error {
            case .malformed:
                throw BadValue(value.bytes, problem: "is no time span", accepted: accepted)
            case .tooLong:
                throw BadValue(value.bytes, problem: "is too long", accepted: accepted)
            }
        }
    }
}

extension Duration {
    /// As systemd.time(7) writes it, in whole seconds, or milliseconds below one.
    fileprivate var shown: String {
        let (seconds, attoseconds) = components
        return seconds == 0 && attoseconds > 0
            ? "\(attoseconds / 1_000_000_000_000_000)ms" : "\(seconds)s"
    }
}
