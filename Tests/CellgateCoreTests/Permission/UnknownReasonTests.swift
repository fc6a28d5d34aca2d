import CellgateCore
import CellgateSimulation
import TestSupport
import Testing

/// Why an undecided app's state is unknown (R3).
@Suite("The reason of an unknown state")
struct UnknownReasonTests {
    private static let modems: [CellularRadio.Modem] = [
        .unknown, .absent, .withoutSIM, .present, .failed,
    ]

    private static func state(
        _ choice: Choice?, isPending: Bool = false, _ radio: CellularRadio,
        under profile: Profile = .cellular
    ) -> AppState {
        AppState(
            Permission(choice: choice, source: .user, isPending: isPending), on: .by(.wifi),
            under: profile, radio: radio)
    }

    @Test(
        "is the first that holds, with a radio of every kind",
        arguments: [
            (nil, .unknown, .notAsked), (nil, .absent, .noModem), (nil, .withoutSIM, .noSIM),
            (nil, .present, .notAsked), (nil, .failed, .indeterminate),
            (false, .unknown, .notAsked), (false, .absent, .noModem),
            (false, .withoutSIM, .noSIM), (false, .present, .notAsked),
            (false, .failed, .indeterminate), (true, .unknown, .airplaneMode),
            (true, .absent, .airplaneMode), (true, .withoutSIM, .airplaneMode),
            (true, .present, .airplaneMode), (true, .failed, .airplaneMode),
        ] as [(Bool?, CellularRadio.Modem, UnknownReason)])
    func order(_ isAirplaneMode: Bool?, _ modem: CellularRadio.Modem, _ expected: UnknownReason) {
        let radio = CellularRadio(isAirplaneMode: isAirplaneMode, modem: modem)
        for profile in [Profile.cellular, .anyNetwork] {
            #expect(Self.state(.undecided, radio, under: profile).unknownReason == expected)
            let pending = Self.state(.undecided, isPending: true, radio, under: profile)
            #expect(pending.unknownReason == .pending)
        }
        #expect(Self.state(.undecided, radio, under: .allow).unknownReason == nil)
        // An invalid value is nothing that the radio could explain.
        #expect(Self.state(nil, radio).unknownReason == .indeterminate)
    }

    @Test("never makes an app unknown that is decided, and never touches what it can reach")
    func decided() {
        for isAirplaneMode in [nil, false, true] {
            for modem in Self.modems {
                let radio = CellularRadio(isAirplaneMode: isAirplaneMode, modem: modem)
                for choice in Choice.allCases {
                    let state = Self.state(choice, radio)
                    #expect((state.restrictedState == .unknown) == (choice == .undecided))
                    #expect((state.unknownReason == nil) == (choice != .undecided))
                    #expect(state.hasSameReach(as: Self.state(choice, CellularRadio())))
                }
            }
        }
    }

    @Test("follows the radio, once for each change (R81)")
    func follows() {
        var run = EngineChangeTests.started()
        let radios = [
            CellularRadio(modem: .absent), CellularRadio(modem: .absent),
            CellularRadio(modem: .withoutSIM), CellularRadio(isAirplaneMode: true, modem: .present),
            CellularRadio(modem: .present),
        ]
        let told = radios.map { radio in
            run.turn { $0.feed(.radio(radio)) }.map { entry in
                let reason = entry.details.first { $0.name == .unknownReason }?.value ?? ""
                return "\(entry.event.rawValue) \(entry.app ?? "") \(reason)"
            }
        }
        #expect(
            told == [
                ["restriction-changed who noModem"], [], ["restriction-changed who noSIM"],
                ["restriction-changed who airplaneMode"], ["restriction-changed who notAsked"],
            ])
    }

    @Test("of an app that leaves files and records is told with the radio in mind")
    func removed() {
        var run = EngineChangeTests.started()
        run.turn { $0.feed(.radio(CellularRadio(modem: .withoutSIM))) }
        run.reading.table.apps[AppID("all")] = nil
        let entries = run.turn { $0.feed(.reload) }
        let entry = entries.first { $0.app == "all" }
        #expect(entry?.details.contains(Entry.Field(.unknownReason, "noSIM")) == true)
    }
}
