/// What every sink shows of one app.
package struct AppState: Equatable, Sendable {
    package let restrictedState: RestrictedState
    /// Why the state is unknown; nil where it is not.
    package let unknownReason: UnknownReason?
    /// The choice that is published: an invalid one reads as undecided.
    package let choice: Choice
    package let choiceSource: ChoiceSource
    package let availability: Availability
    /// The family that is barred while the other may pass; nil where both may, or none, or only
    /// one exists.
    package let barredFamily: AddressFamily?

    /// Evaluates the state of an app with `permission` on `path`.
    ///
    /// - Parameter radio: Tells why an undecided app's state is unknown (R3), and nothing else.
    package init(
        _ permission: Permission, on path: NetworkPath, under profile: Profile,
        radio: CellularRadio = CellularRadio()
    ) {
        let appPath = AppPath(path, permission, under: profile)
        restrictedState = permission.restrictedState(under: profile)
        unknownReason =
            switch restrictedState {
            case .unknown: Self.unknownReason(of: permission, radio)
            case .restricted, .notRestricted: nil
            }
        choice = permission.choice ?? .undecided
        choiceSource = permission.source
        availability = appPath.availability
        barredFamily =
            if appPath.isAvailable, path.supportsIPv4, !appPath.supportsIPv4 {
                .ipv4
            } else if appPath.isAvailable, path.supportsIPv6, !appPath.supportsIPv6 {
                .ipv6
            } else {
                nil
            }
    }

    private static func unknownReason(
        of permission: Permission, _ radio: CellularRadio
    ) -> UnknownReason {
        if permission.choice == nil { return .indeterminate }
        return permission.isPending ? .pending : radio.obstacle ?? .notAsked
    }

    package var isAvailable: Bool { availability == .available }

    /// Whether the permission reads the same: what `CTCellularData` would tell of.
    package func hasSamePermission(as other: AppState) -> Bool {
        restrictedState == other.restrictedState && unknownReason == other.unknownReason
            && choice == other.choice && choiceSource == other.choiceSource
    }

    /// Whether the app can reach the same: what a path monitor of its own would tell of.
    package func hasSameReach(as other: AppState) -> Bool {
        availability == other.availability && barredFamily == other.barredFamily
    }
}
