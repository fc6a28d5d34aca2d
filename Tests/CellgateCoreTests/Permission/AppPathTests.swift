import CellgateCore
import Testing

/// A path whose families have these types.
private func path(_ ipv4: InterfaceType?, _ ipv6: InterfaceType? = nil) -> NetworkPath {
    let family = { (type: InterfaceType) in
        FamilyPath(type: type, typeSource: .name, isExpensive: type == .cellular)
    }
    var path = NetworkPath()
    path.ipv4 = ipv4.map(family)
    path.ipv6 = ipv6.map(family)
    return path
}

private func permission(_ choice: Choice?) -> Permission {
    Permission(choice: choice, source: .administrator)
}

@Suite("An app's path")
struct AppPathTests {
    /// One row of the table: choice, profile, then the outcome without a network, on Wi-Fi, on
    /// wired and on cellular.
    struct Row: Sendable {
        let choice: Choice?
        let profiles: [Profile]
        let outcomes: [Availability]

        init(_ choice: Choice?, _ profiles: [Profile], _ outcomes: [Availability]) {
            self.choice = choice
            self.profiles = profiles
            self.outcomes = outcomes
        }
    }

    @Test(
        "follows the table (R43, R44, R45, R8, R17)",
        arguments: [
            Row(
                .wifiAndCellular, Profile.allCases,
                [.notAvailable, .available, .available, .available]),
            Row(
                .wifiOnly, Profile.allCases,
                [.notAvailable, .available, .available, .cellularDenied]),
            Row(
                .off, Profile.allCases, [.notAvailable, .wifiDenied, .wifiDenied, .cellularDenied]),
            Row(.undecided, [.cellular], [.notAvailable, .available, .available, .undecided]),
            Row(.undecided, [.anyNetwork], [.notAvailable, .undecided, .undecided, .undecided]),
            Row(.undecided, [.allow], [.notAvailable, .available, .available, .available]),
            Row(nil, Profile.allCases, [.invalid, .invalid, .invalid, .invalid]),
        ])
    func table(_ row: Row) {
        let types: [InterfaceType?] = [nil, .wifi, .wiredEthernet, .cellular]
        for profile in row.profiles {
            for (type, outcome) in zip(types, row.outcomes) {
                for path in [path(type), path(nil, type), path(type, type)] {
                    let seen = AppPath(path, permission(row.choice), under: profile)
                    #expect(seen.availability == outcome, "\(profile) \(path.text)")
                    #expect(seen.isAvailable == (outcome == .available))
                    #expect(seen.supportsIPv4 == (outcome == .available && path.ipv4 != nil))
                    #expect(seen.supportsIPv6 == (outcome == .available && path.ipv6 != nil))
                }
            }
            // Any other type counts as wired.
            let wired = AppPath(path(.wiredEthernet), permission(row.choice), under: profile)
            for type in [InterfaceType.other, .loopback] {
                #expect(AppPath(path(type), permission(row.choice), under: profile) == wired)
            }
        }
    }

    @Test(
        "judges the families separately (R45)",
        arguments: [
            (.wifi, .cellular, .wifiOnly, .available, true, false),
            (.cellular, .wifi, .wifiOnly, .available, false, true),
            (.wifi, .cellular, .undecided, .available, true, false),
            (.wifi, .cellular, .wifiAndCellular, .available, true, true),
            // Where none may pass, the reason is that of the family that is asked first.
            (.wifi, .cellular, .off, .wifiDenied, false, false),
            (.cellular, .wifi, .off, .cellularDenied, false, false),
        ] as [(InterfaceType, InterfaceType, Choice, Availability, Bool, Bool)])
    func families(
        _ ipv4: InterfaceType, _ ipv6: InterfaceType, _ choice: Choice, _ expected: Availability,
        _ supportsIPv4: Bool, _ supportsIPv6: Bool
    ) {
        let seen = AppPath(path(ipv4, ipv6), permission(choice), under: .cellular)
        #expect(seen.availability == expected)
        #expect(seen.supportsIPv4 == supportsIPv4)
        #expect(seen.supportsIPv6 == supportsIPv6)
        let state = AppState(permission(choice), on: path(ipv4, ipv6), under: .cellular)
        let barred: AddressFamily? =
            switch (supportsIPv4, supportsIPv6) {
            case (true, false): .ipv6
            case (false, true): .ipv4
            default: nil
            }
        #expect(state.barredFamily == barred)
    }

    @Test("a restriction added never makes an app available")
    func restriction() {
        let types: [InterfaceType?] = [nil] + InterfaceType.allCases.map(\.self)
        for profile in Profile.allCases {
            for path in types.flatMap({ ipv4 in types.map { path(ipv4, $0) } }) {
                let order: [Choice?] = [.wifiAndCellular, .wifiOnly, .off, nil]
                let seen = order.map { AppPath(path, permission($0), under: profile) }
                for (looser, tighter) in zip(seen, seen.dropFirst()) {
                    #expect(!tighter.isAvailable || looser.isAvailable)
                    #expect(!tighter.supportsIPv4 || looser.supportsIPv4)
                    #expect(!tighter.supportsIPv6 || looser.supportsIPv6)
                }
                let undecided = AppPath(path, permission(.undecided), under: profile)
                #expect(!undecided.isAvailable || seen[0].isAvailable)
            }
        }
    }
}

