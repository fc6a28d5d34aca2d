/// Whether an app can reach the network now, and if not, the reason (R43–R48).
package enum Availability: String, Hashable, CaseIterable, Sendable {
    case available
    /// No network at all, which is never the same as no permission (R48).
    case notAvailable
    case cellularDenied
    case wifiDenied
    /// The path needs a decision that nobody has made yet.
    case undecided
    /// The app's stored value is none of the enumeration (R13).
    case invalid
}

/// A device's path, seen through an app's permission.
package struct AppPath: Equatable, Sendable {
    package let availability: Availability
    /// Whether IPv4 traffic may pass now.
    package let supportsIPv4: Bool
    /// Whether IPv6 traffic may pass now.
    package let supportsIPv6: Bool

    /// Sees `path` as an app with `permission` does.
    ///
    /// Families are judged separately: the app is available if one of them may pass. Where none
    /// may, the reason is that of the family that is asked first.
    package init(_ path: NetworkPath, _ permission: Permission, under profile: Profile) {
        let judge = { (family: FamilyPath) in
            Self.judge(permission.choice, on: family.type, under: profile)
        }
        let ipv4 = path.ipv4.map(judge)
        let ipv6 = path.ipv6.map(judge)
        supportsIPv4 = ipv4 == .available
        supportsIPv6 = ipv6 == .available
        if permission.choice == nil {
            availability = .invalid
        } else if supportsIPv4 || supportsIPv6 {
            availability = .available
        } else {
            availability = ipv4 ?? ipv6 ?? .notAvailable
        }
    }

    package var isAvailable: Bool { availability == .available }

    /// The table of R43–R45 and R8 for a path that exists; `other` counts as wired.
    private static func judge(
        _ choice: Choice?, on type: InterfaceType, under profile: Profile
    ) -> Availability {
        let isCellular = type == .cellular
        switch choice {
        case .wifiAndCellular: return .available
        case .wifiOnly: return isCellular ? .cellularDenied : .available
        case .off: return isCellular ? .cellularDenied : .wifiDenied
        case .undecided:
            switch profile {
            case .cellular: return isCellular ? .undecided : .available
            case .anyNetwork: return .undecided
            case .allow: return .available
            }
        case nil: return .invalid
        }
    }
}
