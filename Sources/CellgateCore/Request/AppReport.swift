/// Everything that is told of one app: its state, and the device's path seen through it.
package struct AppReport: Equatable, Sendable {
    package let app: AppID
    /// `Name=` of its file; nil where there is none, and then the id stands for it.
    package let name: String?
    package let state: AppState
    /// Whether an administrator's file has settled the choice.
    package let isLocked: Bool
    /// When the user's record was last changed; nil without a record, or where that is not known.
    package let decided: WallTime?
    /// The device's path.
    package let path: NetworkPath
    /// The evaluation that this tells of.
    package let generation: UInt64
    /// Since when what the app can reach is as it is, and what caused that.
    package let standing: Standing
    /// Whether files or records name the app: of one that they do not, nothing is told but to itself.
    package var isListed = true
    /// Where the advice to change its choice stands.
    package var guidance = GuidanceState.none

    package init(
        app: AppID, name: String?, state: AppState, isLocked: Bool, decided: WallTime?,
        path: NetworkPath, generation: UInt64, standing: Standing
    ) {
        self.app = app
        self.name = name
        self.state = state
        self.isLocked = isLocked
        self.decided = decided
        self.path = path
        self.generation = generation
        self.standing = standing
    }

    /// Whether it tells the same of the app, but for the evaluation and since when.
    package func hasSameFacts(as other: AppReport) -> Bool {
        app == other.app && name == other.name && state == other.state
            && isLocked == other.isLocked && decided == other.decided
            && guidance == other.guidance
            && (path == other.path || hasSamePath(as: other))
    }

    /// Since when something is as it is.
    package struct Standing: Equatable, Sendable {
        package let since: Instant
        package let cause: Cause

        package init(since: Instant, cause: Cause) {
            self.since = since
            self.cause = cause
        }
    }
}

/// The app's own path, in the words of `NWPath`.
extension AppReport {
    /// An undecided app's path may come up by an attempt: that is what asks the user.
    package var pathStatus: PathStatus {
        switch state.availability {
        case .available: .satisfied
        case .undecided: .requiresConnection
        case .notAvailable, .cellularDenied, .wifiDenied, .invalid: .unsatisfied
        }
    }

    /// Why the path is unsatisfied; nil where it is not, or where `NWPath` has no word for it.
    package var unsatisfiedReason: UnsatisfiedReason? {
        switch state.availability {
        case .available, .undecided: nil
        case .notAvailable, .invalid: .notAvailable
        case .cellularDenied: .cellularDenied
        case .wifiDenied: .wifiDenied
        }
    }

    /// The interfaces that the app may use, the kernel's preferred first; none unless the path is
    /// satisfied.
    package var availableInterfaces: [Interface] {
        guard state.isAvailable else { return [] }
        // An app that may use no mobile data is available only while the path is not cellular.
        return state.restrictedState == .notRestricted
            ? path.availableInterfaces : path.availableInterfaces.filter { $0.type != .cellular }
    }

    /// The families that the app may use now.
    private var families: [FamilyPath] {
        guard state.isAvailable else { return [] }
        return [
            state.barredFamily == .ipv4 ? nil : path.ipv4,
            state.barredFamily == .ipv6 ? nil : path.ipv6,
        ].compactMap(\.self)
    }

    /// The type of what its traffic uses; nil unless the path is satisfied.
    package var interfaceType: InterfaceType? { families.first?.type }
    package var isExpensive: Bool { families.first?.isExpensive ?? false }
    package var isConstrained: Bool { families.first?.isConstrained ?? false }
    package var supportsIPv4: Bool {
        state.isAvailable && path.supportsIPv4 && state.barredFamily != .ipv4
    }
    package var supportsIPv6: Bool {
        state.isAvailable && path.supportsIPv6 && state.barredFamily != .ipv6
    }
    package var supportsDNS: Bool { state.isAvailable && path.supportsDNS }
    /// Whether the path reads the same through the app.
    private func hasSamePath(as other: AppReport) -> Bool {
        availableInterfaces == other.availableInterfaces && interfaceType == other.interfaceType
            && isExpensive == other.isExpensive && isConstrained == other.isConstrained
            && supportsIPv4 == other.supportsIPv4 && supportsIPv6 == other.supportsIPv6
            && supportsDNS == other.supportsDNS && gateways == other.gateways
    }

    /// The next hops, IPv4's first.
    package var gateways: [IPAddress] { families.flatMap(\.gateways) }
}