@Suite("An app's state")
struct AppStateTests {
    @Test("R1: raw values are Apple's")
    func rawValues() {
        #expect(RestrictedState.allCases.map(\.rawValue) == [0, 1, 2])
        #expect(RestrictedState.allCases.map(\.name) == ["unknown", "restricted", "notRestricted"])
    }

    @Test("R2: unknown is never treated or worded as restricted")
    func unknownIsNotRestricted() {
        let state = AppState(permission(.undecided), on: path(.cellular), under: .cellular)
        #expect(state.restrictedState == .unknown)
        #expect(state.availability == .undecided)
        let sentences = [
            state.permissionSentence(of: AppID("a")),
            state.reachSentence(of: AppID("a"), on: path(.cellular)),
        ]
        for word in ["restricted", "denied", "off"] {
            #expect(!sentences.contains { $0.contains(word) })
        }
    }

    @Test("R3: only an undecided app is unknown, and says why")
    func unknownReason() {
        for profile in Profile.allCases {
            for choice in [Choice.wifiAndCellular, .wifiOnly, .off] {
                let state = AppState(permission(choice), on: path(nil), under: profile)
                #expect(state.restrictedState != .unknown)
                #expect(state.unknownReason == nil)
            }
        }
        let undecided = AppState(permission(.undecided), on: path(nil), under: .cellular)
        #expect(undecided.unknownReason == .notAsked)
        let failed = AppState(permission(nil), on: path(nil), under: .cellular)
        #expect(failed.unknownReason == .indeterminate)
    }

    @Test(
        "R4, R8: wifiOnly and off read as restricted, and the choice is told beside it",
        arguments: [
            (.wifiAndCellular, .notRestricted), (.wifiOnly, .restricted), (.off, .restricted),
            (.undecided, .unknown),
        ] as [(Choice, RestrictedState)])
    func restricted(_ choice: Choice, _ expected: RestrictedState) {
        let state = AppState(permission(choice), on: path(.wifi), under: .cellular)
        #expect(state.restrictedState == expected)
        #expect(state.choice == choice)
        #expect(state.choiceSource == .administrator)
    }

    @Test("R5: the state is permission, not quality")
    func permissionNotQuality() {
        let restricted = AppState(permission(.wifiOnly), on: path(.wifi), under: .cellular)
        #expect(restricted.restrictedState == .restricted && restricted.isAvailable)
        let offline = AppState(permission(.wifiAndCellular), on: path(nil), under: .cellular)
        #expect(offline.restrictedState == .notRestricted && !offline.isAvailable)
    }

    @Test("R6: the state never depends on the path")
    func independent() {
        let paths = ([nil] + InterfaceType.allCases.map { $0 as InterfaceType? }).map { path($0) }
        for profile in Profile.allCases {
            for choice in Choice.allCases.map({ $0 as Choice? }) + [nil] {
                let states = paths.map { AppState(permission(choice), on: $0, under: profile) }
                #expect(states.allSatisfy { $0.hasSamePermission(as: states[0]) })
            }
        }
    }

    @Test("R10: an app is told granted, denied or undetermined")
    func result() {
        #expect(
            RestrictedState.allCases.map(\.permission) == [.undetermined, .denied, .granted])
    }

    @Test("R13: an invalid value fails safe")
    func invalid() {
        let standing = Permission(.invalid, record: nil)
        #expect(standing == Permission(choice: nil, source: .default))
        for profile in Profile.allCases {
            let state = AppState(standing, on: path(.wifi, .wifi), under: profile)
            #expect(state.availability == .invalid)
            #expect(state.restrictedState == .unknown)
            #expect(state.choice == .undecided)
            #expect(state.barredFamily == nil)
        }
    }

    @Test("R17: the profile allow reads an undecided app as not restricted")
    func allow() {
        let standing = Permission(
            .choice(.undecided, source: .default, isLocked: false), record: nil)
        let state = AppState(standing, on: path(.cellular), under: .allow)
        #expect(state.restrictedState == .notRestricted)
        #expect(state.unknownReason == nil)
        #expect(state.choice == .undecided)
        #expect(state.choiceSource == .default)
        #expect(state.isAvailable)
    }

    @Test("R48: no network and no permission are different reasons, always")
    func differentReasons() {
        for profile in Profile.allCases {
            for choice in Choice.allCases {
                let none = AppPath(path(nil), permission(choice), under: profile)
                #expect(none.availability == .notAvailable)
                for type in InterfaceType.allCases {
                    let some = AppPath(path(type), permission(choice), under: profile)
                    #expect(some.availability != .notAvailable)
                }
            }
        }
    }

    @Test("permission and reach are told apart")
    func same() {
        let wifi = AppState(permission(.wifiOnly), on: path(.wifi), under: .cellular)
        let mobile = AppState(permission(.wifiOnly), on: path(.cellular), under: .cellular)
        #expect(wifi.hasSamePermission(as: mobile) && !wifi.hasSameReach(as: mobile))
        let allowed = AppState(permission(.wifiAndCellular), on: path(.wifi), under: .cellular)
        #expect(!wifi.hasSamePermission(as: allowed) && wifi.hasSameReach(as: allowed))
    }

    @Test("a choice is spelled in files as documented")
    func fileValues() {
        #expect(
            Choice.allCases.map(\.fileValue) == ["ask", "wifi-and-cellular", "wifi-only", "off"])
    }
}
