internal import CellgateBusInterface
internal import CellgateCore

/// What is read of permission.
extension Reading {
    /// A word of a later daemon that is not known here reads as unknown.
    var restrictedState: CellularDataRestrictedState {
        guard case .app(let app) = self else { return .restrictedStateUnknown }
        return switch app.restrictedState {
        case RestrictedState.restricted.name: .restricted
        case RestrictedState.notRestricted.name: .notRestricted
        default: .restrictedStateUnknown
        }
    }

    /// Nil where the state is known.
    var unknownReason: CellularDataUnknownReason? {
        guard case .app(let app) = self else { return .noApp }
        guard restrictedState == .restrictedStateUnknown else { return nil }
        return CellularDataUnknownReason(rawValue: app.unknownReason) ?? .indeterminate
    }

    var choice: CellularDataChoice {
        guard case .app(let app) = self else { return .undecided }
        return CellularDataChoice(rawValue: app.choice) ?? .undecided
    }

    /// A reason of a later daemon that is not known here reads as no network.
    var availability: NetworkAvailability {
        switch self {
        case .device(let device):
            return device.pathStatus == PathStatus.satisfied.rawValue ? .available : .notAvailable
        case .app(let app):
            return switch Availability(rawValue: app.reason) {
            case .available: .available
            case .notAvailable, nil: .notAvailable
            case .cellularDenied: .cellularDenied
            case .wifiDenied: .wifiDenied
            case .undecided: .undecided
            case .invalid: .invalid
            }
        }
    }
}

extension CellularDataRestrictedState {
    /// What it means for an app that asks (R10, R31).
    var permission: CellularDataPermission {
        switch self {
        case .restrictedStateUnknown: .undetermined
        case .restricted: .denied
        case .notRestricted: .granted
        }
    }
}
