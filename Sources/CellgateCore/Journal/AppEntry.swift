/// An app's state as the fields and the sentences of an entry.
extension AppState {
    /// The app's fields, in the order of the documentation.
    package func fields(of app: AppID) -> [Entry.Field] {
        var fields = [
            Entry.Field(.app, app.rawValue), Entry.Field(.restrictedState, restrictedState.name),
        ]
        if let unknownReason {
            fields.append(Entry.Field(.unknownReason, unknownReason.rawValue))
        }
        fields += [
            Entry.Field(.choice, choice.rawValue),
            Entry.Field(.choiceSource, choiceSource.rawValue),
            Entry.Field(.available, isAvailable.yesOrNo),
            Entry.Field(.reason, availability.rawValue),
        ]
        return fields
    }

    /// What the app can reach, in a sentence.
    package func reachSentence(of app: AppID, on path: NetworkPath) -> String {
        let head = "\(app): "
        let tail = " (path: \(path.summary))"
        switch availability {
        case .available:
            switch barredFamily {
            case nil: return head + "available" + tail
            case .ipv4: return head + "available by IPv6 only" + tail
            case .ipv6: return head + "available by IPv4 only" + tail
            }
        case .notAvailable: return head + "unavailable, there is no network"
        case .cellularDenied: return head + "unavailable, mobile data is off for this app" + tail
        case .wifiDenied: return head + "unavailable, all network use is off for this app" + tail
        case .undecided: return head + "unavailable until its use of this network is decided" + tail
        case .invalid: return head + "unavailable, its choice is not valid" + tail
        }
    }

    /// That a request of the app failed for want of permission, and that it is no use to retry.
    func permissionRequiredSentence(of app: AppID) -> String {
        "\(app): a request failed because mobile data is off for this app; it need not be retried"
    }

    /// That the user is asked, in a sentence.
    func promptSentence(of app: AppID) -> String {
        "\(app): the user is asked whether it may use this network"
    }

    /// What the app may do, in a sentence.
    package func permissionSentence(of app: AppID) -> String {
        let head = "\(app): "
        let tail = " (by \(choiceSource.rawValue))"
        guard unknownReason != .indeterminate else { return head + "its choice is not valid" }
        switch choice {
        case .undecided:
            return restrictedState == .notRestricted
                ? head + "not decided, which the profile counts as allowed"
                : head + "not decided yet"
        case .wifiAndCellular: return head + "may use Wi-Fi and mobile data" + tail
        case .wifiOnly: return head + "may use Wi-Fi only, mobile data is off" + tail
        case .off: return head + "may use no network, Wi-Fi and mobile data are off" + tail
        }
    }
}
